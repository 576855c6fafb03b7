/** Of several questions only the latest counts: whoever awaits the answer to an older one never hears of it. */

export function latest(): <Answer>(answer: Promise<Answer>) => Promise<Answer> {
  let asked = 0
  return <Answer>(answer: Promise<Answer>) => {
    const mine = ++asked
    return new Promise<Answer>((resolve, reject) => {
      answer.then(
        (found) => mine === asked && resolve(found),
        (error: Error) => mine === asked && reject(error),
      )
    })
  }
}
