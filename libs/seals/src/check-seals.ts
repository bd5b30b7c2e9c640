/** Whether seals are of their leaves and signed, and what is kept of the tree is of them, as the service itself can see it. */
import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import type { Tx } from '@pacioli/db'
import type { InSnapshot } from '@pacioli/history'
import { BLOCK, GrowingTree, hashesIn } from './merkle.ts'
import { signatureIn } from './note.ts'
import { readKeys } from './seal.store.ts'

/** What has to be so. */
export const SEALS_OF_LEAVES = 'each seal has the root of its leaves, and the signature of its key'
export const TREE_OF_LEAVES = 'what is kept of the tree is that of the leaves'

/** Seals have up to a thousand leaves, so many are in memory at a time. */
const BATCH = 100

type SealRow = { size: string; hashes: Buffer; root: Buffer; note: string; key_id: string }
type Found = { invariant: string; detail: string }

/**
 * Grows the tree again from the hashes that were sealed. Seals never change, so each page may be read in a snapshot of its own; what is
 * kept of the tree is read with the last.
 * @returns what is not so, in the words of check functions
 */
export async function checkSeals(inSnapshot: InSnapshot, businessId: string): Promise<Found[]> {
  const found: Found[] = []
  const tree = new GrowingTree()
  const keys = new Map<string, KeyObject>()
  for (let [after, isLast] = [0, false]; !isLast;)
    await inSnapshot(async (tx) => {
      const seals = await tx.rows<SealRow>(
        `SELECT size, hashes, root, note, key_id FROM seals WHERE business_id = $1 AND size > $2 ORDER BY size LIMIT ${BATCH}`,
        [businessId, after],
      )
      if (seals.some(({ key_id }) => !keys.has(key_id)))
        for (const { id, publicKey } of await readKeys(tx)) keys.set(id, publicKeyOf(publicKey))
      for (const { size, hashes, root, note, key_id } of seals) {
        after = Number(size)
        for (const hash of hashesIn(hashes)) tree.append(hash)
        const problem = !(tree.size === after && tree.root().equals(root))
          ? 'its root is that of other leaves'
          : isSigned({ size: after, root, note }, keys.get(key_id))
            ? undefined
            : 'its note is not signed for it'
        if (problem) found.push({ invariant: SEALS_OF_LEAVES, detail: `seal of ${size} records: ${problem}` })
      }
      isLast = seals.length < BATCH
      if (isLast) found.push(...(await checkTree(tx, businessId, tree)))
    })
  return found
}

/** Of 32 bytes, as of RFC 8032. */
const publicKeyOf = (publicKey: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') }, format: 'jwk' })

/** The origin is that of the installation that made it, so of books that have moved another one than here. */
function isSigned(seal: { size: number; root: Buffer; note: string }, key: KeyObject | undefined): boolean {
  const signed = signatureIn(seal.note)
  if (!signed || !key || signed.size !== seal.size || !signed.root.equals(seal.root)) return false
  return verify(null, Buffer.from(signed.text), key, signed.signature)
}

async function checkTree(tx: Tx, businessId: string, tree: GrowingTree): Promise<Found[]> {
  const found: Found[] = []
  const [head, blocks] = await Promise.all([
    tx.row<{ edge: Buffer }>('SELECT edge FROM seal_heads WHERE business_id = $1 AND size = $2', [
      businessId,
      tree.size,
    ]),
    tx.rows<{ number: string; hash: Buffer }>(
      'SELECT number, hash FROM seal_blocks WHERE business_id = $1 ORDER BY number',
      [businessId],
    ),
  ])
  if (head && !head.edge.equals(tree.edge))
    found.push({ invariant: TREE_OF_LEAVES, detail: `its edge after ${tree.size} records is another one` })
  for (const { number, hash } of blocks)
    if (!tree.blocks[Number(number)]?.equals(hash))
      found.push({
        invariant: TREE_OF_LEAVES,
        detail: `block ${number}, after ${Number(number) * BLOCK} records, has another hash`,
      })
  return found
}
