/** Whatever is altered behind the services, `pacioli-verify` finds from outside, and names. */
import { databaseUrl } from '@pacioli/fields/database-url'
import { waitFor } from '@pacioli/testing'
import fc from 'fast-check'
import { HttpSource, lineOf, verify, type Kept } from 'pacioli-verify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Banking, billed, moneyOut, newClient, Payables, sale, target, type Books } from './src/index.ts'
import { sketchReceivables } from './src/exercise-receivables.ts'
import { sealed } from './src/sealed.ts'

let books: Books
let payables: Payables
/** What somebody outside has kept. */
let seals: Kept[]
const connections = new Map<string, pg.Client>()

/** As a superuser, whom no trigger and no policy holds up. */
async function connected(database: string): Promise<pg.Client> {
  const known = connections.get(database)
  if (known) return known
  const client = new pg.Client(databaseUrl(target().postgresAdminUrl, { database }))
  await client.connect()
  await client.query('SET session_replication_role = replica')
  connections.set(database, client)
  return client
}

beforeAll(async () => {
  books = await (await newClient(target(), 'sealed-tampering')).books()
  payables = new Payables(books)
  const vendor = await payables.vendor('paper', { company_name: 'Paper & Co', email: 'lee@paper.example' })
  const tags = [{ key: 'store', value: 'one' }]
  const bill = await payables.received(vendor, [billed('COGS', 700)], { memo: 'For Ms Lee', tags })
  await payables.paid(500, [{ bill_id: bill.id, amount: 400 }])
  await sketchReceivables(books)
  const posted = await books.allPosted([
    sale(700, '2026-03-01T12:00:00Z', { tags, metadata: { till: 4 }, reference_number: '17', memo: 'first' }),
    sale(30, '2026-03-02T12:00:00Z', { tags }),
  ])
  const [first, second] = posted
  const entity = { entity_type: 'LINE_ITEM', entity_ids: second?.line_items.map(({ id }) => id) }
  expect(
    (await books.api.call('applyTags', { body: { ...entity, key_values: [{ key: 'till', value: '4' }] } })).status,
  ).toBe(200)
  expect(
    (await books.api.call('removeTags', { body: { ...entity, key_values: [{ key: 'till', value: '4' }] } })).status,
  ).toBe(200)
  await books.reverse(first?.id ?? '')
  const banking = new Banking(books)
  const { id } = await banking.account('checking')
  const [transaction] = await banking.imported(id, [moneyOut('one', 5), moneyOut('other', 7)])
  await banking.categorize(transaction?.id ?? '', 'COGS')
  seals = [...(await sealed(books)).values()].map(({ log, note }) => ({ name: `kept ${log}`, note }))
})
afterAll(() => Promise.all([...connections.values()].map((client) => client.end())))

/** How many leaves the seal of a service has that was kept. */
const keptSize = (database: string): number =>
  Number(seals.find(({ name }) => name === `kept ${database.toUpperCase()}`)?.note.split('\n')[1])

/** What is found, a line each. */
async function found(kept: readonly Kept[] = seals): Promise<string[]> {
  const { baseUrl, token = '' } = books.api
  const source = new HttpSource({ url: baseUrl, businessId: books.id, token })
  const lines: string[] = []
  for await (const finding of verify(source, { businessId: books.id, keys: [], kept, now: () => new Date() }))
    lines.push(lineOf(finding))
  return lines
}

/**
 * What is found while the rows of the business in a table are as they are after the statement. What is added meanwhile stays: audits
 * find what is altered, and tell of it by events, which are records.
 */
