import pg from 'pg'
import { connectAt } from './connect-at.ts'
import { databaseUrl } from '@pacioli/fields/database-url'

/** Columns that the relay changes in existing rows, at any time. */
const DELIVERY = ['sent_at', 'next_attempt_at', 'attempts', 'is_recorded']

/** Their rows are written or removed behind the writes, at any time; each stands for an event, which is compared. */
const BEHIND = [
  'event_queue',
  'records',
  'record_heads',
  'large_states',
  'seal_heads',
  'seals',
  'seal_blocks',
  'seal_cosignatures',
  'seal_witness_heads',
  'audits',
  'violations',
]

/** Events are compared, but for those that tell of seals, which are made behind the writes, too. */
const NO_SEALS = `AND aggregate_type <> 'seal'`

/** Copies of the ledger in banking and billing. */
const FACTS = ['businesses', 'accounts', 'tag_dimensions', 'tag_values', 'parked_events']

/**
 * Tables copied from other services, by the first word of a database's name: they follow events, and may change any
 * moment after the write.
 */
const COPIES: Record<string, readonly string[]> = {
  banking: [...FACTS, 'vendors', 'customers', 'match_candidates'],
  billing: [...FACTS, 'document_matches'],
}

/** The statement for each database, by name: tables stay the same for a whole run. */
const statements = new Map<string, string>()

/**
 * A digest of each table's rows of a business, which a refused request must not change. Different digests name the
 * changed tables.
 * @param url the superuser's URL of the database
 */
export async function digestOf(url: string, businessId: string): Promise<Record<string, string>> {
  const client = await connectAt(url, businessId)
  try {
    const database = new URL(url).pathname.slice(1)
    const statement =
      statements.get(database) ?? (await statementFor(client, COPIES[database.split('_')[0] ?? ''] ?? []))
    statements.set(database, statement)
    const { rows } = await client.query<{ name: string; digest: string }>(statement, [businessId])
    return Object.fromEntries(rows.map(({ name, digest }) => [`${database}.${name}`, digest]))
  } finally {
    await client.end()
  }
}

/** The same over the databases of a stack: all that ledger, banking and billing own. */
export async function digestOfBooks(adminUrl: string, businessId: string): Promise<Record<string, string>> {
  const all = ['ledger', 'banking', 'billing'].map((database) =>
    digestOf(databaseUrl(adminUrl, { database }), businessId),
  )
  return Object.assign({}, ...(await Promise.all(all))) as Record<string, string>
}

async function statementFor(client: pg.Client, copies: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ name: string; is_of_aggregates: boolean }>(
    `SELECT c.relname AS name,
            EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'aggregate_type') AS is_of_aggregates
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'business_id'
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1) ORDER BY c.relname`,
    [[...copies, ...BEHIND]],
  )
  if (rows.length === 0) throw new Error('The database has no table with a business_id: nothing would be compared.')
  const left = DELIVERY.map((column) => pg.escapeLiteral(column)).join(', ')
  return rows
    .map(({ name, is_of_aggregates }) => {
      const row = `(to_jsonb(t) - ARRAY[${left}])::text`
      const digest = `md5(coalesce(string_agg(${row}, chr(10) ORDER BY ${row}), ''))`
      return `SELECT ${pg.escapeLiteral(name)} AS name, ${digest} AS digest FROM ${pg.escapeIdentifier(name)} t WHERE business_id = $1 ${is_of_aggregates ? NO_SEALS : ''}`
    })
    .join(' UNION ALL ')
}
