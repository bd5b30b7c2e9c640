/** The sources of aging for all businesses of a stack: in their owners, and in the read model of reporting. */
import { databaseUrl } from '@pacioli/testing'
import pg from 'pg'

export type Kind = 'BILL' | 'VENDOR_CREDIT' | 'INVOICE'

/** What is owed of it in minor units, credits less debits: above zero for bills, below for credits and invoices. */
export type AgedDocument = { business_id: string; kind: Kind; contact_id: string; id: string; owed: string }

/** What a day has changed of a document, in minor units, credits less debits. */
export type Move = { business_id: string; id: string; day: string; amount: string }

export type AgingSources = { documents: AgedDocument[]; moves: Move[] }

/** What a day has changed of a control account in the accrual books, in minor units, credits less debits. */
export type ControlMove = { business_id: string; account: string; day: string; amount: string }

/** All that the ledger has on these accounts, whoever posted it. */
export async function controlsInLedger(
  { ledger }: Databases,
  businesses: readonly BusinessRow[],
): Promise<ControlMove[]> {
  const { rows } = await ledger.query<ControlMove>(
    `SELECT l.business_id, a.stable_name AS account, (l.entry_at AT TIME ZONE b.time_zone)::date::text AS day,
            sum(CASE l.direction WHEN 'CREDIT' THEN l.amount ELSE -l.amount END)::text AS amount
       FROM accounts a JOIN businesses b ON b.id = a.business_id
       JOIN line_items l ON l.business_id = a.business_id AND l.account_id = a.id
      WHERE a.stable_name IN ('ACCOUNTS_RECEIVABLE', 'ACCOUNTS_PAYABLE', 'CUSTOMER_CREDITS', 'VENDOR_PREPAYMENTS')
        AND l.basis <> 'CASH' AND a.business_id = ANY ($1::uuid[])
      GROUP BY 1, 2, 3`,
    [businesses.map(({ id }) => id)],
  )
  return rows
}

export type BusinessRow = { id: string; client_id: string; time_zone: string }

export interface Databases {
  ledger: pg.Client
  billing: pg.Client
  reporting: pg.Client
}

export async function withDatabases<Result>(
  postgresAdminUrl: string,
  use: (databases: Databases) => Promise<Result>,
): Promise<Result> {
  const clientOf = (database: string) =>
    new pg.Client({ connectionString: databaseUrl(postgresAdminUrl, { database }) })
  const databases = { ledger: clientOf('ledger'), billing: clientOf('billing'), reporting: clientOf('reporting') }
  const clients = Object.values(databases)
  try {
    await Promise.all(clients.map((client) => client.connect()))
    return await use(databases)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/**
 * Businesses all of whose postings are in the journal: a refused one needs a person.
 * @param only of these; of all by default
 */
export async function settledBusinesses(
  { ledger, billing }: Databases,
  only: readonly string[] | undefined,
): Promise<BusinessRow[]> {
  const { rows: unposted } = await billing.query<{ id: string }>(
    `SELECT DISTINCT business_id AS id FROM postings WHERE status <> 'POSTED'`,
  )
  const { rows } = await ledger.query<BusinessRow>(
    `SELECT id, client_id, time_zone FROM businesses
      WHERE NOT id = ANY ($1::uuid[]) AND ($2::uuid[] IS NULL OR id = ANY ($2)) ORDER BY id`,
    [unposted.map(({ id }) => id), only],
  )
  return rows
}

/** Documents as billing has them, lines of documents as the ledger has them. */
export async function sourcesOfOwners(
  { ledger, billing }: Databases,
  businesses: readonly BusinessRow[],
): Promise<AgingSources> {
  const ids = businesses.map(({ id }) => id)
  const zones = businesses.map(({ time_zone }) => time_zone)
  const { rows: documents } = await billing.query<AgedDocument>(
    `SELECT business_id, kind, contact_id, id, owed::text FROM (
       SELECT business_id, 'BILL' AS kind, vendor_id AS contact_id, id, outstanding_balance AS owed
         FROM bills WHERE NOT is_expense
       UNION ALL
       SELECT business_id, 'VENDOR_CREDIT', vendor_id, id, CASE WHEN deleted_at IS NULL THEN -unallocated_amount ELSE 0 END
         FROM vendor_credits
       UNION ALL
       SELECT business_id, 'INVOICE', customer_id, id, -outstanding_balance FROM invoices
     ) documents
      WHERE business_id = ANY ($1::uuid[]) ORDER BY business_id, id`,
    [ids],
  )
  const { rows: lines } = await ledger.query<Move>(
    `SELECT l.business_id, l.document_id AS id, (l.entry_at AT TIME ZONE b.time_zone)::date::text AS day,
            sum(CASE l.direction WHEN 'CREDIT' THEN l.amount ELSE -l.amount END)::text AS amount
       FROM line_items l JOIN businesses b ON b.id = l.business_id
      WHERE l.document_id IS NOT NULL AND l.basis <> 'CASH' AND l.business_id = ANY ($1::uuid[])
      GROUP BY 1, 2, 3`,
    [ids],
  )
  // An allocation of a credit reduces the bill and the credit: the accrual books have nothing of it.
  const { rows: credits } = await billing.query<Move>(
    `SELECT a.business_id, moved.id, (coalesce(a.counts_from, a.allocated_at) AT TIME ZONE b.time_zone)::date::text AS day, moved.amount::text
       FROM vendor_credit_allocations a
       JOIN unnest($1::uuid[], $2::text[]) AS b(id, time_zone) ON b.id = a.business_id
      CROSS JOIN LATERAL (VALUES (a.bill_id, -a.amount), (a.vendor_credit_id, a.amount)) AS moved(id, amount)
      WHERE a.deleted_at IS NULL`,
    [ids, zones],
  )
  return { documents, moves: summed([...lines, ...credits]) }
}

/** The rows of a table in the editions that are served. */
const served = (table: string): string =>
  `(${['a', 'b']
    .map(
      (slot) =>
        `SELECT t.* FROM read_model_4${slot}.${table} t JOIN read_models r ON r.business_id = t.business_id
          WHERE r.model = 4 AND r.slot = '${slot}' AND r.state = 'SERVED'`,
    )
    .join(' UNION ALL ')})`

/** The same as reporting has it. */
export async function sourcesInReporting(
  { reporting }: Databases,
  businesses: readonly BusinessRow[],
): Promise<AgingSources> {
  const ids = businesses.map(({ id }) => id)
  const { rows: documents } = await reporting.query<AgedDocument>(
    `SELECT business_id, kind, contact_id, item_id AS id, balance::text AS owed FROM ${served('open_items')} o
      WHERE business_id = ANY ($1::uuid[]) ORDER BY business_id, item_id`,
    [ids],
  )
  const { rows: moves } = await reporting.query<Move>(
    `SELECT business_id, item_id AS id, day::text, amount::text FROM ${served('item_days')} d
      WHERE business_id = ANY ($1::uuid[])`,
    [ids],
  )
  return { documents, moves: summed(moves) }
}

/** One per document and day, in order, without those that cancel out. */
function summed(moves: readonly Move[]): Move[] {
  const keyOf = ({ business_id, id, day }: Move): string => `${business_id} ${id} ${day}`
  return [...Map.groupBy(moves, keyOf)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [first, ...rest]]) => {
      if (!first) return []
      const amount = rest.reduce((sum, move) => sum + BigInt(move.amount), BigInt(first.amount))
      return amount === 0n ? [] : [{ ...first, amount: amount.toString() }]
    })
}
