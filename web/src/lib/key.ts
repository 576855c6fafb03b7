/** A key is 16 bytes made at random; whoever has it is the same person, on every device. */

export const KEY_BYTES = 16

export const randomKey = (): string => written(crypto.getRandomValues(new Uint8Array(KEY_BYTES)))

/** Bytes in letters that need no escape anywhere (base64url). */
export function written(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}

/** A key and a pad of the same length, each worth nothing without the other; the same again opens it. */
export function sealed(key: string, pad: string): string {
  const bytes = bytesOf(pad)
  return written(bytesOf(key).map((byte, at) => byte ^ (bytes[at] ?? 0)))
}

export const isKey = (text: string): boolean => /^[\w-]{22}$/.test(text)
