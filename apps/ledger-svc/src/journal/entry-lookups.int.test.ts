/** An entry is found by a key of it, however many others the business has. */
import { rowsReadBy } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { saleOf } from '../tags/tags.test-helpers.ts'
import { postJournalEntries, reverseEntry } from '../use-cases.test-helpers.ts'
import { loadEntries } from './entry.store.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await startTestLedger({ onOneShard: true })
})
afterAll(() => ledger.stop())

test('an entry is looked up by its key, however many rows are expected, and each once', async () => {
  const business = await openTestBusiness(ledger)
  const { data } = await postJournalEntries(
    ledger,
    business,
    [1, 2, 3].map((n) => ({ ...saleOf(n), external_id: `sale-${n}` })),
  )
  const [first, , third] = data.map(({ id }) => id ?? '')
  await reverseEntry(ledger, business, { entryId: first ?? '', memo: null })
  const admin = await ledger.connect()
  await admin.query(
    `INSERT INTO journal_entries (business_id, id, entry_type, basis, agent, entry_at, recorded_at, line_count)
       SELECT $1, gen_random_uuid(), 'MANUAL', 'BOTH', 'API', now(), now(), 2 FROM generate_series(1, 30000)`,
    [business.businessId],
  )
  await admin.end()
  for (const [by, keys] of [
    ['ids', [third, first, third]],
    ['externalIds', ['sale-3', 'sale-1', 'sale-3']],
    ['reversalOfIds', [first, first]],
  ] as const) {
    const given = keys.map((key) => key ?? '')
    const { answer, rowsRead } = await ledger.db.transact(business, async (tx) => {
      // As where the planner expects so many rows that it would do anything rather than sort them.
      await tx.rows('SET LOCAL enable_sort = off')
      return rowsReadBy(tx, 'journal_entries', () => loadEntries(tx, business.businessId, by, given))
    })
    expect(answer.length).toBe(new Set(keys).size)
    expect(rowsRead).toBeLessThan(20)
  }
})
