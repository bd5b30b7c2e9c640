import type { Tx } from '@pacioli/db'
import type { Entry, EntryBasis, EntryLine, SumDelta } from './entry.ts'

const HEADS = `unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[])
                 AS i(entry_id, memo, reference_number, source_type, version, event_id)`

const heads = (businessId: string, entries: readonly Entry[]): unknown[] => [
  businessId,
  entries.map(({ id }) => id),
  entries.map(({ memo }) => memo),
  entries.map(({ referenceNumber }) => referenceNumber),
  entries.map(({ sourceType }) => sourceType),
  entries.map(({ version }) => version),
  entries.map(({ eventId }) => eventId),
]

/** Keeps the heads of entries never seen before; the ids of those. Sorted, so that locks are taken in one order. */
export async function insertEntries(tx: Tx, businessId: string, entries: readonly Entry[]): Promise<Set<string>> {
  const inserted = await tx.rows<{ entry_id: string }>(
    `INSERT INTO entries (business_id, entry_id, memo, reference_number, source_type, version, event_id)
     SELECT $1, i.* FROM ${HEADS} ORDER BY i.entry_id
     ON CONFLICT (business_id, entry_id) DO NOTHING
     RETURNING entry_id`,
    heads(businessId, entries),
  )
  return new Set(inserted.map((row) => row.entry_id))
}

/** Takes those of these entries that come in a newer version than is kept, locking them; the ids of those. */
export async function replaceOlderEntries(tx: Tx, businessId: string, entries: readonly Entry[]): Promise<Set<string>> {
  await tx.rows(
    `SELECT FROM entries WHERE business_id = $1 AND entry_id = ANY ($2::uuid[]) ORDER BY entry_id FOR UPDATE`,
    [businessId, entries.map(({ id }) => id)],
  )
  const replaced = await tx.rows<{ entry_id: string }>(
    `UPDATE entries kept
        SET memo = i.memo, reference_number = i.reference_number, source_type = i.source_type, version = i.version, event_id = i.event_id
       FROM ${HEADS}
      WHERE kept.business_id = $1 AND kept.entry_id = i.entry_id AND kept.version < i.version
     RETURNING kept.entry_id`,
    heads(businessId, entries),
  )
  return new Set(replaced.map((row) => row.entry_id))
}

/** What an entry has in its lines. */
export type StoredEntry = Pick<Entry, 'id' | 'basis' | 'isClosing' | 'day' | 'entryAt' | 'lines'>

type LineRow = {
  entry_id: string
  line_id: string
  account_id: string
  basis: EntryBasis
  is_closing: boolean
  day: string
  entry_at: Date
  direction: EntryLine['direction']
  amount: string
  memo: string | null
  tag_value_ids: string[]
}

/** The lines kept of these entries, by entry. */
export async function loadLines(
  tx: Tx,
  businessId: string,
  entryIds: readonly string[],
): Promise<Map<string, StoredEntry>> {
  const rows = await tx.rows<LineRow>(
    `SELECT entry_id, line_id, account_id, basis, is_closing, day::text, entry_at, direction, amount, memo, tag_value_ids
       FROM entry_lines WHERE business_id = $1 AND entry_id = ANY ($2::uuid[]) ORDER BY entry_id, position`,
    [businessId, [...entryIds]],
  )
  const byEntry = Map.groupBy(rows, (row) => row.entry_id)
  return new Map([...byEntry].map(([id, lines]) => [id, storedFrom(id, lines)]))
}

function storedFrom(id: string, rows: readonly LineRow[]): StoredEntry {
  const [first] = rows
  if (!first) throw new Error(`entry ${id} has no lines`)
  return {
    id,
    basis: first.basis,
    isClosing: first.is_closing,
    day: first.day,
    entryAt: first.entry_at,
    lines: rows.map((row) => ({
      id: row.line_id,
      accountId: row.account_id,
      amount: Number(row.amount),
      direction: row.direction,
      memo: row.memo,
      tagValueIds: row.tag_value_ids,
    })),
  }
}

/** Removes the lines of entries that are locked. */
export async function removeLines(tx: Tx, businessId: string, entryIds: readonly string[]): Promise<void> {
  const bind = [businessId, [...entryIds]]
  await tx.rows(
    `DELETE FROM entry_line_tags t USING entry_lines l
      WHERE l.business_id = $1 AND l.entry_id = ANY ($2::uuid[])
        AND t.business_id = $1 AND t.tag_value_id = ANY (l.tag_value_ids)
        AND t.entry_id = l.entry_id AND t.position = l.position`,
    bind,
  )
  await tx.rows('DELETE FROM entry_lines WHERE business_id = $1 AND entry_id = ANY ($2::uuid[])', bind)
}

