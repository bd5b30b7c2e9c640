/**
 * Compares rows of read models with rows of the same tables rebuilt from what the owners have. For operators and tests.
 */
import type { Tx } from '@pacioli/db'
import type { Violation } from '@pacioli/events/check-command'
import { KEYS, READ_MODELS, type ReadModelTable } from '../read-models/read-model.store.ts'

/**
 * Columns that nothing depends on, and those about origin: the event and the release that wrote the row, and the day it
 * last moved.
 */
const IGNORED = ['event_id', 'built_as', 'last_day']

/** A line has the place of the version that made it what it is; rebuilt it has that of the last. */
const IGNORED_OF: Partial<Record<ReadModelTable, readonly string[]>> = { entry_lines: ['recorded'] }

/** Rows that say nothing may be present or not. */
const SAYS_SOMETHING: Partial<Record<ReadModelTable, string>> = {
  account_days: 'line_count <> 0 OR debits <> 0 OR credits <> 0',
  account_months: 'line_count <> 0 OR debits <> 0 OR credits <> 0',
  waiting_days: 'waiting <> 0',
  waiting_months: 'waiting <> 0',
  item_days: 'amount <> 0',
  open_items: 'kind IS NOT NULL OR balance <> 0',
}

/** So many rows of a table are named. */
const NAMED = 20

type Difference = { key: string; kept: Record<string, unknown> | null; expected: Record<string, unknown> | null }

/** The invariant of a table that has what its owners tell. */
export const asTold = (table: ReadModelTable): string => `${table} are what the owners tell`

/** The sums that are kept of lines, by their unit. */
const SUMS = [
  ['account_days', 'day'],
  ['account_months', 'month'],
] as const
const asLines = (table: ReadModelTable): string => `${table} are the sums of their lines`
export const SUMS_INVARIANTS = SUMS.map(([table]) => asLines(table))

export const FEED_INVARIANT = 'the positions of the feed follow each other up to its last one'
const LOG_FOLLOWS = 'the positions of the audit log follow each other up to the last one of the feed'
const LOG_TELLS = 'the audit log tells of each event what the feed does'
export const AUDIT_LOG_INVARIANTS = [LOG_FOLLOWS, LOG_TELLS]

/** The rows of the business that differ between the schemas `kept` and `expected`. */
export async function differencesBetween(
  tx: Tx,
  businessId: string,
  kept: string,
  expected: string,
): Promise<Violation[]> {
  const found: Violation[] = []
  for (const table of READ_MODELS) {
    const rows = (schema: string): string =>
      `(SELECT * FROM ${schema}.${table} WHERE business_id = $1 AND (${SAYS_SOMETHING[table] ?? 'true'}))`
    found.push(
      ...(await differing(tx, businessId, table, rows(kept), rows(expected), asTold(table), 'the owners have')),
    )
  }
  return found
}

/** The sums that differ from those of their lines. */
export async function sumsUnlikeLines(tx: Tx, businessId: string, schema: string): Promise<Violation[]> {
  const found: Violation[] = []
  for (const [table, unit] of SUMS) {
    const kept = `(SELECT * FROM ${schema}.${table} WHERE business_id = $1 AND (${SAYS_SOMETHING[table]}))`
    const on = unit === 'day' ? 'l.day' : `date_trunc('month', l.day)::date`
    const lines = `(
      SELECT $1::uuid AS business_id, t.id AS tag_value_id, ${on} AS ${unit}, l.account_id, l.basis, l.is_closing,
             sum(CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE 0 END) AS debits,
             sum(CASE l.direction WHEN 'CREDIT' THEN l.amount ELSE 0 END) AS credits, count(*) AS line_count
        FROM ${schema}.entry_lines l
       CROSS JOIN LATERAL unnest('00000000-0000-0000-0000-000000000000'::uuid || l.tag_value_ids) AS t(id)
       WHERE l.business_id = $1 GROUP BY t.id, ${on}, l.account_id, l.basis, l.is_closing)`
    found.push(...(await differing(tx, businessId, table, kept, lines, asLines(table), 'its lines come to')))
  }
  return found
}

