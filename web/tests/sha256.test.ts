import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bytesOf, digest, hexOf, sha256 } from '../src/lib/sha256'

describe('sha256', () => {
  it('agrees with the platform on messages of every length around a block', async () => {
    for (let length = 0; length < 200; length++) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 255)
      const right = createHash('sha256').update(bytes).digest('hex')
      expect(hexOf(digest(bytes))).toBe(right)
      expect(await sha256(bytes)).toBe(right)
    }
  })

  it('reads hexadecimal bytes and refuses anything else', () => {
    expect([...bytesOf('00ff10')]).toEqual([0, 255, 16])
    expect(() => bytesOf('0')).toThrow()
    expect(() => bytesOf('zz')).toThrow()
  })
})
