import { allOf, keyset, type Tx } from '@pacioli/db'
import { integer, jsonText, safeInteger, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'
import type { Direction } from '@pacioli/money'
import type { Page } from '@pacioli/paging'
import { fittingInBytes } from '../answer-size.ts'
import type { Account } from '../chart-of-accounts/account.ts'
import { loadAccountsById } from '../chart-of-accounts/account.store.ts'
import { loadEntryTags, loadLineTags } from '../tags/tag.store.ts'
import { entryBytes } from './entry-size.ts'
import type { Agent, Basis, EntryType, JournalEntry, LineItem } from './journal-entry.ts'

/** Written by `post_entry_v1`, `post_entries_v2` and `post_together_v1` alone. */
const journalEntries = table('journal_entries', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid,
  externalId: text.orNull,
  postingKey: text.orNull,
  entryType: text.as<EntryType>(),
  basis: text.as<Basis>(),
  agent: text.as<Agent>(),
  entryAt: timestamp,
  recordedAt: timestamp,
  memo: text.orNull,
  metadata: jsonText.orNull,
  referenceNumber: text.orNull,
  sourceType: text.orNull,
  sourceId: text.orNull,
  reversalOfId: uuid.orNull,
  actor: text.orNull,
  lineCount: integer,
})
const lineItems = table('line_items', ['id'], {
  id: uuid,
  entryId: uuid,
  accountId: uuid,
  amount: safeInteger,
  direction: text.as<Direction>(),
  memo: text.orNull,
  documentId: uuid.orNull,
  customerId: uuid.orNull,
  vendorId: uuid.orNull,
})

/** `seq` is text: it is a place in the order, and wider than numbers. */
type More = { seq: string; ledgerId: string; reversalId: string | null; tagRevision: number; linesBefore?: string }

const entryColumns = `${journalEntries.columns('e')}, e.seq, b.ledger_id AS "ledgerId", r.id AS "reversalId",
  coalesce((SELECT max(c.revision) FROM entry_tag_changes c WHERE c.business_id = e.business_id AND c.entry_id = e.id), 0) AS "tagRevision"`

const besidesEntries = `JOIN businesses b ON b.id = e.business_id
  LEFT JOIN journal_entries r ON r.business_id = e.business_id AND r.reversal_of_id = e.id`

/**
 * By a key of entries. OFFSET 0 keeps the lookup a lookup: without statistics the planner would rather read all entries of the
 * business, which an index has in the order that is asked for.
 */
const selectBy = (column: string, type: 'uuid' | 'text'): string =>
  `SELECT ${entryColumns}
     FROM (SELECT DISTINCT unnest($2::${type}[]) AS key) k
    CROSS JOIN LATERAL (SELECT * FROM journal_entries j WHERE j.business_id = $1 AND j.${column} = k.key OFFSET 0) e
     ${besidesEntries}
    ORDER BY e.entry_at, e.seq`

export type EntryKeys = 'ids' | 'externalIds' | 'postingKeys' | 'reversalOfIds'
const lookups: Record<EntryKeys, string> = {
  ids: selectBy('id', 'uuid'),
  externalIds: selectBy('external_id', 'text'),
  postingKeys: selectBy('posting_key', 'text'),
  reversalOfIds: selectBy('reversal_of_id', 'uuid'),
}

/** Those of the entries with these keys that exist, each with its lines, accounts and tags. */
export async function loadEntries(
  tx: Tx,
  businessId: string,
  by: EntryKeys,
  keys: readonly string[],
): Promise<JournalEntry[]> {
  if (keys.length === 0) return []
  return complete(tx, businessId, await journalEntries.query<More>(tx, lookups[by], [businessId, [...keys]]))
}

async function complete(
  tx: Tx,
  businessId: string,
  rows: readonly (RowOf<typeof journalEntries> & More)[],
): Promise<JournalEntry[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const where = 't.business_id = $1 AND t.entry_id = ANY ($2::uuid[]) ORDER BY t.entry_id, t.position'
  const [lines, entryTags] = await Promise.all([
    lineItems.rows(tx, where, [businessId, ids]),
    loadEntryTags(tx, businessId, ids),
  ])
  const [accounts, lineTags] = await Promise.all([
    loadAccountsById(tx, businessId, [...new Set(lines.map((line) => line.accountId))]),
    loadLineTags(
      tx,
      businessId,
      lines.map((line) => line.id),
    ),
  ])
  const linesOf = Map.groupBy(lines, (line) => line.entryId)
  return rows.map(({ seq: _seq, lineCount: _lineCount, linesBefore: _linesBefore, ...row }) => ({
    ...row,
    tags: entryTags.get(row.id) ?? [],
    lines: (linesOf.get(row.id) ?? []).map(({ entryId: _entryId, accountId, ...line }): LineItem => ({
      ...line,
      account: accounts.get(accountId) as Account,
      tags: lineTags.get(line.id) ?? [],
    })),
  }))
}

