/** Whether one tree continues another, by the words of RFC 9162, 2.1.4.2. */
import { createHash } from 'node:crypto'

type Head = { size: number; root: Buffer }

const node = (left: Buffer, right: Buffer): Buffer =>
  createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest()

export function continues(from: Head, to: Head, proof: readonly Buffer[]): boolean {
  if (from.size === 0) return proof.length === 0
  if (from.size === to.size) return proof.length === 0 && from.root.equals(to.root)
  const isPowerOfTwo = Number.isInteger(Math.log2(from.size))
  const path = isPowerOfTwo ? [from.root, ...proof] : [...proof]
  const [first] = path
  if (!first || proof.length === 0) return false
  let [fn, sn] = [from.size - 1, to.size - 1]
  for (; fn % 2 === 1; sn = Math.floor(sn / 2)) fn = Math.floor(fn / 2)
  let [fr, sr] = [first, first]
  for (const hash of path.slice(1)) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      ;[fr, sr] = [node(hash, fr), node(hash, sr)]
      for (; fn % 2 === 0 && fn !== 0; sn = Math.floor(sn / 2)) fn = Math.floor(fn / 2)
    } else sr = node(sr, hash)
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 && fr.equals(from.root) && sr.equals(to.root)
}
