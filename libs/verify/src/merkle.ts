/** Merkle trees over leaves in order (RFC 6962, section 2.1), and the proofs of them. Pure. */
import { createHash } from 'node:crypto'

export const leafHash = (leaf: string): Buffer => createHash('sha256').update(Buffer.of(0)).update(leaf).digest()

export const nodeHash = (left: Buffer, right: Buffer): Buffer =>
  createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest()

/** A tree as it grows. It keeps the roots of its perfect subtrees alone, so a log of any length fits. */
export class Tree {
  #size = 0
  /** The largest first. */
  readonly #subtrees: Buffer[] = []

  get size(): number {
    return this.#size
  }

  append(hash: Buffer): void {
    let whole = hash
    for (let before = this.#size; before % 2 === 1; before = half(before))
      whole = nodeHash(this.#subtrees.pop() as Buffer, whole)
    this.#subtrees.push(whole)
    this.#size += 1
  }

  root(): Buffer {
    const [last, ...others] = this.#subtrees.toReversed()
    return last ? others.reduce((right, left) => nodeHash(left, right), last) : createHash('sha256').digest()
  }
}

/** The root of a tree of leaves with these hashes. */
export function rootOf(hashes: Iterable<Buffer>): Buffer {
  const tree = new Tree()
  for (const hash of hashes) tree.append(hash)
  return tree.root()
}

export type Inclusion = { index: number; size: number; leaf: Buffer; proof: readonly Buffer[]; root: Buffer }

/** Whether the leaf, counted from 0, is in the tree. The steps are those of RFC 9162, 2.1.3.2, whose trees are the same. */
export function verifyInclusion({ index, size, leaf, proof, root }: Inclusion): boolean {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return false
  let place: Place = { at: index, last: size - 1 }
  let hash = leaf
  for (const sibling of proof) {
    if (place.last === 0) return false
    hash = isRight(place) ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
    place = above(place)
  }
  return place.last === 0 && hash.equals(root)
}

export type Consistency = { from: number; to: number; proof: readonly Buffer[]; fromRoot: Buffer; toRoot: Buffer }

/** Whether the tree of `to` leaves begins with that of `from` leaves (RFC 9162, 2.1.4.2). */
export function verifyConsistency({ from, to, proof, fromRoot, toRoot }: Consistency): boolean {
  if (from === to) return proof.length === 0 && fromRoot.equals(toRoot)
  if (!Number.isSafeInteger(from) || from < 1 || from > to) return false
  let place: Place = { at: from - 1, last: to - 1 }
  while (place.at % 2 === 1) place = up(place)
  // A perfect tree is a node of the larger one, and everybody has its hash: the proof leaves it out.
  const [first, ...others] = place.at === 0 ? [fromRoot, ...proof] : proof
  if (!first) return false
  let [earlier, later] = [first, first]
  for (const sibling of others) {
    if (place.last === 0) return false
    if (isRight(place)) earlier = nodeHash(sibling, earlier)
    later = isRight(place) ? nodeHash(sibling, later) : nodeHash(later, sibling)
    place = above(place)
  }
  return place.last === 0 && earlier.equals(fromRoot) && later.equals(toRoot)
}

/** A node among those of its level, and the last one there. */
type Place = { at: number; last: number }

/** Sizes may be beyond 32 bits. */
const half = (number: number): number => Math.floor(number / 2)

const up = ({ at, last }: Place): Place => ({ at: half(at), last: half(last) })

/** Whether its sibling is on the left; that of the last node may be levels above. */
const isRight = ({ at, last }: Place): boolean => at % 2 === 1 || at === last

function above(place: Place): Place {
  let next = place
  if (isRight(next)) while (next.at % 2 === 0 && next.at > 0) next = up(next)
  return up(next)
}
