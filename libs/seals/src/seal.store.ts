import type { Tx } from '@pacioli/db'
import { bytes, safeInteger, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'
import type { SealedRecord } from './leaf.ts'
import { BLOCK, blocksOf, hashesIn, type KnownHashes } from './merkle.ts'

const seals = table('seals', ['businessId', 'size'], {
  businessId: uuid,
  size: safeInteger,
  hashes: bytes,
  root: bytes,
  note: text,
  keyId: text,
  sealedAt: timestamp,
})

type NewSeal = RowOf<typeof seals>
export type Seal = Omit<NewSeal, 'businessId' | 'hashes'> & { previousSize: number }

/** The note with all its signatures: that of the log, and those of witnesses as they came in. */
const SEAL = `size, root, key_id AS "keyId", sealed_at AS "sealedAt", size - length(hashes) / 32 AS "previousSize",
  note || coalesce((SELECT string_agg(c.line, '' ORDER BY c.kept_at, c.witness) FROM seal_cosignatures c
                     WHERE c.business_id = seals.business_id AND c.size = seals.size), '') AS note`
const sealOf = <Row extends Seal | undefined>(row: Row): Row =>
  row && { ...row, size: Number(row.size), previousSize: Number(row.previousSize) }

/** How far a history is sealed, and of which seal an event has told last. */
export type Head = { size: number; edge: Buffer; toldSize: number; toldAt: Date | null }

/** Locks how far the history is sealed, so that nobody else seals it meanwhile. */
export async function lockHead(tx: Tx, businessId: string): Promise<Head> {
  tx.send(`INSERT INTO seal_heads (business_id, size, edge) VALUES ($1, 0, '') ON CONFLICT (business_id) DO NOTHING`, [
    businessId,
  ])
  const head = await tx.one<Head>(
    `SELECT size, edge, told_size AS "toldSize", told_at AS "toldAt" FROM seal_heads WHERE business_id = $1 FOR UPDATE`,
    [businessId],
  )
  return { ...head, size: Number(head.size), toldSize: Number(head.toldSize) }
}

const RECORD = `r.position, r.recorded_at AS "recordedAt", r.aggregate_type AS "aggregateType", r.aggregate_id AS "aggregateId",
  r.version, r.event_id AS "eventId", r.event_type AS "eventType", r.request_id AS "requestId", r.actor,
  coalesce(r.state, large.state) AS state, r.salt`
const LARGE =
  'LEFT JOIN large_states large ON r.state IS NULL AND large.business_id = r.business_id AND large.event_id = r.event_id'

const recordOf = (row: SealedRecord): SealedRecord => ({
  ...row,
  position: Number(row.position),
  version: Number(row.version),
})

/** What follows the sealed part of the history, up to its head: the first of it. */
export async function readUnsealed(tx: Tx, businessId: string, limit: number): Promise<SealedRecord[]> {
  const rows = await tx.rows<SealedRecord>(
    `SELECT ${RECORD} FROM records r ${LARGE}
      WHERE r.business_id = $1
        AND r.position > (SELECT size FROM seal_heads WHERE business_id = $1)
        AND r.position <= (SELECT position FROM record_heads WHERE business_id = $1)
      ORDER BY r.position LIMIT ${limit}`,
    [businessId],
  )
  return rows.map(recordOf)
}

/** Records after a position, whatever else says of them. */
export async function readRecords(
  tx: Tx,
  businessId: string,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<SealedRecord[]> {
  const rows = await tx.rows<SealedRecord>(
    `SELECT ${RECORD} FROM records r ${LARGE}
      WHERE r.business_id = $1 AND ($2::bigint IS NULL OR r.position > $2) ORDER BY r.position LIMIT ${limit}`,
    [businessId, after ?? null],
  )
  return rows.map(recordOf)
}

/** A thing at the version that was recorded first, and where the newest one up to a position is. */
export type FirstRecord = SealedRecord & { newest: number }

/** Things of a type that were first recorded after a position, up to another one. */
export async function readFirstRecords(
  tx: Tx,
  businessId: string,
  { type, after, through, limit }: { type: string; after: number; through: number; limit: number },
): Promise<FirstRecord[]> {
  const rows = await tx.rows<FirstRecord>(
    `SELECT ${RECORD},
            (SELECT v.position FROM records v
              WHERE v.business_id = $1 AND v.aggregate_type = r.aggregate_type AND v.aggregate_id = r.aggregate_id
                AND v.position <= $4
              ORDER BY v.version DESC LIMIT 1) AS newest
       FROM records r ${LARGE}
      WHERE r.business_id = $1 AND r.aggregate_type = $2 AND r.position > $3 AND r.position <= $4
        AND NOT EXISTS (SELECT FROM records b
                         WHERE b.business_id = $1 AND b.aggregate_type = r.aggregate_type
                           AND b.aggregate_id = r.aggregate_id AND b.version < r.version)
      ORDER BY r.position LIMIT ${limit}`,
    [businessId, type, after, through],
  )
  return rows.map((row) => ({ ...recordOf(row), newest: Number(row.newest) }))
}

/** The records at these positions. */
export async function readRecordsAt(
  tx: Tx,
  businessId: string,
  positions: readonly number[],
): Promise<Map<number, SealedRecord>> {
  if (positions.length === 0) return new Map()
  const rows = await tx.rows<SealedRecord>(
    `SELECT ${RECORD} FROM records r ${LARGE} WHERE r.business_id = $1 AND r.position = ANY ($2::bigint[])`,
    [businessId, positions],
  )
  return new Map(rows.map((row) => [Number(row.position), recordOf(row)]))
}

/** Adds a seal, with the blocks that it completes, and moves the head. */
export function addSeal(tx: Tx, seal: NewSeal, edge: Buffer, blocks: readonly Buffer[]): void {
  const { businessId, size } = seal
  void seals.insert(tx, { businessId }, [seal])
  if (blocks.length > 0) {
    const first = Math.floor(size / BLOCK) - blocks.length
    tx.send(
      'INSERT INTO seal_blocks (business_id, number, hash) SELECT $1, $2 + n - 1, hash FROM unnest($3::bytea[]) WITH ORDINALITY AS b (hash, n)',
      [businessId, first, [...blocks]],
    )
  }
  tx.send('UPDATE seal_heads SET size = $2, edge = $3 WHERE business_id = $1', [businessId, size, edge])
}

/** Keeps that an event tells of the latest seal. */
export const markTold = (tx: Tx, businessId: string, at: Date): void =>
  tx.send('UPDATE seal_heads SET told_size = size, told_at = $2 WHERE business_id = $1', [businessId, at])

export async function findLatestSeal(tx: Tx, businessId: string): Promise<Seal | undefined> {
  return sealOf(
    await tx.row<Seal>(`SELECT ${SEAL} FROM seals WHERE business_id = $1 ORDER BY size DESC LIMIT 1`, [businessId]),
  )
}

export async function findSeal(tx: Tx, businessId: string, size: number): Promise<Seal | undefined> {
  return sealOf(
    await tx.row<Seal>(`SELECT ${SEAL} FROM seals WHERE business_id = $1 AND size = $2`, [businessId, size]),
  )
}

/** Seals larger than one, up to another one, the smallest first. */
export async function readSeals(
  tx: Tx,
  businessId: string,
  { after, through = Number.MAX_SAFE_INTEGER, limit }: { after: number; through?: number; limit: number },
): Promise<Seal[]> {
  const rows = await tx.rows<Seal>(
    `SELECT ${SEAL} FROM seals WHERE business_id = $1 AND size > $2 AND size <= $3 ORDER BY size LIMIT ${limit}`,
    [businessId, after, through],
  )
  return rows.map(sealOf)
}

/** The first seal that covers a position. */
export async function findSealOver(tx: Tx, businessId: string, position: number): Promise<Seal | undefined> {
  return sealOf(
    await tx.row<Seal>(`SELECT ${SEAL} FROM seals WHERE business_id = $1 AND size >= $2 ORDER BY size LIMIT 1`, [
      businessId,
      position,
    ]),
  )
}

/**
 * The first seal over all entries of each group, as they were posted; undefined where one of them is not sealed, or is in no history.
 */
export async function findSealsOver(
  tx: Tx,
  businessId: string,
  groups: readonly (readonly string[])[],
): Promise<(Seal | undefined)[]> {
  const rows = await tx.rows<Seal & { nth: number }>(
    `SELECT g.nth, s.*
       FROM (SELECT a.nth, CASE WHEN count(*) = count(r.position) THEN max(r.position) END AS position
               FROM unnest($2::int[], $3::uuid[]) AS a (nth, id)
               LEFT JOIN records r ON r.business_id = $1 AND r.aggregate_type = 'entry' AND r.aggregate_id = a.id AND r.version = 1
              GROUP BY a.nth) g
      CROSS JOIN LATERAL (SELECT ${SEAL} FROM seals WHERE business_id = $1 AND size >= g.position ORDER BY size LIMIT 1) s`,
    [businessId, groups.flatMap((group, nth) => group.map(() => nth)), groups.flat()],
  )
  const found = new Map(rows.map(({ nth, ...seal }) => [nth, sealOf<Seal>(seal)]))
  return groups.map((_, nth) => found.get(nth))
}

/** The hashes of the leaves in `[from, until)`, counted from 0, as they were sealed. */
export async function readLeafHashes(
  tx: Tx,
  businessId: string,
  from: number,
  until: number,
): Promise<Map<number, Buffer>> {
  const rows = await tx.rows<{ size: string; hashes: Buffer }>(
    `SELECT size, hashes FROM seals WHERE business_id = $1 AND size > $2 AND size - length(hashes) / 32 < $3 AND size <= $3 + $4
      ORDER BY size`,
    [businessId, from, until, MOST_IN_A_SEAL],
  )
  const found = new Map<number, Buffer>()
  for (const { size, hashes } of rows)
    for (const [nth, hash] of hashesIn(hashes).entries()) found.set(Number(size) - hashes.length / 32 + nth, hash)
  return found
}

/** A seal has at most so many new leaves. */
export const MOST_IN_A_SEAL = 1_000

/** What proofs about a tree of `size` leaves need that look at these leaves. */
export async function readHashes(
  tx: Tx,
  businessId: string,
  size: number,
  ...leaves: readonly number[]
): Promise<KnownHashes> {
  const numbers = blocksOf(...leaves, size - 1)
  const [blocks, ...hashes] = await Promise.all([
    tx.rows<{ hash: Buffer }>('SELECT hash FROM seal_blocks WHERE business_id = $1 AND number < $2 ORDER BY number', [
      businessId,
      Math.floor(size / BLOCK),
    ]),
    ...numbers.map((number) => readLeafHashes(tx, businessId, number * BLOCK, Math.min((number + 1) * BLOCK, size))),
  ])
  return {
    blocks: blocks.map(({ hash }) => hash),
    leavesOf: new Map(
      numbers.map((number, nth) => [
        number,
        Array.from({ length: BLOCK }, (_, index) => hashes[nth]?.get(number * BLOCK + index)).filter(
          (hash) => hash !== undefined,
        ),
      ]),
    ),
  }
}

/** The position at which a version was recorded. */
export async function findPosition(
  tx: Tx,
  businessId: string,
  { type, id, version }: { type: string; id: string; version: number },
): Promise<number | undefined> {
  const row = await tx.row<{ position: string }>(
    `SELECT position FROM records WHERE business_id = $1 AND aggregate_type = $2 AND aggregate_id = $3 AND version = $4`,
    [businessId, type, id, version],
  )
  return row && Number(row.position)
}

/** Businesses whose history goes on after their last seal, or whose last seal nobody was told of since. As the relay's role. */
export async function findUnsealed(tx: Tx, after: string, limit: number, toldBefore: Date): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT r.business_id AS id FROM record_heads r LEFT JOIN seal_heads s ON s.business_id = r.business_id
      WHERE r.business_id > $1
        AND (r.position > coalesce(s.size, 0) OR s.told_size < s.size AND coalesce(s.told_at <= $2, true))
      ORDER BY r.business_id LIMIT ${limit}`,
    [after, toldBefore],
  )
  return rows.map(({ id }) => id)
}

type KnownKey = { id: string; publicKey: Buffer; since: Date }

export const keepKey = (tx: Tx, { id, publicKey, since }: KnownKey): void =>
  tx.send('INSERT INTO seal_keys (id, public_key, since) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING', [
    id,
    publicKey,
    since,
  ])

export const readKeys = (tx: Tx): Promise<KnownKey[]> =>
  tx.rows<KnownKey>('SELECT id, public_key AS "publicKey", since FROM seal_keys ORDER BY since, id')
