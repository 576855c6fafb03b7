import { expect, test } from 'vitest'
import { latest } from '../src/lib/latest'

test('an answer that is overtaken is not heard, whatever it says', async () => {
  const newest = latest()
  const heard: string[] = []
  const hear = (answer: Promise<string>) =>
    void newest(answer).then(
      (found) => heard.push(found),
      () => heard.push('failed'),
    )
  hear(Promise.resolve('first'))
  hear(Promise.reject(new Error('too late')))
  hear(Promise.resolve('last'))
  await new Promise((done) => setTimeout(done))
  expect(heard).toEqual(['last'])
})

test('the latest is told what went wrong', async () => {
  await expect(latest()(Promise.reject(new Error('away')))).rejects.toThrow('away')
})
