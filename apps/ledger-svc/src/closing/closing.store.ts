import type { Tx } from '@pacioli/db'
import type { Page } from '@pacioli/paging'
import { fittingInBytes } from '../answer-size.ts'
import { entryBytes } from '../journal/entry-size.ts'
import { loadEntries } from '../journal/entry.store.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import type { Strictness, TagDefinition } from '../tags/tag.ts'
import { entriesOf, type ClosingAction } from './closing-action.ts'
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

/** All that is posted and not reversed. */
export async function loadJournalDebits(tx: Tx, businessId: string): Promise<bigint> {
  const row = await tx.row<{ debits: string }>('SELECT journal_debits_v1($1) AS debits', [businessId])
  return BigInt(row?.debits ?? 0)
}

type LiveRow = { id: string; starts_at: Date; closes_at: Date }

const toLiveClosing = (row: LiveRow): LiveClosing => ({ id: row.id, startsAt: row.starts_at, closesAt: row.closes_at })

/** A closing that is not reversed and that the window overlaps in part, if there is one. */
export async function loadOverlappingClosing(
  tx: Tx,
  businessId: string,
  window: ClosingWindow,
): Promise<LiveClosing | undefined> {
  const row = await tx.row<LiveRow>(
    `SELECT id, starts_at, closes_at FROM closing_actions
      WHERE business_id = $1 AND reversed_at IS NULL AND closes_at >= $2 AND starts_at <= $3
        AND (starts_at < $2 OR closes_at > $3)
      ORDER BY closes_at, starts_at LIMIT 1`,
    [businessId, window.startsAt, window.closesAt],
  )
  return row && toLiveClosing(row)
}

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
  const row = await tx.row<LiveRow>(
    `SELECT c.id, c.starts_at, c.closes_at FROM closing_actions c
      WHERE c.business_id = $1 AND c.reversed_at IS NULL AND c.closes_at >= $2 AND c.closes_at <= $3
        AND EXISTS (
          SELECT FROM line_items l
           CROSS JOIN LATERAL (
             SELECT count(*) AS carried, count(*) FILTER (WHERE t.definition_id = ANY ($5::uuid[])) AS balancing,
                    count(*) FILTER (WHERE t.definition_id = ANY ($6::uuid[])) AS others
               FROM line_item_tags t
              WHERE t.business_id = $1 AND t.line_id = l.id AND t.dimension_id = ANY ($4::uuid[])) tags
           WHERE l.business_id = $1 AND l.entry_id = ANY (ARRAY[c.primary_entry_id, c.secondary_entry_id])
             AND tags.carried = tags.balancing + tags.others AND tags.balancing = $7 AND tags.others < $8)
      ORDER BY c.closes_at, c.starts_at LIMIT 1`,
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
  return row && toLiveClosing(row)
}

