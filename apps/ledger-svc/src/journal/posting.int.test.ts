import type { JournalEntryInput__Output } from '@pacioli/protos/ledger'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, startTestLedger, type TestLedger } from '../test-ledger.ts'
import type { EntryRequest } from './commit-entries.ts'
import { listAccountLines } from './list-account-lines.ts'
import { postJournalEntries, postJournalEntry } from './post-journal-entries.ts'

let ledger: TestLedger
let business: EntryRequest

beforeAll(async () => {
  ledger = await startTestLedger()
  business = await openTestBusiness(ledger)
})
afterAll(() => ledger.stop())

const account = (stable_name: string) => ({ type: 'StableName', stable_name })

export const entry = (amount: number, entry_at: string, more: Partial<JournalEntryInput__Output> = {}): JournalEntryInput__Output => ({
  entry_at,
  line_items: [
    { account_identifier: account('CASH'), amount, direction: 'DEBIT', tags: [] },
    { account_identifier: account('SALES'), amount, direction: 'CREDIT', tags: [] },
  ],
  tags: [],
  ...more,
})

describe('posting', () => {
  test('an entry is answered with its lines and stands on its accounts', async () => {
    const { data, created } = await postJournalEntry(ledger, business, entry(1250, '2026-03-01T10:00:00Z', { external_id: 'a' }))
    expect(created).toBe(true)
    expect(data.line_items?.map((line) => [line.account?.name, line.amount, line.direction])).toEqual([
      ['Cash', 1250, 'DEBIT'],
      ['Sales', 1250, 'CREDIT'],
    ])
    const { lines, pagination } = await listAccountLines(ledger, business, { page: {}, accountId: 'CASH' })
    expect(lines.map((line) => line.runningBalance)).toEqual([1250])
    expect(pagination.total_count).toBe(1)
  })

  test('an external_id that is known answers the entry that has it', async () => {
    const again = await postJournalEntry(ledger, business, entry(99, '2026-03-02T10:00:00Z', { external_id: 'a' }))
    expect(again.created).toBe(false)
    expect(again.data.line_items?.[0]?.amount).toBe(1250)
  })

  test('bulk posts in order', async () => {
    const inputs = Array.from({ length: 100 }, (_, index) => entry(index + 1, `2026-04-01T10:00:00.${String(index).padStart(3, '0')}Z`))
    const { data } = await postJournalEntries(ledger, business, inputs)
    expect(data.map((one) => one.line_items?.[0]?.amount)).toEqual(inputs.map((_, index) => index + 1))
  })
})
