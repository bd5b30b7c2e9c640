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
import { keyOf } from '../read-models/newest.ts'
import { placeOf, type ControlAccount, type ControlAccounts } from './control-account.ts'
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
  recorded: safeInteger.orNull,
})
const entryLines = table('entry_lines', ['businessId', 'entryId', 'position'], {
  businessId: uuid,
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
  recorded: safeInteger.orNull.writeOnly,
})
const lineTags = table('entry_line_tags', ['businessId', 'tagValueId', 'entryId', 'position'], {
  businessId: uuid,
  tagValueId: uuid,
  entryId: uuid,
  position: integer,
})

type EntryKey = Pick<Entry, 'businessId' | 'id'>

/** As bind parameters $1 and $2. */
const keysOf = (entries: readonly EntryKey[]): string[][] => [
  entries.map(({ businessId }) => businessId),
  entries.map(({ id }) => id),
]

/** Inserts the heads of new entries; returns their keys. Sorted, so that locks are taken in one order. */
export async function insertEntries(tx: Tx, entries: readonly Entry[]): Promise<Set<string>> {
  const inserted = await heads.insert(tx, {}, entries, {
    orderBy: 'n.business_id, n.entry_id',
    onConflict: '(business_id, entry_id) DO NOTHING',
    returning: ['businessId', 'id'],
  })
  return new Set(inserted.map(keyOf))
}

/** Stores those of these entries that are newer than the stored version, locking all; returns the keys of the newer ones. */
export async function replaceOlderEntries(tx: Tx, entries: readonly Entry[]): Promise<Set<string>> {
  const [, replaced] = await Promise.all([
    tx.rows(
      `SELECT FROM entries WHERE (business_id, entry_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))
        ORDER BY business_id, entry_id FOR UPDATE`,
      keysOf(entries),
    ),
    heads.update(tx, {}, entries, { where: 't.version < n.version', returning: ['businessId', 'id'] }),
  ])
  return new Set(replaced.map(keyOf))
}

/** Gives these entries and their lines their places, where the same version was told of before its place was known. */
export function placeEntries(tx: Tx, entries: readonly Entry[]): void {
  const placed = entries.filter(({ recorded }) => recorded !== null)
  if (placed.length === 0) return
  tx.send(
    `WITH placed AS (
       UPDATE entries t SET recorded = n.recorded
         FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[]) AS n (business_id, entry_id, version, recorded)
        WHERE t.business_id = n.business_id AND t.entry_id = n.entry_id AND t.version = n.version AND t.recorded IS NULL
       RETURNING t.business_id, t.entry_id, t.recorded)
     UPDATE entry_lines l SET recorded = p.recorded
       FROM placed p WHERE l.business_id = p.business_id AND l.entry_id = p.entry_id AND l.recorded IS NULL`,
    [...keysOf(placed), placed.map(({ version }) => version), placed.map(({ recorded }) => recorded)],
  )
}

/** An entry with its lines, as stored. */
export type StoredEntry = Pick<Entry, 'businessId' | 'id' | 'basis' | 'isClosing' | 'day' | 'entryAt' | 'lines'>

/** The stored lines of these entries, by the key of the entry. */
export async function loadLines(tx: Tx, entries: readonly EntryKey[]): Promise<Map<string, StoredEntry>> {
  const where = `(t.business_id, t.entry_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))
    ORDER BY t.business_id, t.entry_id, t.position`
  const kept = new Map<string, StoredEntry & { lines: EntryLine[] }>()
  for (const row of await entryLines.rows(tx, where, keysOf(entries))) {
    const { businessId, entryId: id, basis, isClosing, day, entryAt, ...line } = row
    const key = keyOf({ businessId, id })
    const entry = kept.get(key)
    if (entry) entry.lines.push(line)
    else kept.set(key, { businessId, id, basis, isClosing, day, entryAt, lines: [line] })
  }
  return kept
}

/** The tags of the lines of these entries. */
const tagsOf = (entries: readonly Pick<StoredEntry, 'businessId' | 'id' | 'lines'>[]) =>
  entries.flatMap(({ businessId, id: entryId, lines }) =>
    lines.flatMap(({ tagValueIds }, position) =>
      tagValueIds.map((tagValueId) => ({ businessId, tagValueId, entryId, position })),
    ),
  )

/** Removes all lines of these entries, which are locked. */
export function removeLines(tx: Tx, entries: readonly StoredEntry[]): void {
  if (entries.length === 0) return
  const tags = tagsOf(entries)
  if (tags.length > 0)
    tx.send(
      `DELETE FROM entry_line_tags
        WHERE (business_id, tag_value_id, entry_id, position)
           IN (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[]))`,
      [
        tags.map(({ businessId }) => businessId),
        tags.map(({ tagValueId }) => tagValueId),
        tags.map(({ entryId }) => entryId),
        tags.map(({ position }) => position),
      ],
    )
  tx.send(
    'DELETE FROM entry_lines WHERE (business_id, entry_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))',
    keysOf(entries),
  )
}

/**
 * Inserts the lines of entries that have none here.
 * @param controls the control accounts that are known
 */
export function insertLines(tx: Tx, entries: readonly Entry[], controls: ControlAccounts): void {
  const lines = entries.flatMap(({ businessId, id: entryId, basis, isClosing, day, entryAt, recorded, lines }) =>
    lines.map((line, position) => ({
      ...{ ...line, ...placeOf({ ...line, businessId }, controls) },
      ...{ businessId, entryId, position, basis, isClosing, day, entryAt, recorded },
    })),
  )
  writeLater(tx, [entryLines.inserting({}, lines), lineTags.inserting({}, tagsOf(entries))])
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
export function moveAccountDays(tx: Tx, deltas: readonly SumDelta[]): void {
  writeLater(tx, [days.upserting({}, deltas, MOVED)])
}

/** Adds to the sums of months, after those of days. */
export function moveAccountMonths(tx: Tx, deltas: readonly SumDelta[]): void {
  writeLater(tx, [months.upserting({}, deltas, MOVED)])
}
