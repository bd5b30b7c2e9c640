/** The yardstick of a posting on Citus: straight statements by hand, delegated to the node of the business. */
import { connectAt } from '@pacioli/testing'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { v7 } from 'uuid'
import { inTurn, type Business } from '../platform/platform.ts'
import { copyOf, ENTRIES, type RawEntry } from '../journal/raw-entries.ts'
import type { Load } from '../tools/cost.ts'

/** As many as ledger-svc has to its database. */
const CONNECTIONS = 16

const SQL = join(import.meta.dirname, 'hand-written.sql')

export type HandWritten = {
  load: (count: number, among: number) => Load
  /** @throws Error unless there are so many entries, with all that belongs to them, and balances are what lines say */
  refuseOtherBooks: (entries: number) => Promise<void>
  close: () => Promise<void>
}

/**
 * Makes its tables beside the product's, with the same businesses and accounts in them.
 * @param adminUrl the superuser's of the coordinator
 */
export async function openHandWritten(adminUrl: string, businesses: readonly Business[]): Promise<HandWritten> {
  const url = new URL(adminUrl)
  url.pathname = '/ledger'
  const pool = new pg.Pool({ connectionString: url.href, min: CONNECTIONS, max: CONNECTIONS })
  pool.on('error', () => {})
  await pool.query(readFileSync(SQL, 'utf8'))
  const ids = businesses.map(({ id }) => id)
  await pool.query('INSERT INTO hand_written.businesses SELECT * FROM public.businesses WHERE id = ANY ($1::uuid[])', [
    ids,
  ])
  await pool.query(
    'INSERT INTO hand_written.accounts SELECT * FROM public.accounts WHERE business_id = ANY ($1::uuid[])',
    [ids],
  )
  const captured = new Map<string, RawEntry[]>()
  for (const id of ids) captured.set(id, await postedBy(url.href, id))
  let position = 0
  return {
    load: (count, among) => ({
      callers: CONNECTIONS,
      count,
      act: async (n) => {
        const { id } = inTurn(businesses, n % among)
        const entry = copyOf(inTurn(captured.get(id) ?? [], Math.floor(n / among)))
        await pool.query(callOf(id, entry, ++position))
      },
    }),
    refuseOtherBooks: (entries) => refuseOtherBooks(pool, entries),
    close: () => pool.end(),
  }
}

/** What the product wrote for the entries of a business, where its rows are. */
async function postedBy(url: string, businessId: string): Promise<RawEntry[]> {
  const client = await connectAt(url, businessId)
  try {
    const { rows } = await client.query<RawEntry>(
      `${ENTRIES}
        WHERE e.business_id = $1 ORDER BY e.seq LIMIT 20`,
      [businessId],
    )
    return rows
  } finally {
    await client.end()
  }
}

function callOf(businessId: string, { id, memo, lines, event }: RawEntry, position: number): pg.QueryConfig {
  const [debit, credit] = ['DEBIT', 'CREDIT'].map((side) => lines.find(({ direction }) => direction === side))
  if (!debit || !credit || !event) throw new Error('Expected an entry of two lines, with its event.')
  return {
    name: 'hand-written',
    text: 'SELECT hand_written.post_entry($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
    values: [
      ...[businessId, id, new Date(), memo, debit.amount, debit.id, debit.accountId, credit.id, credit.accountId],
      ...[v7(), event.subject, event.text, position],
    ],
  }
}

async function refuseOtherBooks(pool: pg.Pool, entries: number): Promise<void> {
  const count = async (table: string, what = 'count(*)'): Promise<number> => {
    const { rows } = await pool.query<{ found: string }>(`SELECT ${what} AS found FROM hand_written.${table}`)
    return Number(rows[0]?.found)
  }
  const found = [
    await count('journal_entries'),
    await count('line_items'),
    await count('events'),
    await count('event_queue'),
    await count('account_balances', `coalesce(sum(line_count) FILTER (WHERE grain = 'D'), 0)`),
    await count('account_balances', `coalesce(sum(debits - credits), 0)`),
  ]
  const expected = [entries, 2 * entries, entries, entries, 2 * entries, 0]
  if (found.join() !== expected.join())
    throw new Error(`Expected entries, lines, events and balances ${expected.join(', ')}, found ${found.join(', ')}.`)
}
