/**
 * Detects keys of 32 bytes that can be guessed or looked up. Each rule refuses a random key less often than once in
 * 10^13.
 */
import { createHash } from 'node:crypto'

/** Of 32 random bytes about 30 are different. */
const FEWEST_BYTES = 12

/** SHA-256 of published keys that people copy, and of those in this repository. */
const PUBLISHED = new Map([
  ['b93c72b74bc8487d29827005f80d635918f91bc22b14d7ed05714d58f96702dd', 'NIST SP 800-38A'],
  ['cbeb362f1fa69a6691db592f4529cf6bea1ce089eb132a3350c9081279ff8f34', 'the specification of Fernet'],
])

/** Why the key is weak, or undefined if it may be random. */
export function weaknessOf(key: Buffer): string | undefined {
  const [first = 0, second = 0] = key
  if (new Set(key).size === 1) return 'all of its bytes are the same'
  if (key.every((byte, at) => at === 0 || byte === ((key[at - 1] ?? 0) + second - first + 256) % 256))
    return 'it only counts up or down'
  if (new Set(key).size < FEWEST_BYTES) return 'it repeats a few bytes'
  if (key.subarray(0, key.length / 2).equals(key.subarray(key.length / 2))) return 'its halves are the same'
  if (key.every((byte) => byte >= 0x20 && byte < 0x7f)) return 'it is text, of which far fewer can be written'
  const published = PUBLISHED.get(createHash('sha256').update(key).digest('hex'))
  return published && `it is published in ${published}`
}