/** Which entries a listing shows. Instants are inclusive at the start, exclusive at the end. */
export type EntryFilter = {
  from?: Date | undefined
  before?: Date | undefined
  entryType?: string | undefined
  /** The basis whose entries are left out. */
  otherBasis?: string | undefined
  externalId?: string | undefined
  referenceNumbers?: readonly string[] | undefined
  /** Entries of which a line has one of these tag values; undefined for all entries. */
  definitionIds?: readonly string[] | undefined
}

const conditions = (businessId: string, filter: EntryFilter) =>
  allOf(
    ['e.business_id = $', businessId],
    ['e.entry_at >= $', filter.from],
    ['e.entry_at < $', filter.before],
    ['e.entry_type = $', filter.entryType || undefined],
    ['e.basis <> $', filter.otherBasis || undefined],
    ['e.external_id = $', filter.externalId || undefined],
    ['e.reference_number = ANY ($::text[])', filter.referenceNumbers?.length ? filter.referenceNumbers : undefined],
    // The ids themselves, not a query for them: how many lines carry a value is what the plan depends on.
    [
      `e.id IN (SELECT t.entry_id FROM line_item_tags t
                 WHERE t.business_id = $1 AND t.definition_id = ANY ($::uuid[]))`,
      filter.definitionIds,
    ],
  )

const BY_TIME = [
  ['e.entry_at', 'timestamptz'],
  ['e.seq', 'bigint'],
] as const

/** Lines are what makes an answer long: a page ends before it holds more of them. */
const MAX_LINES_PER_PAGE = 5_000

export type EntryPage = { entries: JournalEntry[]; last: [string, string] | undefined }

/** One page in (entry_at, insertion) order. `last` is the sort key of its last entry if more follow. */
export async function loadEntryPage(tx: Tx, businessId: string, filter: EntryFilter, page: Page): Promise<EntryPage> {
  const { where, bind } = conditions(businessId, filter)
  const { beyond, orderBy } = keyset(page, BY_TIME, bind)
  const outerOrder = `p."entryAt" ${page.sortOrder}, p.seq ${page.sortOrder}`
  const rows = await journalEntries.query<More>(
    tx,
    `SELECT p.*, sum(p."lineCount") OVER (ORDER BY ${outerOrder}) - p."lineCount" AS "linesBefore"
       FROM (SELECT ${entryColumns} FROM journal_entries e ${besidesEntries} WHERE ${where} AND ${beyond}
              ORDER BY ${orderBy} LIMIT ${page.limit + 1}) p
      ORDER BY ${outerOrder}`,
    bind,
  )
  const fitting = rows.filter(
    (row, index) =>
      index < page.limit && (index === 0 || Number(row.linesBefore) + row.lineCount <= MAX_LINES_PER_PAGE),
  )
  const entries = await complete(tx, businessId, fitting)
  const shown = fittingInBytes(entries, entryBytes)
  const last = rows.length > shown ? fitting[shown - 1] : undefined
  return { entries: entries.slice(0, shown), last: last && [last.entryAt.toISOString(), last.seq] }
}

/**
 * How many entries the filter matches: from the journal's own counters where only time, basis and type are asked. Of tags
 * and references none are kept: an entry carries several values, so counts by value would not add up. What matches is
 * counted by its index, and nothing else is read.
 */
export async function countEntries(tx: Tx, businessId: string, filter: EntryFilter): Promise<number> {
  const { from, before, otherBasis, entryType, ...others } = filter
  const counted = Object.values(others).every((value) => value === undefined)
  if (counted)
    return tx.count('SELECT journal_entry_count_of_type_v1($1, $2, $3, $4, $5) AS count', [
      businessId,
      entryType ?? null,
      otherBasis ?? '',
      from ?? null,
      before ?? null,
    ])
  const { where, bind } = conditions(businessId, filter)
  return tx.count(`SELECT count(*) FROM journal_entries e WHERE ${where}`, bind)
}