/** Their entries must be posted already. */
export async function insertClosings(
  tx: Tx,
  businessId: string,
  made: { requestId: string; request: ClosingRequest; targetId: string; window: ClosingWindow; now: Date },
  actions: readonly ClosingAction[],
): Promise<void> {
  const { requestId, request, targetId, window, now } = made
  await tx.rows(
    `INSERT INTO closing_requests (business_id, id, input, target_account_id, starts_at, closes_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [businessId, requestId, JSON.stringify(request), targetId, window.startsAt, window.closesAt, now],
  )
  await tx.rows(
    `INSERT INTO closing_actions (business_id, id, request_id, primary_entry_id, secondary_entry_id, line_count,
                                  starts_at, closes_at, reference_number, created_at)
     SELECT $1, t.id, $2, t.primary_entry_id, t.secondary_entry_id, t.line_count, $3, $4, $5, $6
       FROM unnest($7::uuid[], $8::uuid[], $9::uuid[], $10::integer[]) WITH ORDINALITY
            AS t(id, primary_entry_id, secondary_entry_id, line_count, n)
      ORDER BY t.n`,
    [
      businessId,
      requestId,
      window.startsAt,
      window.closesAt,
      request.referenceNumber,
      now,
      actions.map((action) => action.id),
      actions.map((action) => action.primary.id),
      actions.map((action) => action.secondary[0]?.id ?? null),
      actions.map((action) => entriesOf(action).reduce((sum, entry) => sum + entry.lines.length, 0)),
    ],
  )
}

export async function markReversed(tx: Tx, businessId: string, closingId: string, at: Date): Promise<void> {
  await tx.rows('UPDATE closing_actions SET reversed_at = $3 WHERE business_id = $1 AND id = $2', [
    businessId,
    closingId,
    at,
  ])
}

type ActionRow = {
  id: string
  seq: string
  request_id: string
  input: string
  primary_entry_id: string
  secondary_entry_id: string | null
  starts_at: Date
  closes_at: Date
  line_count: number
  created_at: Date
  reversed_at: Date | null
}

const actionColumns = `c.id, c.seq, c.request_id, r.input::text AS input, c.primary_entry_id, c.secondary_entry_id,
  c.starts_at, c.closes_at, c.line_count, c.created_at, c.reversed_at`

const actionTables = `closing_actions c
  JOIN closing_requests r ON r.business_id = c.business_id AND r.id = c.request_id`

/** A stored request: its instants have become text. */
function requestFrom(input: string): ClosingRequest {
  const kept = JSON.parse(input) as Omit<ClosingRequest, 'startsAt'> & { startsAt: string | null }
  return { ...kept, startsAt: kept.startsAt === null ? null : new Date(kept.startsAt) }
}

async function complete(tx: Tx, businessId: string, rows: readonly ActionRow[]): Promise<ClosingAction[]> {
  const ids = rows.flatMap((row) => [row.primary_entry_id, row.secondary_entry_id ?? []].flat())
  const entries = new Map((await loadEntries(tx, businessId, 'ids', ids)).map((entry) => [entry.id, entry]))
  const entry = (id: string): JournalEntry => entries.get(id) ?? missing(id)
  return rows.map((row) => ({
    id: row.id,
    businessId,
    requestId: row.request_id,
    request: requestFrom(row.input),
    primary: entry(row.primary_entry_id),
    secondary: row.secondary_entry_id === null ? [] : [entry(row.secondary_entry_id)],
    startsAt: row.starts_at,
    closesAt: row.closes_at,
    createdAt: row.created_at,
    reversedAt: row.reversed_at,
  }))
}

const missing = (entryId: string): never => {
  throw new Error(`entry ${entryId} of a closing is not there`)
}

export async function loadClosing(tx: Tx, businessId: string, closingId: string): Promise<ClosingAction | undefined> {
  const rows = await tx.rows<ActionRow>(
    `SELECT ${actionColumns} FROM ${actionTables} WHERE c.business_id = $1 AND c.id = $2`,
    [businessId, closingId],
  )
  return (await complete(tx, businessId, rows))[0]
}

/** Which closings a listing shows, by the instant of their close. */
export type ClosingFilter = {
  from?: Date | undefined
  before?: Date | undefined
  includeReversed: boolean
  referenceNumbers?: readonly string[] | undefined
}

function conditions(businessId: string, filter: ClosingFilter): { where: string; bind: unknown[] } {
  const bind: unknown[] = [businessId]
  const where = ['c.business_id = $1']
  const add = (condition: (parameter: string) => string, value: unknown): void => {
    bind.push(value)
    where.push(condition(`$${bind.length}`))
  }
  if (filter.from) add((at) => `c.closes_at >= ${at}`, filter.from)
  if (filter.before) add((at) => `c.closes_at < ${at}`, filter.before)
  if (!filter.includeReversed) where.push('c.reversed_at IS NULL')
  if (filter.referenceNumbers?.length)
    add((list) => `c.reference_number = ANY (${list}::text[])`, filter.referenceNumbers)
  return { where: where.join(' AND '), bind }
}

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
  const [later, order] = page.sortOrder === 'ASC' ? ['>', 'ASC'] : ['<', 'DESC']
  const column = page.sortBy === 'created_at' ? 'created_at' : 'closes_at'
  const after = page.after
    ? ` AND (c.${column}, c.seq) ${later} ($${bind.length + 1}::timestamptz, $${bind.length + 2}::bigint)`
    : ''
  const rows = await tx.rows<ActionRow & { lines_before: string }>(
    `SELECT p.*, sum(p.line_count) OVER (ORDER BY p.${column} ${order}, p.seq ${order}) - p.line_count AS lines_before
       FROM (SELECT ${actionColumns} FROM ${actionTables} WHERE ${where}${after}
              ORDER BY c.${column} ${order}, c.seq ${order} LIMIT ${page.limit + 1}) p
      ORDER BY p.${column} ${order}, p.seq ${order}`,
    [...bind, ...(page.after ?? [])],
  )
  const fitting = rows.filter(
    (row, index) =>
      index < page.limit && (index === 0 || Number(row.lines_before) + row.line_count <= MAX_LINES_PER_PAGE),
  )
  const closings = await complete(tx, businessId, fitting)
  const shown = fittingInBytes(closings, closingBytes)
  const last = rows.length > shown ? fitting[shown - 1] : undefined
  return { closings: closings.slice(0, shown), last: last && [last[column].toISOString(), last.seq] }
}

export async function countClosings(tx: Tx, businessId: string, filter: ClosingFilter): Promise<number> {
  const { where, bind } = conditions(businessId, filter)
  const row = await tx.row<{ count: string }>(`SELECT count(*) AS count FROM closing_actions c WHERE ${where}`, bind)
  return Number(row?.count ?? 0)
}
