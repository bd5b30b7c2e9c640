/** When all end-to-end tests have run: what aging has of each of their documents is what is owed of it. */
import { sharedStack } from '@pacioli/testing'
import { expect, test } from 'vitest'
import { expectAging } from './src/aging-checks.ts'
import { withDatabases } from './src/aging-sources.ts'

/** Every business of all end-to-end tests is asked about. */
const MANY_MS = 180_000

test(
  'aging of every business has of each document what billing and ledger say is owed of it',
  async () => expect(await expectAging(sharedStack())).toBeGreaterThan(0),
  MANY_MS,
)

test('and nothing of expenses, which are never owed', async () => {
  await withDatabases(sharedStack().postgresAdminUrl, async ({ billing, reporting }) => {
    const { rows: expenses } = await billing.query<{ id: string }>('SELECT id FROM bills WHERE is_expense')
    expect(expenses.length).toBeGreaterThan(0)
    const ids = expenses.map(({ id }) => id)
    expect((await reporting.query('SELECT FROM open_items WHERE item_id = ANY ($1::uuid[])', [ids])).rowCount).toBe(0)
  })
})
