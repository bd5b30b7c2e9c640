import { allOf, keyset, type Tx } from '@pacioli/db'
import { integer, safeInteger, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'
import type { Page } from '@pacioli/paging'
import { findSealsOver } from '@pacioli/seals'
import { fittingInBytes } from '../answer-size.ts'
import { entryBytes } from '../journal/entry-size.ts'
import { loadEntries } from '../journal/entry.store.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import type { Strictness, TagDefinition } from '../tags/tag.ts'
import { entriesOf, type AnnouncedClosing, type ClosingAction } from './closing-action.ts'
import type { ClosingRequest, ClosingWindow, LiveClosing } from './closing.ts'

/** The balance of an account under a combination of tag values: debits less credits. */
export type LoadedBalance = { accountId: string; definitionIds: string[]; accrual: bigint; cash: bigint }

/**
 * Balances of the accounts in the window, for every combination of values of the dimensions. All of it from one snapshot.
 * @param narrowedTo only lines with one of these values, which are of one of the dimensions; null for all lines
 */
export async function loadWindowBalances(
  tx: Tx,
  businessId: string,
  { startsAt, closesAt }: ClosingWindow,
  of: { accountIds: readonly string[]; dimensionIds: readonly string[]; narrowedTo: readonly string[] | null },
): Promise<LoadedBalance[]> {
  const rows = await tx.rows<{ account_id: string; definition_ids: string[]; accrual: string; cash: string }>(
    `SELECT account_id, definition_ids, accrual, cash
       FROM closing_balances_v1($1, $2, $3, $4, $5, $6::timestamptz + interval '1 millisecond')`,
    [businessId, [...of.accountIds], [...of.dimensionIds], of.narrowedTo && [...of.narrowedTo], startsAt, closesAt],
  )
  return rows.map((row) => ({
    accountId: row.account_id,
    definitionIds: row.definition_ids,
    accrual: BigInt(row.accrual),
    cash: BigInt(row.cash),
  }))
}

export async function loadBalancingDimensionIds(tx: Tx, businessId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT id FROM tag_dimensions WHERE business_id = $1 AND strictness = 'BALANCING' AND deleted_at IS NULL`,
    [businessId],
  )
  return rows.map((row) => row.id)
}

const actions = table('closing_actions', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid,
  requestId: uuid,
  primaryEntryId: uuid,
  secondaryEntryId: uuid.orNull,
  startsAt: timestamp,
  closesAt: timestamp,
  lineCount: integer,
  referenceNumber: text.orNull.writeOnly,
  createdAt: timestamp,
  reversedAt: timestamp.orNull,
  version: safeInteger,
})
const live = actions.only('id', 'startsAt', 'closesAt')

/** A closing that is not reversed and that the window overlaps in part, if there is one. */
export const loadOverlappingClosing = (
  tx: Tx,
  businessId: string,
  window: ClosingWindow,
): Promise<LiveClosing | undefined> =>
  live.row(
    tx,
    `t.business_id = $1 AND t.reversed_at IS NULL AND t.closes_at >= $2 AND t.starts_at <= $3
        AND (t.starts_at < $2 OR t.closes_at > $3)
      ORDER BY t.closes_at, t.starts_at LIMIT 1`,
    [businessId, window.startsAt, window.closesAt],
  )

/**
 * A closing within the window that is not reversed and that may have closed the lines with these values under another
 * combination, if there is one: a line of it carries one of them in each BALANCING dimension, no others in any, and none
 * at all in some NON_BALANCING one.
 * @param narrowedTo the values of one dimension each
 */
export async function loadBroaderClosing(
  tx: Tx,
  businessId: string,
  window: ClosingWindow,
  narrowedTo: readonly (readonly TagDefinition[])[],
): Promise<LiveClosing | undefined> {
  const of = (strictness: Strictness) => narrowedTo.filter(([first]) => first?.strictness === strictness)
  const [balancing, others] = [of('BALANCING'), of('NON_BALANCING')]
  if (others.length === 0) return undefined
  const idsOf = (values: typeof narrowedTo): string[] => values.flat().map(({ definitionId }) => definitionId)
  return live.row(
    tx,
    `t.business_id = $1 AND t.reversed_at IS NULL AND t.closes_at >= $2 AND t.closes_at <= $3
        AND EXISTS (
          SELECT FROM line_items l
           CROSS JOIN LATERAL (
             SELECT count(*) AS carried, count(*) FILTER (WHERE g.definition_id = ANY ($5::uuid[])) AS balancing,
                    count(*) FILTER (WHERE g.definition_id = ANY ($6::uuid[])) AS others
               FROM line_item_tags g
              WHERE g.business_id = $1 AND g.line_id = l.id AND g.dimension_id = ANY ($4::uuid[])) tags
           WHERE l.business_id = $1 AND l.entry_id = ANY (ARRAY[t.primary_entry_id, t.secondary_entry_id])
             AND tags.carried = tags.balancing + tags.others AND tags.balancing = $7 AND tags.others < $8)
      ORDER BY t.closes_at, t.starts_at LIMIT 1`,
    [
      businessId,
      window.startsAt,
      window.closesAt,
      narrowedTo.flatMap(([first]) => first?.dimensionId ?? []),
      idsOf(balancing),
      idsOf(others),
      balancing.length,
      others.length,
    ],
  )
}

/** Their entries must be posted already. */
export async function insertClosings(
  tx: Tx,
  businessId: string,
  made: { requestId: string; request: ClosingRequest; targetId: string; window: ClosingWindow; now: Date },
  closings: readonly ClosingAction[],
): Promise<void> {
  const { requestId, request, targetId, window, now } = made
  await tx.rows(
    `INSERT INTO closing_requests (business_id, id, input, target_account_id, starts_at, closes_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [businessId, requestId, JSON.stringify(request), targetId, window.startsAt, window.closesAt, now],
  )
  const { referenceNumber } = request
  await actions.insert(
    tx,
    { businessId, requestId, ...window, referenceNumber, createdAt: now, reversedAt: null, version: 1 },
    closings.map((action) => ({
      id: action.id,
      primaryEntryId: action.primary.id,
      secondaryEntryId: action.secondary[0]?.id ?? null,
      lineCount: entriesOf(action).reduce((sum, entry) => sum + entry.lines.length, 0),
    })),
  )
}

/** @returns its version now */
export async function markReversed(tx: Tx, businessId: string, closingId: string, at: Date): Promise<number> {
  const { version } = await tx.one<{ version: string }>(
    'UPDATE closing_actions SET reversed_at = $3, version = version + 1 WHERE business_id = $1 AND id = $2 RETURNING version',
    [businessId, closingId, at],
  )
  return Number(version)
}

type More = { input: string; seq: string; linesBefore?: string }
type ActionRow = RowOf<typeof actions> & More

const actionColumns = `${actions.columns('c')}, c.seq, r.input::text AS input`

const actionTables = `closing_actions c
  JOIN closing_requests r ON r.business_id = c.business_id AND r.id = c.request_id`

/** A stored request: its instants have become text. */
function requestFrom(input: string): ClosingRequest {
  const kept = JSON.parse(input) as Omit<ClosingRequest, 'startsAt'> & { startsAt: string | null }
  return { ...kept, startsAt: kept.startsAt === null ? null : new Date(kept.startsAt) }
}

async function complete(tx: Tx, businessId: string, rows: readonly ActionRow[]): Promise<ClosingAction[]> {
  const ids = rows.flatMap((row) => [row.primaryEntryId, row.secondaryEntryId ?? []].flat())
  const entries = new Map((await loadEntries(tx, businessId, 'ids', ids)).map((entry) => [entry.id, entry]))
  const entry = (id: string): JournalEntry => entries.get(id) ?? missing(id)
  const seals = await findSealsOver(
    tx,
    businessId,
    rows.map((row) => [row.primaryEntryId, row.secondaryEntryId ?? []].flat()),
  )
  return rows.map(
    (
      { input, primaryEntryId, secondaryEntryId, seq: _seq, lineCount: _lineCount, linesBefore: _linesBefore, ...row },
      nth,
    ) => ({
      ...row,
      seal: seals[nth],
      request: requestFrom(input),
      primary: entry(primaryEntryId),
      secondary: secondaryEntryId === null ? [] : [entry(secondaryEntryId)],
    }),
  )
}

const missing = (entryId: string): never => {
  throw new Error(`entry ${entryId} of a closing is not there`)
}

export async function loadClosing(tx: Tx, businessId: string, closingId: string): Promise<ClosingAction | undefined> {
  const rows = await actions.query<More>(
    tx,
    `SELECT ${actionColumns} FROM ${actionTables} WHERE c.business_id = $1 AND c.id = $2`,
    [businessId, closingId],
  )
  return (await complete(tx, businessId, rows))[0]
}

/** A page of all closings in the order of their ids, reversed ones too; null begins it. */
export async function loadClosingsAfter(
  tx: Tx,
  businessId: string,
  after: string | null,
  limit: number,
): Promise<AnnouncedClosing[]> {
  const rows = await actions.query<More>(
    tx,
    `SELECT ${actionColumns} FROM ${actionTables}
      WHERE c.business_id = $1 AND ($2::uuid IS NULL OR c.id > $2) ORDER BY c.id LIMIT $3`,
    [businessId, after, limit],
  )
  return rows.map(({ input, primaryEntryId, secondaryEntryId, ...row }) => ({
    ...row,
    request: requestFrom(input),
    primary: { id: primaryEntryId },
    secondary: secondaryEntryId === null ? [] : [{ id: secondaryEntryId }],
  }))
}

/** Which closings a listing shows, by the instant of their close. */
export type ClosingFilter = {
  from?: Date | undefined
  before?: Date | undefined
  includeReversed: boolean
  referenceNumbers?: readonly string[] | undefined
}

const conditions = (businessId: string, { from, before, includeReversed, referenceNumbers }: ClosingFilter) =>
  allOf(
    ['c.business_id = $', businessId],
    ['c.closes_at >= $', from],
    ['c.closes_at < $', before],
    includeReversed ? undefined : 'c.reversed_at IS NULL',
    ['c.reference_number = ANY ($::text[])', referenceNumbers?.length ? referenceNumbers : undefined],
  )

/** Lines are what makes an answer long: a page ends before it holds more of them. */
const MAX_LINES_PER_PAGE = 5_000

/** About how long a closing is in an answer: its entries and its request. */
const closingBytes = (closing: ClosingAction): number =>
  1_000 + JSON.stringify(closing.request).length + entriesOf(closing).reduce((sum, entry) => sum + entryBytes(entry), 0)

export type ClosingPage = { closings: ClosingAction[]; last: [string, string] | undefined }

/** One page in the order of `closes_at` or `created_at`. `last` is the sort key of its last closing if more follow. */
export async function loadClosingPage(
  tx: Tx,
  businessId: string,
  filter: ClosingFilter,
  page: Page,
): Promise<ClosingPage> {
  const { where, bind } = conditions(businessId, filter)
  const [column, property] =
    page.sortBy === 'created_at' ? (['created_at', 'createdAt'] as const) : (['closes_at', 'closesAt'] as const)
  const key = [
    [`c.${column}`, 'timestamptz'],
    ['c.seq', 'bigint'],
  ] as const
  const { beyond, orderBy } = keyset(page, key, bind)
  const outerOrder = `p."${property}" ${page.sortOrder}, p.seq ${page.sortOrder}`
  const rows = await actions.query<More>(
    tx,
    `SELECT p.*, sum(p."lineCount") OVER (ORDER BY ${outerOrder}) - p."lineCount" AS "linesBefore"
       FROM (SELECT ${actionColumns} FROM ${actionTables} WHERE ${where} AND ${beyond}
              ORDER BY ${orderBy} LIMIT ${page.limit + 1}) p
      ORDER BY ${outerOrder}`,
    bind,
  )
  const fitting = rows.filter(
    (row, index) =>
      index < page.limit && (index === 0 || Number(row.linesBefore) + row.lineCount <= MAX_LINES_PER_PAGE),
  )
  const closings = await complete(tx, businessId, fitting)
  const shown = fittingInBytes(closings, closingBytes)
  const last = rows.length > shown ? fitting[shown - 1] : undefined
  return { closings: closings.slice(0, shown), last: last && [last[property].toISOString(), last.seq] }
}

export async function countClosings(tx: Tx, businessId: string, filter: ClosingFilter): Promise<number> {
  const { where, bind } = conditions(businessId, filter)
  return tx.count(`SELECT count(*) FROM closing_actions c WHERE ${where}`, bind)
}