async function foundAfter(database: string, table: string, statement: string, bind: unknown[] = []): Promise<string[]> {
  const client = await connected(database)
  const { rows: stored } = await client.query<{ columns: string }>(
    `SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  )
  const columns = stored[0]?.columns ?? ''
  const rows = `FROM ${table} t WHERE business_id = '${books.id}' OR business_id IS NULL`
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await client.query(`CREATE TEMPORARY TABLE kept AS SELECT * FROM ${table} WHERE business_id = '${books.id}'`)
  const { rowCount } = await client.query(statement, bind)
  await client.query(`CREATE TEMPORARY TABLE altered AS SELECT t::text AS row ${rows}`)
  await client.query('COMMIT')
  try {
    expect([statement, rowCount]).toEqual([statement, expect.any(Number)])
    expect(rowCount).toBeGreaterThan(0)
    return await found()
  } finally {
    await client.query('BEGIN')
    await client.query(`DELETE FROM ${table} t WHERE (business_id = '${books.id}' OR business_id IS NULL)
                           AND t::text IN (SELECT row FROM altered)`)
    await client.query(`INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM kept`)
    await client.query('COMMIT')
    await client.query('DROP TABLE kept, altered')
  }
}

/** Columns that a leaf is made of, by table; what stands beside them is a copy, or an order of rows. */
const COVERED: readonly [database: string, table: string, columns: string][] = [
  [
    'ledger',
    'records',
    'position recorded_at aggregate_type aggregate_id version event_id event_type request_id actor state salt',
  ],
  [
    'banking',
    'records',
    'position recorded_at aggregate_type aggregate_id version event_id event_type request_id actor state salt',
  ],
  [
    'billing',
    'records',
    'position recorded_at aggregate_type aggregate_id version event_id event_type request_id actor state salt',
  ],
  [
    'ledger',
    'journal_entries',
    'id external_id posting_key entry_type basis agent entry_at recorded_at memo metadata reference_number source_type ' +
      'source_id reversal_of_id line_count',
  ],
  ['ledger', 'line_items', 'id entry_id position account_id amount direction memo document_id customer_id vendor_id'],
  ['ledger', 'entry_tags', 'entry_id dimension_id definition_id id'],
  ['ledger', 'line_item_tags', 'line_id dimension_id definition_id id'],
  ['ledger', 'entry_tag_moves', 'entry_id version line_id dimension_id definition_id is_applied id'],
  ['ledger', 'seals', 'size hashes root note'],
  ['billing', 'seals', 'size hashes root note'],
]

/** Rows that the last leaf of each thing tells of, with the columns that it tells. */
const TOLD: readonly [database: string, table: string, columns: string][] = [
  ['ledger', 'accounts', 'id parent_id name account_number stable_name account_subtype version'],
  ['ledger', 'tag_dimensions', 'id key user_visible version created_at updated_at'],
  ['ledger', 'tag_definitions', 'id dimension_id value version created_at updated_at'],
  [
    'banking',
    'bank_accounts',
    'id ledger_account_id account_subtype account_name notify_when_disconnected version created_at updated_at',
  ],
  [
    'banking',
    'external_accounts',
    'id bank_account_id external_id source account_name account_type reconnect_with_new_credentials is_syncing version',
  ],
  [
    'banking',
    'bank_transactions',
    'id external_account_id bank_account_id source_transaction_id imported_at date amount description ' +
      'category_account_id version',
  ],
  ['billing', 'applied_tags', 'entity_id dimension_id definition_id'],
  ['billing', 'vendors', 'id external_id company_name email version created_at updated_at'],
  ['billing', 'customers', 'id external_id company_name version created_at updated_at'],
  ['billing', 'bills', 'id vendor_id received_at additional_discount memo version imported_at updated_at'],
  ['billing', 'bill_line_items', 'id bill_id account_id'],
  ['billing', 'bill_payments', 'id vendor_id paid_at clearing_account_id amount version imported_at updated_at'],
  ['billing', 'bill_payment_allocations', 'id payment_id bill_id amount allocated_at is_later'],
  [
    'billing',
    'invoices',
    'id customer_id sent_at due_at voided_at additional_discount tips version imported_at updated_at',
  ],
  ['billing', 'invoice_line_items', 'id invoice_id account_id'],
  ['billing', 'invoice_sales_taxes', 'id invoice_id line_item_id tax_name account_id amount'],
  ['billing', 'invoice_write_offs', 'id invoice_id amount write_off_at account_id imported_at updated_at'],
  [
    'billing',
    'invoice_payments',
    'id external_id customer_id paid_at clearing_account_id amount fee payout_id version imported_at updated_at',
  ],
  ['billing', 'invoice_payment_allocations', 'id payment_id invoice_id amount moved_to_credit_at'],
  ['billing', 'refunds', 'id customer_id completed_at version imported_at updated_at'],
  ['billing', 'refund_allocations', 'total_amount invoice_id'],
  ['billing', 'refund_payments', 'id refund_id refunded_amount completed_at clearing_account_id version imported_at'],
  ['billing', 'payouts', 'id paid_out_amount fee completed_at clearing_account_id version imported_at updated_at'],
]
/** So many columns of each, others in each run. */
const COLUMNS_OF_EACH = 3

/** Another value of the same type, one byte or one step apart. */
const ALTERED: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: `coalesce(left(c, -1), '') || CASE WHEN right(c, 1) = 'x' THEN 'y' ELSE 'x' END`,
  json: `'{"till":5}'::json`,
  int4: 'c + 100',
  int8: 'c + 100000',
  timestamptz: `c + interval '1 millisecond'`,
  bool: 'NOT c',
  jsonb: `'{"till":5}'::jsonb`,
  date: 'c + 1',
  bytea: 'set_byte(c, length(c) - 1, (get_byte(c, length(c) - 1) + 1) % 256)',
}

const WORDS: Readonly<Record<string, string>> = {
  direction: `CASE c WHEN 'DEBIT' THEN 'CREDIT' ELSE 'DEBIT' END`,
  basis: `CASE c WHEN 'BOTH' THEN 'CASH' ELSE 'BOTH' END`,
  entry_type: `CASE c WHEN 'MANUAL' THEN 'BANK' ELSE 'MANUAL' END`,
  agent: `CASE c WHEN 'API' THEN 'SMS' ELSE 'API' END`,
  actor: `'{"subject":"nobody","assurance":"AUTHENTICATED"}'`,
  // Valid JSON still: what is told of it is what has to differ.
  state: `CASE WHEN c IS NULL THEN NULL ELSE left(c, -1) || ',"altered":true}' END`,
}

/** Records of what has a name. */
const HIDING = `aggregate_type IN ('business', 'account', 'vendor', 'customer', 'external_account')`

test('nothing is found in books that nobody has altered', async () => {
  expect(await found()).toEqual([])
})

/** Any row of the business; undefined where it has none like that. */
async function somePlace(database: string, table: string, condition = 'true'): Promise<string | undefined> {
  const { rows } = await (
    await connected(database)
  ).query<{ place: string }>(`SELECT ctid::text AS place FROM ${table} WHERE business_id = $1 AND ${condition}`, [
    books.id,
  ])
  return rows.length === 0 ? undefined : fc.sample(fc.constantFrom(...rows), 1)[0]?.place
}

async function typesOf(database: string, table: string): Promise<Map<string, string>> {
  const { rows } = await (
    await connected(database)
  ).query<{ name: string; type: string }>(
    `SELECT attname AS name, typname AS type FROM pg_attribute JOIN pg_type t ON t.oid = atttypid
      WHERE attrelid = $1::regclass AND attnum > 0`,
    [table],
  )
  return new Map(rows.map(({ name, type }) => [name, type]))
}

describe('what is altered by one value in one row, of which a leaf tells, is found, and names it', () => {
  test.each(TOLD)('in %s, %s', async (database, table, columns) => {
    const typeOf = await typesOf(database, table)
    const picked = fc.sample(fc.shuffledSubarray(columns.split(' '), { minLength: 1 }), 1)[0] ?? []
    for (const column of picked.slice(0, COLUMNS_OF_EACH)) {
      const altered = (ALTERED[typeOf.get(column) ?? ''] ?? '').replaceAll(/\bc\b/g, column)
      const place = await somePlace(database, table, `${column} IS NOT NULL`)
      expect([table, column, place]).toEqual([table, column, expect.any(String)])
      const statement = `UPDATE ${table} SET ${column} = ${altered} WHERE ctid = $1::tid`
      const lines = await foundAfter(database, table, statement, [place])
      const isNamed = lines.some((line) => /^(LEDGER|BANKING|BILLING), \w+ [0-9a-f-]{36}\b/.test(line))
      expect([table, column, isNamed]).toEqual([table, column, true])
    }
  })

  test.each(TOLD)('or is gone, in %s, %s', async (database, table) => {
    const place = await somePlace(database, table)
    const lines = await foundAfter(database, table, `DELETE FROM ${table} WHERE ctid = $1::tid`, [place])
    expect([table, lines.length > 0]).toEqual([table, true])
  })
})

describe('what is altered by one value in one row is found', () => {
  test.each(COVERED)('in %s, %s: %s', async (database, table, columns) => {
    const typeOf = await typesOf(database, table)
    for (const column of columns.split(' ')) {
      const altered = (WORDS[column] ?? ALTERED[typeOf.get(column) ?? ''] ?? '').replaceAll(/\bc\b/g, column)
      // A salt matters where it hides something.
      const matters = column === 'salt' ? HIDING : 'true'
      const condition = `(${altered}) IS NOT NULL AND ${column} IS NOT NULL AND ${matters}`
      const place = await somePlace(database, table, condition)
      if (place === undefined) continue
      const statement = `UPDATE ${table} SET ${column} = ${altered} WHERE ctid = $1::tid`
      const lines = await foundAfter(database, table, statement, [place])
      expect([table, column, lines.length > 0, lines.some((line) => /position \d+|seal|leaves/.test(line))]).toEqual([
        table,
        column,
        true,
        true,
      ])
    }
  })
})

describe('a row that is gone, or comes twice, is found', () => {
  test.each(COVERED)('in %s, %s', async (database, table) => {
    // Of the last seal alone, which nobody has kept and none follows, others would know in ten minutes: audits add to the history.
    const isKnown = table === 'seals' ? `size <= ${keptSize(database)}` : 'true'
    const place = await somePlace(database, table, isKnown)
    const gone = await foundAfter(database, table, `DELETE FROM ${table} WHERE ctid = $1::tid`, [place])
    expect([table, gone.length > 0]).toEqual([table, true])
  })

  test('added to the records, before, between and behind', async () => {
    const { rows } = await (
      await connected('billing')
    ).query<{ last: string }>('SELECT max(position) AS last FROM records WHERE business_id = $1', [books.id])
    for (const position of [0, -4, Number(rows[0]?.last) + 2]) {
      const lines = await foundAfter(
        'billing',
        'records',
        `INSERT INTO records SELECT business_id, ${position}, recorded_at, aggregate_type, gen_random_uuid(), version,
                gen_random_uuid(), event_type, request_id, actor, state, salt FROM records WHERE business_id = $1 AND position = 2`,
        [books.id],
      )
      expect([position, lines.length > 0]).toEqual([position, true])
    }
  })

  test('of which two are exchanged', async () => {
    const lines = await foundAfter(
      'billing',
      'records',
      `UPDATE records a SET (aggregate_type, aggregate_id, version, event_id, event_type, request_id, actor, state, salt) =
              (SELECT b.aggregate_type, gen_random_uuid(), b.version, b.event_id, b.event_type, b.request_id, b.actor, b.state, b.salt
                 FROM records b WHERE b.business_id = a.business_id AND b.position = 5 - a.position)
        WHERE a.business_id = $1 AND a.position IN (2, 3)`,
      [books.id],
    )
    expect(lines.filter((line) => /position [23]\b/.test(line)).length).toBeGreaterThanOrEqual(2)
  })
})

test('a history that was replaced and sealed again differs from a seal that was kept', async () => {
  const client = await connected('billing')
  for (const table of ['records', 'seals', 'seal_heads', 'seal_blocks'])
    await client.query(
      `CREATE TEMPORARY TABLE kept_${table} AS SELECT * FROM ${table} WHERE business_id = '${books.id}'`,
    )
  try {
    await client.query('BEGIN')
    await client.query(
      `UPDATE records SET state = replace(state, '"memo":"For Ms Lee"', '"memo":"For Ms Low"') WHERE business_id = $1`,
      [books.id],
    )
    for (const table of ['seals', 'seal_heads', 'seal_blocks'])
      await client.query(`DELETE FROM ${table} WHERE business_id = $1`, [books.id])
    await client.query('COMMIT')
    // The service itself seals it again, from the beginning.
    await payables.vendor('another')
    await waitFor('it to be sealed again', async () => {
      return (await found([])).every((line) => line.endsWith('it is not what the last leaf of it says'))
    })
    expect(await found([])).toEqual([expect.stringMatching(/^BILLING, bill .*, \/memo: it is not what the last/)])
    expect(await found()).toContainEqual(expect.stringMatching(/^BILLING.*history was replaced: kept BILLING/))
  } finally {
    await client.query('BEGIN')
    for (const table of ['seals', 'seal_heads', 'seal_blocks'])
      await client.query(`DELETE FROM ${table} WHERE business_id = $1`, [books.id])
    await client.query(
      `UPDATE records r SET state = k.state FROM kept_records k WHERE r.business_id = k.business_id AND r.position = k.position`,
    )
    await client.query('COMMIT')
  }
})
