import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  BLOCK,
  blocksOf,
  consistencyProof,
  GrowingTree,
  inclusionProof,
  leafHash,
  nodeHash,
  rootOf,
  type KnownHashes,
} from './merkle.ts'

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** MTH of RFC 6962, 2.1, word by word. */
function naiveRoot(leaves: readonly string[]): Buffer {
  if (leaves.length === 0) return sha256('')
  if (leaves.length === 1) return sha256(Buffer.of(0), leaves[0] as string)
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return sha256(Buffer.of(1), naiveRoot(leaves.slice(0, half)), naiveRoot(leaves.slice(half)))
}

const leavesOf = (size: number): string[] => Array.from({ length: size }, (_, index) => `leaf ${index}`)

/** What is stored of a tree, of which only the leaves of these blocks are read. */
function stored(leaves: readonly string[], ...looked: number[]): KnownHashes {
  const tree = new GrowingTree()
  const hashes = leaves.map((leaf) => leafHash(leaf))
  for (const hash of hashes) tree.append(hash)
  return {
    blocks: tree.blocks,
    leavesOf: new Map(
      blocksOf(...looked, leaves.length - 1).map((block) => [block, hashes.slice(block * BLOCK, (block + 1) * BLOCK)]),
    ),
  }
}

/** How RFC 9162, 2.1.3.2, verifies a proof of inclusion. */
function includes(index: number, size: number, leaf: Buffer, proof: readonly Buffer[]): Buffer | undefined {
  let [node, last, root] = [index, size - 1, leaf]
  for (const hash of proof) {
    if (last === 0) return undefined
    if (node % 2 === 1 || node === last) {
      root = nodeHash(hash, root)
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
    } else root = nodeHash(root, hash)
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 ? root : undefined
}

/** How RFC 9162, 2.1.4.2, verifies a proof of consistency: the roots that it leads to. */
function continues(before: number, size: number, root: Buffer, proof: readonly Buffer[]): [Buffer, Buffer] | undefined {
  if (before === size) return proof.length === 0 ? [root, root] : undefined
  const path = Number.isInteger(Math.log2(before)) ? [root, ...proof] : [...proof]
  let [node, last] = [before - 1, size - 1]
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  let [first, second] = [path[0], path[0]]
  for (const hash of path.slice(1)) {
    if (last === 0 || !first || !second) return undefined
    if (node % 2 === 1 || node === last) {
      ;[first, second] = [nodeHash(hash, first), nodeHash(hash, second)]
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
    } else second = nodeHash(second, hash)
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 && first && second ? [first, second] : undefined
}

const size = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 4 * BLOCK + 3 }))

test('a tree that grows leaf by leaf, and goes on from its edge, has the root of RFC 6962', () => {
  fc.assert(
    fc.property(size, fc.nat({ max: 4 * BLOCK }), (count, pause) => {
      const leaves = leavesOf(count)
      let tree = new GrowingTree()
      const blocks: Buffer[] = []
      for (const [index, leaf] of leaves.entries()) {
        if (index === pause) {
          blocks.push(...tree.blocks)
          tree = new GrowingTree(tree.size, tree.edge)
        }
        tree.append(leafHash(leaf))
      }
      expect(tree.root()).toEqual(naiveRoot(leaves))
      expect([...blocks, ...tree.blocks]).toEqual(stored(leaves).blocks)
    }),
  )
  expect(new GrowingTree().root()).toEqual(naiveRoot([]))
  expect(() => new GrowingTree(3, Buffer.alloc(32))).toThrow('Expected 2 hashes for a tree of 3 leaves')
})

test('a leaf is proved to be in a tree, from blocks and the leaves of two of them', () => {
  fc.assert(
    fc.property(size, fc.nat(), (count, at) => {
      const leaves = leavesOf(count)
      const index = at % count
      const known = stored(leaves, index)
      const proof = inclusionProof(known, index, count)
      expect(includes(index, count, leafHash(leaves[index] as string), proof)).toEqual(naiveRoot(leaves))
      expect(rootOf(known, 0, count)).toEqual(naiveRoot(leaves))
    }),
  )
})

test('a tree is proved to go on from a smaller one', () => {
  fc.assert(
    fc.property(size, fc.nat(), (count, at) => {
      const leaves = leavesOf(count)
      const before = 1 + (at % count)
      const proof = consistencyProof(stored(leaves, before - 1), before, count)
      const root = naiveRoot(leaves.slice(0, before))
      expect(continues(before, count, root, proof)).toEqual([root, naiveRoot(leaves)])
    }),
  )
})

test('a hash that was not read is asked for in vain', () => {
  const known = { blocks: [], leavesOf: new Map<number, Buffer[]>() }
  expect(() => rootOf(known, 0, 2)).toThrow('The hash of leaf 0 is not known')
})
