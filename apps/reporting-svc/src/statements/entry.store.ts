import type { Tx } from '@pacioli/db'
import {
  bigint,
  boolean,
  date,
  integer,
  listOf,
  safeInteger,
  table,
  text,
  timestamp,
  uuid,
  writeLater,
} from '@pacioli/db/table'
import { placeOf, type ControlAccount } from './control-account.ts'
import type { Entry, EntryBasis, EntryLine, SumDelta } from './entry.ts'

const heads = table('entries', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid.named('entry_id'),
  memo: text.orNull,
  referenceNumber: text.orNull,
  sourceType: text.orNull,
  sourceId: text.orNull,
  reversalOfId: uuid.orNull,
  version: safeInteger,
  eventId: text,
})
const entryLines = table('entry_lines', ['businessId', 'entryId', 'position'], {
  businessId: uuid.writeOnly,
  entryId: uuid,
  position: integer.writeOnly,
  id: text.named('line_id'),
  accountId: uuid,
  basis: text.as<EntryBasis>(),
  isClosing: boolean,
  day: date,
  entryAt: timestamp,
  direction: text.as<EntryLine['direction']>(),
  amount: safeInteger,
  memo: text.orNull,
  tagValueIds: listOf(uuid),
  customerId: uuid.orNull,
  vendorId: uuid.orNull,
  documentId: uuid.orNull,
  control: text.as<ControlAccount>().orNull.writeOnly,
  partyId: uuid.orNull.writeOnly,
})
const lineTags = table('entry_line_tags', ['businessId', 'tagValueId', 'entryId', 'position'], {
  businessId: uuid,
  tagValueId: uuid,
  entryId: uuid,
  position: integer,
})

const idsOf = (rows: readonly { id: string }[]): Set<string> => new Set(rows.map(({ id }) => id))

/** Inserts the heads of new entries; returns their ids. Sorted, so that locks are taken in one order. */
export async function insertEntries(tx: Tx, businessId: string, entries: readonly Entry[]): Promise<Set<string>> {
  const onConflict = '(business_id, entry_id) DO NOTHING'
  return idsOf(
    await heads.insert(tx, { businessId }, entries, { orderBy: 'n.entry_id', onConflict, returning: ['id'] }),
  )
}

/** Stores those of these entries that are newer than the stored version, locking them; returns their ids. */
export async function replaceOlderEntries(tx: Tx, businessId: string, entries: readonly Entry[]): Promise<Set<string>> {
  await tx.rows(
    `SELECT FROM entries WHERE business_id = $1 AND entry_id = ANY ($2::uuid[]) ORDER BY entry_id FOR UPDATE`,
    [businessId, entries.map(({ id }) => id)],
  )
  return idsOf(await heads.update(tx, { businessId }, entries, { where: 't.version < n.version', returning: ['id'] }))
}

/** An entry with its lines, as stored. */
export type StoredEntry = Pick<Entry, 'id' | 'basis' | 'isClosing' | 'day' | 'entryAt' | 'lines'>

/** The stored lines of these entries, by entry. */
export async function loadLines(
  tx: Tx,
  businessId: string,
  entryIds: readonly string[],
): Promise<Map<string, StoredEntry>> {
  const where = 't.business_id = $1 AND t.entry_id = ANY ($2::uuid[]) ORDER BY t.entry_id, t.position'
  const kept = new Map<string, StoredEntry & { lines: EntryLine[] }>()
  for (const row of await entryLines.rows(tx, where, [businessId, [...entryIds]])) {
    const { entryId, basis, isClosing, day, entryAt, ...line } = row
    const entry = kept.get(entryId)
    if (entry) entry.lines.push(line)
    else kept.set(entryId, { id: entryId, basis, isClosing, day, entryAt, lines: [line] })
  }
  return kept
}

/** Removes the lines of locked entries. */
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

/**
 * Inserts the lines of entries that have none here.
 * @param controls the control accounts that are known
 */
export function insertLines(
  tx: Tx,
  businessId: string,
  entries: readonly Entry[],
  controls: ReadonlyMap<string, ControlAccount>,
): void {
  const lines = entries.flatMap(({ id: entryId, basis, isClosing, day, entryAt, lines }) =>
    lines.map((line, position) => ({
      ...{ ...line, ...placeOf(line, controls) },
      ...{ entryId, position, basis, isClosing, day, entryAt },
    })),
  )
  const tags = lines.flatMap(({ entryId, position, tagValueIds }) =>
    tagValueIds.map((tagValueId) => ({ tagValueId, entryId, position })),
  )
  writeLater(tx, [entryLines.inserting({ businessId }, lines), lineTags.inserting({ businessId }, tags)])
}

const sums = (unit: 'day' | 'month') =>
  table(`account_${unit}s`, ['businessId', 'tagValueId', 'on', 'accountId', 'basis', 'isClosing'], {
    businessId: uuid,
    tagValueId: uuid,
    on: date.named(unit),
    accountId: uuid,
    basis: text,
    isClosing: boolean,
    debits: bigint,
    credits: bigint,
    lineCount: safeInteger,
  })
const [days, months] = [sums('day'), sums('month')]
const MOVED = {
  columns: [],
  set: `debits = t.debits + excluded.debits, credits = t.credits + excluded.credits,
        line_count = t.line_count + excluded.line_count`,
}

/** Adds to the sums of days. Sorted deltas, one per row, so that locks are taken in one order. */
export function moveAccountDays(tx: Tx, businessId: string, deltas: readonly SumDelta[]): void {
  writeLater(tx, [days.upserting({ businessId }, deltas, MOVED)])
}

/** Adds to the sums of months, after those of days. */
export function moveAccountMonths(tx: Tx, businessId: string, deltas: readonly SumDelta[]): void {
  writeLater(tx, [months.upserting({ businessId }, deltas, MOVED)])
}
