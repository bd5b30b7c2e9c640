import { expect, test } from 'vitest'
import { digestOf } from './digest.ts'
import { databaseUrl } from '@pacioli/fields/database-url'
import { testDatabase } from './test-database.ts'
import { withClient } from './with-client.ts'

const [OURS, THEIRS] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const COLUMNS = '(business_id uuid, id int, said text, sent_at timestamptz)'

/** A database with a table of what the service owns, and one of copies; the answer runs SQL in it. */
async function aDatabase(name: string, ...tables: string[]) {
  const sql = tables.map((table) => `CREATE TABLE ${table} ${COLUMNS}`).join(';')
  const run = (url: string, text: string) => withClient(url, (client) => client.query(text))
  const { adminUrl } = await testDatabase({
    name,
    migrate: async (server, database) => void (await run(databaseUrl(server, { database }), sql)),
  })
  return { adminUrl, run: (text: string) => run(adminUrl, text) }
}

test('a digest differs by whatever is added, changed or removed of the business, table by table', async () => {
  const { adminUrl, run } = await aDatabase(
    'billing_sample',
    'invoices',
    'refunds',
    'accounts',
    'event_queue',
    'records',
  )
  const differing = async (sql: string): Promise<string[]> => {
    const before = await digestOf(adminUrl, OURS)
    await run(sql)
    const after = await digestOf(adminUrl, OURS)
    return Object.keys(after).filter((table) => after[table] !== before[table])
  }
  const named = (table: string) => expect.stringMatching(new RegExp(`\\.${table}$`)) as string
  expect(Object.keys(await digestOf(adminUrl, OURS))).toEqual([named('invoices'), named('refunds')])
  expect(await differing(`INSERT INTO invoices VALUES ('${OURS}', 1, 'a'), ('${OURS}', 2, NULL)`)).toEqual([
    named('invoices'),
  ])
  expect(await differing(`INSERT INTO refunds VALUES ('${OURS}', 1, 'a')`)).toEqual([named('refunds')])
  expect(await differing("UPDATE invoices SET said = 'b' WHERE id = 2")).toEqual([named('invoices')])
  expect(await differing('DELETE FROM invoices WHERE id = 1')).toEqual([named('invoices')])
  // Another business's, delivered meanwhile, or copied from another service.
  expect(await differing(`INSERT INTO invoices VALUES ('${THEIRS}', 3, 'a')`)).toEqual([])
  expect(await differing('UPDATE invoices SET sent_at = now()')).toEqual([])
  expect(await differing(`INSERT INTO event_queue VALUES ('${OURS}', 1, 'a')`)).toEqual([])
  expect(await differing(`INSERT INTO records VALUES ('${OURS}', 1, 'a')`)).toEqual([])
  expect(await differing(`INSERT INTO accounts VALUES ('${OURS}', 1, 'a')`)).toEqual([])
})

test('a database with nothing to compare is refused', async () => {
  const { adminUrl } = await aDatabase('billing_empty', 'accounts')
  await expect(digestOf(adminUrl, OURS)).rejects.toThrow('nothing would be compared')
})