/** Keeps the lines of entries that have none here. */
export async function insertLines(tx: Tx, businessId: string, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const lines = entries.flatMap((entry) => entry.lines.map((line, position) => ({ entry, line, position })))
  await tx.rows(
    `INSERT INTO entry_lines (business_id, entry_id, position, line_id, account_id, basis, is_closing, day, entry_at,
                              direction, amount, memo, tag_value_ids)
     SELECT $1, i.entry_id, i.position, i.line_id, i.account_id, i.basis, i.is_closing, i.day, i.entry_at, i.direction,
            i.amount, i.memo, i.tag_value_ids::uuid[]
       FROM unnest($2::uuid[], $3::int[], $4::text[], $5::uuid[], $6::text[], $7::boolean[], $8::date[],
                   $9::timestamptz[], $10::text[], $11::bigint[], $12::text[], $13::text[])
         AS i(entry_id, position, line_id, account_id, basis, is_closing, day, entry_at, direction, amount, memo,
              tag_value_ids)`,
    [
      businessId,
      lines.map(({ entry }) => entry.id),
      lines.map(({ position }) => position),
      lines.map(({ line }) => line.id),
      lines.map(({ line }) => line.accountId),
      lines.map(({ entry }) => entry.basis),
      lines.map(({ entry }) => entry.isClosing),
      lines.map(({ entry }) => entry.day),
      lines.map(({ entry }) => entry.entryAt.toISOString()),
      lines.map(({ line }) => line.direction),
      lines.map(({ line }) => line.amount),
      lines.map(({ line }) => line.memo),
      // unnest would flatten arrays of arrays, so each line's tags travel as text; ids need no quoting.
      lines.map(({ line }) => `{${line.tagValueIds.join(',')}}`),
    ],
  )
  const tags = lines.flatMap(({ entry, line, position }) =>
    line.tagValueIds.map((tagValueId) => ({ tagValueId, entryId: entry.id, position })),
  )
  if (tags.length === 0) return
  await tx.rows(
    `INSERT INTO entry_line_tags (business_id, tag_value_id, entry_id, position)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::int[])`,
    [
      businessId,
      tags.map(({ tagValueId }) => tagValueId),
      tags.map(({ entryId }) => entryId),
      tags.map(({ position }) => position),
    ],
  )
}

/** Moves the sums of days. Sorted deltas, one per row, so that locks are taken in one order. */
export const moveAccountDays = (tx: Tx, businessId: string, deltas: readonly SumDelta[]): Promise<void> =>
  move(tx, businessId, deltas, { table: 'account_days', unit: 'day' })

/** Moves the sums of months, after those of days. */
export const moveAccountMonths = (tx: Tx, businessId: string, deltas: readonly SumDelta[]): Promise<void> =>
  move(tx, businessId, deltas, { table: 'account_months', unit: 'month' })

async function move(
  tx: Tx,
  businessId: string,
  deltas: readonly SumDelta[],
  { table, unit }: { table: 'account_days'; unit: 'day' } | { table: 'account_months'; unit: 'month' },
): Promise<void> {
  if (deltas.length === 0) return
  const columns = `business_id, tag_value_id, ${unit}, account_id, basis, is_closing`
  await tx.rows(
    `INSERT INTO ${table} AS known (${columns}, debits, credits, line_count)
     SELECT $1, * FROM unnest($2::uuid[], $3::date[], $4::uuid[], $5::text[], $6::boolean[], $7::numeric[], $8::numeric[],
                              $9::bigint[])
     ON CONFLICT (${columns}) DO UPDATE
       SET debits = known.debits + excluded.debits, credits = known.credits + excluded.credits,
           line_count = known.line_count + excluded.line_count`,
    [
      businessId,
      deltas.map((delta) => delta.tagValueId),
      deltas.map((delta) => delta.on),
      deltas.map((delta) => delta.accountId),
      deltas.map((delta) => delta.basis),
      deltas.map((delta) => delta.isClosing),
      deltas.map((delta) => delta.debits.toString()),
      deltas.map((delta) => delta.credits.toString()),
      deltas.map((delta) => delta.lineCount),
    ],
  )
}
