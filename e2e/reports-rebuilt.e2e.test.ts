/** Reports are made of what the owners have: from an empty read model they come out as they were, to the byte. */
import { waitFor } from '@pacioli/testing'
import { expect, test } from 'vitest'
import { closed } from './src/closings.ts'
import { exerciseReceivables } from './src/exercise-receivables.ts'
import {
  billed,
  credit,
  credited,
  debit,
  newClient,
  Payables,
  sale,
  target,
  type Books,
  type Call,
  type OperationId,
  type Report,
} from './src/index.ts'
import { rebuild } from './src/rebuild.ts'

const RANGE = { start_date: '2025-01-01', end_date: '2026-12-31' }

/** Every report there is, asked for in several ways. */
const QUESTIONS: [OperationId, Call['query']][] = [
  ...['ACCRUAL', 'CASH'].flatMap((reporting_basis): [OperationId, Call['query']][] => [
    ['getTrialBalance', { effective_date: '2026-12-31', reporting_basis, split_by: 'store' }],
    ['getProfitAndLoss', { ...RANGE, reporting_basis, compare_to: 'PREVIOUS_YEAR' }],
    ['getProfitAndLoss', { ...RANGE, reporting_basis, split_by: 'store' }],
    ['getBalanceSheet', { effective_date: '2026-12-31', reporting_basis, compare_to: 'PREVIOUS_PERIOD' }],
    ['getCashflowStatement', { ...RANGE, reporting_basis }],
    ['getGeneralLedger', { ...RANGE, reporting_basis }],
    ['getGeneralLedger', { ...RANGE, reporting_basis, tag_key: 'store', tag_values: ['one'] }],
  ]),
  ...['2026-01-20', '2026-02-28', '2027-01-01'].flatMap((effective_date): [OperationId, Call['query']][] => [
    ['getApAging', { effective_date }],
    ['getArAging', { effective_date }],
  ]),
  ['getBusinessNotifications', {}],
]

const reportsOf = async ({ api }: Books): Promise<string[]> =>
  Promise.all(
    QUESTIONS.map(async ([operation, query]) => {
      const answer = await api.call(operation, { query })
      expect(answer.status).toBe(200)
      return answer.text
    }),
  )

/** All that can stand in a report: entries and reversals, tags, documents with what became of them, a closing. */
async function fill(books: Books): Promise<void> {
  const tags = [{ key: 'store', value: 'one' }]
  const [first] = await books.allPosted([
    sale(700, '2025-03-01T12:00:00Z', { tags }),
    sale(300, '2025-12-31T12:59:59.999Z'),
    sale(50, '2026-05-01T12:00:00Z', { line_items: [debit('COGS', 50), credit('CASH', 50)] }),
  ])
  await books.reverse(first?.id ?? '')
  const payables = new Payables(books)
  const vendor = await payables.vendor('Acme')
  const bill = await payables.received(vendor, [billed('OPERATING_EXPENSES', 900)], { tags })
  const other = await payables.received(vendor, [billed('COGS', 80)], { due_at: '2026-01-18T00:00:00Z' })
  await payables.paid(500, [{ bill_id: bill.id, amount: 400 }])
  const credit_ = await payables.credit(vendor, [credited('OPERATING_EXPENSES', 30)])
  await payables.allocateCredit(credit_.id, { bill_id: other.id, amount: 20 })
  await payables.updateBill(bill.id, { memo: 'changed', line_items: [billed('OPERATING_EXPENSES', 950)] })
  await exerciseReceivables(books)
  await closed(books, { year: 2025 })
}

test('a rebuild changes no byte of any report', async () => {
  const client = await newClient(target(), 'reports-rebuilt')
  const books = await client.books({ time_zone: 'Australia/Lord_Howe', activation_at: '2025-01-01T00:00:00Z' })
  await fill(books)
  // Two readings that are the same, with everything that is owed in them: nothing is on its way any more.
  let before = await reportsOf(books)
  await waitFor('reports to come to rest', async () => {
    const { ACCOUNTS_PAYABLE = 0, ACCOUNTS_RECEIVABLE = 0 } = await books.balances({ end_date: '2027-01-01' })
    const totalOf = async (operation: OperationId): Promise<number | undefined> => {
      const { text } = await books.api.call(operation, { query: { effective_date: '2027-01-01' } })
      return (JSON.parse(text) as { data: Report }).data.rows.at(-1)?.cells.total?.value
    }
    const owed = [await totalOf('getApAging'), await totalOf('getArAging')]
    const last = before
    before = await reportsOf(books)
    const isAtRest = JSON.stringify(owed) === JSON.stringify([ACCOUNTS_PAYABLE, ACCOUNTS_RECEIVABLE])
    return isAtRest && JSON.stringify(last) === JSON.stringify(before)
  })
  expect(await rebuild(books.id)).toMatch(/1\/1 \S+: \d+ aggregates/)
  const after = await reportsOf(books)
  for (const [index, text] of before.entries())
    expect([QUESTIONS[index], after[index]]).toEqual([QUESTIONS[index], text])
})