async function differing(
  tx: Tx,
  businessId: string,
  table: ReadModelTable,
  kept: string,
  expected: string,
  invariant: string,
  says: string,
): Promise<Violation[]> {
  const columns = KEYS[table].split(', ')
  const same = ['business_id', ...columns].map((column) => `k.${column} = t.${column}`).join(' AND ')
  const key = columns.map((column) => `coalesce(k.${column}::text, t.${column}::text)`).join(`, `)
  const rows = await tx.rows<Difference>(
    `SELECT concat_ws(' ', ${key}) AS key, to_jsonb(k) - $2::text[] AS kept, to_jsonb(t) - $2::text[] AS expected
       FROM ${kept} k FULL JOIN ${expected} t ON ${same}
      WHERE (to_jsonb(k) - $2::text[]) IS DISTINCT FROM (to_jsonb(t) - $2::text[])
      ORDER BY 1 LIMIT ${NAMED + 1}`,
    [businessId, [...IGNORED, ...(IGNORED_OF[table] ?? [])]],
  )
  return [
    ...rows.slice(0, NAMED).map((row) => ({ invariant, detail: `${row.key}: ${describe(row, says)}` })),
    ...(rows.length > NAMED ? [{ invariant, detail: `and more than these ${NAMED}` }] : []),
  ]
}

function describe({ kept, expected }: Difference, says: string): string {
  if (!kept) return `is not there; ${says} ${JSON.stringify(expected)}`
  if (!expected) return `is there, and ${says} none`
  return Object.keys(expected)
    .filter((column) => JSON.stringify(kept[column]) !== JSON.stringify(expected[column]))
    .map((column) => `${column} is ${JSON.stringify(kept[column])}, ${says} ${JSON.stringify(expected[column])}`)
    .join('; ')
}

/** Positions that a reader of the feed would miss, or that are beyond its end. */
export async function gapsInFeed(tx: Tx, businessId: string): Promise<Violation[]> {
  const rows = await tx.rows<{ after: string; next: string | null }>(
    `WITH bounds AS (SELECT last_position, purged_through FROM feed_positions WHERE business_id = $1),
          places AS (SELECT purged_through AS position FROM bounds
                     UNION ALL SELECT position FROM feed_events WHERE business_id = $1
                     UNION ALL SELECT last_position + 1 FROM bounds)
     SELECT after, next FROM (SELECT position AS after, lead(position) OVER (ORDER BY position) AS next FROM places) p
      WHERE next IS NOT NULL AND next <> after + 1 ORDER BY after LIMIT ${NAMED}`,
    [businessId],
  )
  return rows.map(({ after, next }) => ({
    invariant: FEED_INVARIANT,
    detail: `after ${after} comes ${next}`,
  }))
}

/**
 * Positions that the audit log lacks, and events of the feed of which it tells something else. For a business that is older than
 * its log that begins where the feed did then.
 */
export async function gapsInAuditLog(tx: Tx, businessId: string): Promise<Violation[]> {
  const gaps = await tx.rows<{ after: string; next: string }>(
    `WITH places AS (SELECT position FROM audit_log WHERE business_id = $1
                     UNION ALL SELECT last_position + 1 FROM feed_positions WHERE business_id = $1)
     SELECT after, next FROM (SELECT position AS after, lead(position) OVER (ORDER BY position) AS next FROM places) p
      WHERE next IS NOT NULL AND next <> after + 1 ORDER BY after LIMIT ${NAMED}`,
    [businessId],
  )
  const others = await tx.rows<{ position: string }>(
    `SELECT e.position FROM feed_events e LEFT JOIN audit_log a ON a.business_id = e.business_id AND a.position = e.position
      WHERE e.business_id = $1
        AND (a.event_id, a.type, a.aggregate_type, a.aggregate_id, a.aggregate_version, a.happened_at, a.request_id, a.actor)
            IS DISTINCT FROM
            (e.event_id, e.type, e.aggregate_type, e.aggregate_id, e.aggregate_version, e.happened_at, e.request_id, e.actor)
      ORDER BY e.position LIMIT ${NAMED}`,
    [businessId],
  )
  return [
    ...gaps.map(({ after, next }) => ({
      invariant: LOG_FOLLOWS,
      detail: `after ${after} comes ${next}`,
    })),
    ...others.map(({ position }) => ({
      invariant: LOG_TELLS,
      detail: `position ${position}`,
    })),
  ]
}

/** A page of the businesses that are here, or that the ledger has; for the housekeeping role. */
export async function loadBusinesses(
  tx: Tx,
  inLedger: readonly string[],
  { after, limit, only }: { after: string | undefined; limit: number; only: string | undefined },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT id FROM (SELECT business_id AS id FROM businesses UNION SELECT business_id FROM read_models
                     UNION SELECT * FROM unnest($1::uuid[])) b
      WHERE ($2::uuid IS NULL OR id > $2::uuid) AND ($3::uuid IS NULL OR id = $3::uuid) ORDER BY id LIMIT $4`,
    [[...inLedger], after ?? null, only ?? null, limit],
  )
  return rows.map(({ id }) => id)
}

/** What is wrong of the history of what reporting owns. */
export const wrongRecords = (tx: Tx, businessId: string): Promise<Violation[]> =>
  tx.rows<Violation>('SELECT invariant, detail FROM check_records_v1($1)', [businessId])
