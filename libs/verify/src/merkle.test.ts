import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leafHash, nodeHash, rootOf, Tree, verifyConsistency, verifyInclusion } from './merkle.ts'
import { hashOfLeaf, mth, path, proof } from './reference.test-helpers.ts'

const hashes = (size: number): Buffer[] => Array.from({ length: size }, (_, index) => hashOfLeaf(`leaf ${index}`))
const sizes = fc.integer({ min: 1, max: 70 })

/** A size, and a place in it. */
const places = sizes.chain((size) => fc.record({ size: fc.constant(size), at: fc.nat(size - 1) }))

/** The same bytes but for one bit. */
function flipped(bytes: Buffer, bit: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[Math.floor(bit / 8) % bytes.length]! ^= 1 << (bit % 8)
  return changed
}

test('hashes are those that transparency logs have', () => {
  // Test vectors of the reference implementation of RFC 6962.
  expect(rootOf([]).toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(leafHash('').toString('hex')).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
  expect(nodeHash(leafHash(''), leafHash('\0')).toString('hex')).toBe(
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  )
})

test('a tree has the root of the definition, at every size as it grows', () => {
  const all = hashes(130)
  const tree = new Tree()
  for (const [index, hash] of all.entries()) {
    tree.append(hash)
    expect(tree.size).toBe(index + 1)
    expect(tree.root()).toEqual(mth(all.slice(0, index + 1)))
  }
  expect(rootOf(all)).toEqual(tree.root())
})

test('an inclusion proof holds for its leaf, its place and its tree alone', () => {
  fc.assert(
    fc.property(places, fc.nat(255), fc.nat(), ({ size, at }, bit, which) => {
      const all = hashes(size)
      const known = { index: at, size, leaf: all[at]!, proof: path(at, all), root: mth(all) }
      expect(verifyInclusion(known)).toBe(true)
      expect(verifyInclusion({ ...known, leaf: flipped(known.leaf, bit) })).toBe(false)
      expect(verifyInclusion({ ...known, root: flipped(known.root, bit) })).toBe(false)
      expect(verifyInclusion({ ...known, proof: [...known.proof, known.root] })).toBe(false)
      if (size > 1) {
        const changed = known.proof.map((one, index) =>
          index === which % known.proof.length ? flipped(one, bit) : one,
        )
        expect(verifyInclusion({ ...known, proof: changed })).toBe(false)
        expect(verifyInclusion({ ...known, proof: known.proof.slice(1) })).toBe(false)
        expect(verifyInclusion({ ...known, index: (at + 1) % size })).toBe(false)
      }
      expect(verifyInclusion({ ...known, index: size })).toBe(false)
    }),
  )
})

test('a consistency proof holds for its two trees alone', () => {
  fc.assert(
    fc.property(places, fc.nat(255), fc.nat(), ({ size, at }, bit, which) => {
      const all = hashes(size)
      const from = at + 1
      const known = { from, to: size, proof: proof(from, all), fromRoot: mth(all.slice(0, from)), toRoot: mth(all) }
      expect(verifyConsistency(known)).toBe(true)
      expect(verifyConsistency({ ...known, fromRoot: flipped(known.fromRoot, bit) })).toBe(false)
      expect(verifyConsistency({ ...known, toRoot: flipped(known.toRoot, bit) })).toBe(false)
      expect(verifyConsistency({ ...known, proof: [...known.proof, known.toRoot] })).toBe(false)
      if (known.proof.length > 0) {
        const changed = known.proof.map((one, index) =>
          index === which % known.proof.length ? flipped(one, bit) : one,
        )
        expect(verifyConsistency({ ...known, proof: changed })).toBe(false)
        expect(verifyConsistency({ ...known, proof: known.proof.slice(1) })).toBe(false)
      }
    }),
  )
})

test('no tree begins with one that is larger, and none proves that it began empty', () => {
  const root = mth(hashes(3))
  expect(verifyConsistency({ from: 4, to: 3, proof: [root], fromRoot: root, toRoot: root })).toBe(false)
  expect(verifyConsistency({ from: 0, to: 3, proof: [root], fromRoot: root, toRoot: root })).toBe(false)
})
