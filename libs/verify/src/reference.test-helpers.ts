/** Trees and proofs by the definitions of RFC 6962, section 2.1, word for word: slow, and nothing of the package in it. */
import { createHash } from 'node:crypto'

const sha256 = (...parts: (Buffer | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

export const hashOfLeaf = (text: string): Buffer => sha256(Buffer.from([0x00]), text)

/** k, the largest power of two smaller than n. */
const split = (n: number): number => 2 ** Math.floor(Math.log2(n - 1))

/** MTH of leaves that are hashed already. */
export function mth(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves
  if (!only) return sha256()
  if (leaves.length === 1) return only
  const k = split(leaves.length)
  return sha256(Buffer.from([0x01]), mth(leaves.slice(0, k)), mth(leaves.slice(k)))
}

/** PATH(m, D[n]) */
export function path(m: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length <= 1) return []
  const k = split(leaves.length)
  return m < k
    ? [...path(m, leaves.slice(0, k)), mth(leaves.slice(k))]
    : [...path(m - k, leaves.slice(k)), mth(leaves.slice(0, k))]
}

/** PROOF(m, D[n]) */
export const proof = (m: number, leaves: readonly Buffer[]): Buffer[] => subproof(m, leaves, true)

function subproof(m: number, leaves: readonly Buffer[], isKnown: boolean): Buffer[] {
  if (m === leaves.length) return isKnown ? [] : [mth(leaves)]
  const k = split(leaves.length)
  return m <= k
    ? [...subproof(m, leaves.slice(0, k), isKnown), mth(leaves.slice(k))]
    : [...subproof(m - k, leaves.slice(k), false), mth(leaves.slice(0, k))]
}
