import type { Tx } from '@pacioli/db'
import type { IdRange, KnownVersion, Newest } from '@pacioli/history'

/** The entry itself, among its lines. */
export const NO_LINE = '00000000-0000-0000-0000-000000000000'

type TagRow = { nth: number; line: number | null; dimension_id: string; definition_id: string; id: string }

/** What can change of entries, as JSON, as of these versions. */
export const entryStatesThen = async (
  tx: Tx,
  businessId: string,
  versions: readonly KnownVersion[],
): Promise<(string | null)[]> => (await entriesThen(tx, businessId, versions)).map((entry) => JSON.stringify(entry))

type Tag = Pick<TagRow, 'dimension_id' | 'definition_id' | 'id'>
export type EntryThen = {
  id: string
  version: number
  transaction_tags: Tag[]
  line_items: { transaction_tags: Tag[] }[]
}

/**
 * The tags of entries and those of their lines, as of these versions, each an object of dimension, definition and id. A tag that has
 * been applied since was not there, one that has been removed since was.
 */
export async function entriesThen(tx: Tx, businessId: string, versions: readonly KnownVersion[]): Promise<EntryThen[]> {
  const bind = [businessId, versions.map(({ aggregateId }) => aggregateId), versions.map(({ version }) => version)]
  const [rows, entries] = await Promise.all([
    tx.rows<TagRow>(
      `WITH asked AS (
         SELECT entry_id, version, n::int AS nth FROM unnest($2::uuid[], $3::bigint[]) WITH ORDINALITY AS a (entry_id, version, n)),
       since AS (
         SELECT DISTINCT ON (a.nth, m.line_id, m.definition_id) a.nth, m.*
           FROM asked a JOIN entry_tag_moves m ON m.business_id = $1 AND m.entry_id = a.entry_id AND m.version > a.version
          ORDER BY a.nth, m.line_id, m.definition_id, m.version, m.is_applied),
       now AS (
         SELECT a.nth, '${NO_LINE}'::uuid AS line_id, t.dimension_id, t.definition_id, t.id
           FROM asked a JOIN entry_tags t ON t.business_id = $1 AND t.entry_id = a.entry_id
          UNION ALL
         SELECT a.nth, t.line_id, t.dimension_id, t.definition_id, t.id
           FROM asked a
           JOIN line_items l ON l.business_id = $1 AND l.entry_id = a.entry_id
           JOIN line_item_tags t ON t.business_id = $1 AND t.line_id = l.id),
       was AS (
         SELECT n.* FROM now n
          WHERE NOT EXISTS (SELECT FROM since s
                             WHERE s.nth = n.nth AND s.line_id = n.line_id AND s.definition_id = n.definition_id)
          UNION ALL
         SELECT s.nth, s.line_id, s.dimension_id, s.definition_id, s.id FROM since s WHERE NOT s.is_applied)
       SELECT w.nth, l.position AS line, w.dimension_id, w.definition_id, w.id
         FROM was w LEFT JOIN line_items l ON l.business_id = $1 AND l.id = w.line_id
        ORDER BY w.nth, l.position, w.id`,
      bind,
    ),
    tx.rows<{ id: string; line_count: number }>(
      'SELECT id, line_count FROM journal_entries WHERE business_id = $1 AND id = ANY ($2::uuid[])',
      bind.slice(0, 2),
    ),
  ])
  const lineCounts = new Map(entries.map(({ id, line_count }) => [id, line_count]))
  const tags = Map.groupBy(rows, ({ nth }) => nth)
  return versions.map(({ aggregateId: id, version }, index) => {
    const carried = Map.groupBy(tags.get(index + 1) ?? [], ({ line }) => line)
    const on = (place: number | null): Tag[] =>
      (carried.get(place) ?? []).map(({ dimension_id, definition_id, id: tagId }) => ({
        dimension_id,
        definition_id,
        id: tagId,
      }))
    return {
      id,
      version,
      transaction_tags: on(null),
      line_items: Array.from({ length: lineCounts.get(id) ?? 0 }, (_, place) => ({ transaction_tags: on(place) })),
    }
  })
}

/** The accounts that a chart began with, as its record tells them. */
const CHART_ACCOUNTS = `
  SELECT one.account ->> 'id' AS id, one.account::text AS state
    FROM records r LEFT JOIN large_states large ON large.business_id = $1 AND large.event_id = r.event_id
   CROSS JOIN LATERAL jsonb_array_elements(coalesce(r.state, large.state)::jsonb -> 'accounts') AS one (account)
   WHERE r.business_id = $1 AND r.aggregate_type = 'chart'`

type ChartAccount = { id: string; state: string }

/** Accounts that have not changed since the business began are told of with its chart, and have no records of their own. */
export async function accountStatesThen(
  tx: Tx,
  businessId: string,
  versions: readonly KnownVersion[],
): Promise<(string | null)[]> {
  const rows = await tx.rows<ChartAccount>(`${CHART_ACCOUNTS} AND one.account ->> 'id' = ANY ($2::text[])`, [
    businessId,
    versions.map(({ aggregateId }) => aggregateId),
  ])
  const accounts = new Map(rows.map(({ id, state }) => [id, state]))
  return versions.map(({ aggregateId }) => accounts.get(aggregateId) ?? null)
}

/** The same of all, as the first versions of these accounts. */
export async function readChartAccounts(
  tx: Tx,
  businessId: string,
  { after, through }: IdRange,
): Promise<Map<string, Newest>> {
  const rows = await tx.rows<ChartAccount>(
    `${CHART_ACCOUNTS} AND ($2::uuid IS NULL OR (one.account ->> 'id')::uuid > $2)
                       AND ($3::uuid IS NULL OR (one.account ->> 'id')::uuid <= $3)`,
    [businessId, after, through],
  )
  return new Map(rows.map(({ id, state }) => [id, { version: 1, state }]))
}
