/** SHA-256 in the browser: the platform's own where the page is secure, ours elsewhere (plain http in a LAN). */

export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  if (hex.length % 2 || /[^0-9a-f]/i.test(hex)) throw new Error('not a string of hexadecimal bytes')
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) => parseInt(hex.slice(2 * index, 2 * index + 2), 16))
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (globalThis.crypto?.subtle) return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  return hexOf(digest(bytes))
}

/** The first 32 bits of the fractional parts of a root of the first primes, as the standard defines its constants. */
function constants(count: number, root: number): number[] {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate++) {
    let prime = true
    for (let factor = 2; factor * factor <= candidate; factor++) if (candidate % factor === 0) prime = false
    if (prime) {
      const value = Math.pow(candidate, 1 / root)
      found.push(((value - Math.floor(value)) * 2 ** 32) | 0)
    }
  }
  return found
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** FIPS 180-4, without the platform's help. */
export function digest(message: Uint8Array): Uint8Array {
  const K = constants(64, 3)
  const hash = constants(8, 2)
  const padded = new Uint8Array((((message.length + 8) >> 6) + 1) << 6)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29))
  view.setUint32(padded.length - 4, message.length << 3)
  const w = new Int32Array(64)
  const at = (words: ArrayLike<number>, index: number): number => words[index] ?? 0
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + 4 * i)
    for (let i = 16; i < 64; i++) {
      const early = at(w, i - 15)
      const late = at(w, i - 2)
      const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
      const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
      w[i] = at(w, i - 16) + s0 + at(w, i - 7) + s1
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
    for (let i = 0; i < 64; i++) {
      const t1 = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(K, i) + at(w, i)
      const t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((word, index) => (hash[index] = (at(hash, index) + word) | 0))
  }
  const out = new DataView(new ArrayBuffer(32))
  hash.forEach((word, index) => out.setInt32(4 * index, word))
  return new Uint8Array(out.buffer)
}
