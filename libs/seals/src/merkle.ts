/** Merkle trees over leaves in order, as RFC 6962, section 2.1: hashes, growing, and proofs. Pure. */
import { hash } from 'node:crypto'

/** So many leaves share a stored hash: a proof reads the leaves of at most two such blocks. */
export const BLOCK = 256

const sha256 = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')

const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

export const leafHash = (leaf: string): Buffer => sha256(LEAF, Buffer.from(leaf))

export const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(NODE, left, right)

/** The root of no leaves. */
const EMPTY_ROOT: Buffer = sha256()

/** A tree as far as it matters for what comes: its perfect subtrees, the largest first. */
export class GrowingTree {
  #size: number
  readonly #subtrees: Buffer[]
  /** The blocks that were completed, in order. */
  readonly blocks: Buffer[] = []

  /** @param edge the subtrees of a tree of this size, one after the other @throws TypeError if they are not as many */
  constructor(size = 0, edge: Buffer = Buffer.alloc(0)) {
    if (edge.length !== 32 * ones(size))
      throw new TypeError(`Expected ${ones(size)} hashes for a tree of ${size} leaves, got ${edge.length} bytes`)
    this.#size = size
    this.#subtrees = hashesIn(edge)
  }

  get size(): number {
    return this.#size
  }

  get edge(): Buffer {
    return Buffer.concat(this.#subtrees)
  }

  append(hash: Buffer): void {
    let whole = hash
    let leaves = 1
    for (let before = this.#size; before % 2 === 1; before = Math.floor(before / 2)) {
      whole = nodeHash(this.#subtrees.pop() as Buffer, whole)
      leaves *= 2
      if (leaves === BLOCK) this.blocks.push(whole)
    }
    this.#subtrees.push(whole)
    this.#size += 1
  }

  root(): Buffer {
    return (
      this.#subtrees.reduceRight<Buffer | undefined>(
        (right, left) => (right ? nodeHash(left, right) : left),
        undefined,
      ) ?? EMPTY_ROOT
    )
  }
}

/** Counts beyond 32 bits, too. */
function ones(size: number): number {
  let count = 0
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2
  return count
}

export const hashesIn = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / 32 }, (_, index) => bytes.subarray(index * 32, (index + 1) * 32))

/** What a proof is made of: the hashes of all whole blocks, and those of the leaves of some. */
export type KnownHashes = { blocks: readonly Buffer[]; leavesOf: ReadonlyMap<number, readonly Buffer[]> }

/** The blocks whose leaves a proof looks at. */
export const blocksOf = (...leaves: readonly number[]): number[] => [
  ...new Set(leaves.filter((leaf) => leaf >= 0).map((leaf) => Math.floor(leaf / BLOCK))),
]

/** The root of the leaves in `[from, until)`, which is a subtree of a tree. @throws RangeError where a hash is not known */
export function rootOf(known: KnownHashes, from: number, until: number): Buffer {
  const count = until - from
  if (count === 0) return EMPTY_ROOT
  const block = Math.floor(from / BLOCK)
  if (count === BLOCK && from % BLOCK === 0 && known.blocks[block]) return known.blocks[block]
  if (count === 1) {
    const found = known.leavesOf.get(block)?.[from % BLOCK]
    if (!found) throw new RangeError(`The hash of leaf ${from} is not known`)
    return found
  }
  const half = splitOf(count)
  return nodeHash(rootOf(known, from, from + half), rootOf(known, from + half, until))
}

/** The proof that the leaf at `index` is in the tree of `size` leaves, the lowest node first (RFC 6962, 2.1.1). */
export function inclusionProof(known: KnownHashes, index: number, size: number): Buffer[] {
  const path = (from: number, until: number): Buffer[] => {
    if (until - from <= 1) return []
    const middle = from + splitOf(until - from)
    return index < middle
      ? [...path(from, middle), rootOf(known, middle, until)]
      : [...path(middle, until), rootOf(known, from, middle)]
  }
  return path(0, size)
}

/** The proof that the tree of `size` leaves begins with that of `before` leaves (RFC 6962, 2.1.2). */
export function consistencyProof(known: KnownHashes, before: number, size: number): Buffer[] {
  const path = (from: number, until: number, isWhole: boolean): Buffer[] => {
    if (until === before) return isWhole ? [] : [rootOf(known, from, until)]
    const middle = from + splitOf(until - from)
    return before <= middle
      ? [...path(from, middle, isWhole), rootOf(known, middle, until)]
      : [...path(middle, until, false), rootOf(known, from, middle)]
  }
  return before === 0 || before === size ? [] : path(0, size, true)
}

/** The largest power of two below the count. */
function splitOf(count: number): number {
  let half = 1
  while (half * 2 < count) half *= 2
  return half
}
