/**
 * Aging as one would write it by hand, in one statement, with every right and without row-level security. The settings are
 * those of the service, which leaves the other processors to the other requests.
 */
import type pg from 'pg'

/** The outstanding amount of a bill as of a day, in two ways: the current one, or less what has changed since. */
const NOW = `SELECT i.*, i.balance AS owed FROM open_items i
              WHERE i.business_id = $1 AND i.kind IN ('BILL', 'VENDOR_CREDIT') AND i.balance <> 0`
const THEN = `SELECT i.*, i.balance - coalesce(since.amount, 0) AS owed
                FROM open_items i
                LEFT JOIN (SELECT item_id, sum(amount)::bigint AS amount FROM item_days
                            WHERE business_id = $1 AND day > $2::date GROUP BY item_id) since USING (item_id)
               WHERE i.business_id = $1 AND i.kind IN ('BILL', 'VENDOR_CREDIT') AND i.document_day <= $2::date
                 AND i.balance - coalesce(since.amount, 0) <> 0`

const DAYS = `CASE o.kind WHEN 'VENDOR_CREDIT' THEN least(0, $2::date - o.due_day) ELSE $2::date - o.due_day END`

const summary = (open: string): string => `
  SELECT c.contact_id, c.name, s.current, s.days_1_30, s.days_31_60, s.days_61_90, s.days_91_plus, s.total
    FROM (SELECT contact_id,
                 sum(owed) FILTER (WHERE days <= 0) AS current,
                 sum(owed) FILTER (WHERE days BETWEEN 1 AND 30) AS days_1_30,
                 sum(owed) FILTER (WHERE days BETWEEN 31 AND 60) AS days_31_60,
                 sum(owed) FILTER (WHERE days BETWEEN 61 AND 90) AS days_61_90,
                 sum(owed) FILTER (WHERE days > 90) AS days_91_plus,
                 sum(owed) AS total
            FROM (SELECT contact_id, owed, ${DAYS} AS days FROM (${open}) o) aged
           GROUP BY contact_id) s
    JOIN contacts c ON c.business_id = $1 AND c.contact_id = s.contact_id
   ORDER BY c.name`

const documents = (open: string): string => `
  SELECT c.contact_id, c.name, o.kind, o.item_id, o.reference_number, o.external_id, o.document_day::text,
         o.due_day::text, ${DAYS} AS days, o.owed
    FROM (${open}) o JOIN contacts c ON c.business_id = $1 AND c.contact_id = o.contact_id
   ORDER BY c.name, o.contact_id, o.due_day, o.document_day, o.reference_number, o.item_id`

const BUCKETS = [
  ['current', 'days <= 0'],
  ['1_30', 'days BETWEEN 1 AND 30'],
  ['31_60', 'days BETWEEN 31 AND 60'],
  ['61_90', 'days BETWEEN 61 AND 90'],
  ['91_plus', 'days > 90'],
  ['total', 'true'],
] as const

/** Nothing of a vendor was paid ahead. */
const UNAPPLIED = `'unapplied', json_build_object('value', 0, 'lines_url', null)`

/** `figure` once per bucket, as the cells of a row. */
const cells = (figure: (condition: string, key: string) => string): string =>
  `json_build_object(${BUCKETS.map(([key, condition]) => `'${key}', ${figure(condition, key)}`).join(', ')}, ${UNAPPLIED})`

/** What is not zero leads to what is open. @param rowKey as SQL */
const sumsIn = (rowKey: string): string =>
  cells((condition, key) => {
    const sum = `coalesce(sum(owed) FILTER (WHERE ${condition}), 0)`
    const url = `'/v1/businesses/' || $1::uuid || '/reports/lines?report=AP_AGING&effective_date=' || $2::date
                 || '&row_key=' || ${rowKey} || '&column_key=${key}'`
    return `json_build_object('value', ${sum}, 'lines_url', CASE WHEN ${sum} <> 0 THEN ${url} END)`
  })
const figures = cells(
  (condition) =>
    `CASE WHEN ${condition} THEN json_build_object('value', owed, 'lines_url', url) ELSE json_build_object('value', 0, 'lines_url', null) END`,
)

/** The same as the JSON that the API answers: $3 its columns. */
const answer = (open: string): string => `
  WITH aged AS MATERIALIZED (
         SELECT c.contact_id, c.name, o.item_id, o.reference_number, o.external_id, o.document_day, o.due_day, o.owed,
                ${DAYS} AS days,
                '/v1/businesses/' || $1::uuid || CASE o.kind WHEN 'BILL' THEN '/bills/' ELSE '/bills/vendor-credits/' END || o.item_id AS url
           FROM (${open}) o JOIN contacts c ON c.business_id = $1 AND c.contact_id = o.contact_id),
       by_contact AS (
         SELECT name, json_build_object('row_key', contact_id, 'display_name', name, 'cells', ${sumsIn('contact_id')}, 'rows',
                  json_agg(json_build_object('row_key', item_id, 'display_name', coalesce(reference_number, external_id),
                             'cells', ${figures}, 'rows', json_build_array())
                           ORDER BY due_day, document_day, reference_number, item_id)) AS contact
           FROM aged GROUP BY contact_id, name
         UNION ALL
         SELECT NULL, json_build_object('row_key', 'TOTAL', 'display_name', 'Total', 'cells', ${sumsIn("'TOTAL'")}, 'rows', json_build_array())
           FROM aged)
  SELECT json_build_object('data', json_build_object('type', 'Unified_Report', 'business_id', $1::uuid, 'columns', $3::json,
           'rows', json_agg(contact ORDER BY name NULLS LAST)))::text AS answer
    FROM by_contact`

export type SummaryRow = Record<
  'contact_id' | 'name' | 'current' | 'days_1_30' | 'days_31_60' | 'days_61_90' | 'days_91_plus' | 'total',
  string | null
>
export type DocumentRow = { contact_id: string; name: string; item_id: string; days: number; owed: string }

/** To be done once, on the only connection of the pool. */
export const asTheService = (db: pg.Pool): Promise<unknown> =>
  db.query('SET max_parallel_workers_per_gather = 0; SET jit = off')

/** As of today from the current amounts; as of an earlier day less what has changed since. */
export const sumByHand = async (db: pg.Pool, business: string, day: string, isToday: boolean): Promise<SummaryRow[]> =>
  (await db.query<SummaryRow>(summary(isToday ? NOW : THEN), [business, day])).rows

export const listByHand = async (
  db: pg.Pool,
  business: string,
  day: string,
  isToday: boolean,
): Promise<DocumentRow[]> => (await db.query<DocumentRow>(documents(isToday ? NOW : THEN), [business, day])).rows

/** @param columns of the report, as JSON */
export async function answerByHand(
  db: pg.Pool,
  business: string,
  { day, isToday }: { day: string; isToday: boolean },
  columns: string,
): Promise<string> {
  const { rows } = await db.query<{ answer: string }>(answer(isToday ? NOW : THEN), [business, day, columns])
  return rows[0]?.answer ?? ''
}
