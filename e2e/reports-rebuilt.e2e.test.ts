/**
 * Reports are made of what the owners have: from an empty read model they come out as they were, to the byte, but for when
 * they were made.
 */
import { isDeepStrictEqual } from 'node:util'
import { waitFor } from '@pacioli/testing'
import { expect, test } from 'vitest'
import { closed } from './src/closings.ts'
import { sketchReceivables, sketchReturn } from './src/exercise-receivables.ts'
import {
  amountIn,
  Banking,
  billed,
  credit,
  credited,
  debit,
  moneyOut,
  newClient,
  Payables,
  sale,
  target,
  type Books,
  type Call,
  type OperationFor,
  type OperationId,
  type Report,
} from './src/index.ts'
import { lasting } from './src/lasting.ts'
import { rebuild } from './src/rebuild.ts'

const ENROLLED = { bookkeeping_enrolled: true }
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
  ...['2026-01-20', '2027-01-01'].flatMap((effective_date): [OperationId, Call['query']][] => [
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
      return lasting(answer.text)
    }),
  )

/**
 * All that can stand in a report: entries and reversals, tags, documents with what became of them, a closing, and what a
 * business is told of.
 * @returns what decides one of its two transactions
 */
async function fill(books: Books): Promise<() => Promise<unknown>> {
  const tags = [{ key: 'store', value: 'one' }]
  const [first] = await books.allPosted([
    sale(700, '2025-03-01T12:00:00Z', { tags }),
    sale(300, '2025-12-31T12:59:59.999Z'),
    sale(50, '2026-05-01T12:00:00Z', { line_items: [debit('COGS', 50), credit('CASH', 50)] }),
  ])
  await books.reverse(first?.id ?? '')
  const payables = new Payables(books)
  const vendor = await payables.vendor('Acme')
  const received = { vendor_id: vendor.id, received_at: '2026-01-15T12:00:00Z' }
  const [bill, other] = (
    await payables.createBills([
      { ...received, line_items: [billed('OPERATING_EXPENSES', 900)], tags },
      { ...received, line_items: [billed('COGS', 80)], due_at: '2026-01-18T00:00:00Z' },
    ])
  ).body.data
  await payables.paid(500, [{ bill_id: bill?.id, amount: 400 }])
  const allocations = [{ bill_id: other?.id, amount: 20 }]
  await payables.credit(vendor, [credited('OPERATING_EXPENSES', 30)], { allocations })
  const line_items = [billed('OPERATING_EXPENSES', 950)]
  await payables.updateBill(bill?.id ?? '', { memo: 'changed', line_items })
  await sketchReturn(books, await sketchReceivables(books))
  await closed(books, { year: 2025 })
  const banking = new Banking(books)
  const { id } = await banking.account('checking')
  const path = { externalAccountId: id }
  await books.api.call('updateConnection', { path, body: { reconnect_with_new_credentials: true } })
  const [transaction] = await banking.imported(id, [moneyOut('one', 5), moneyOut('other', 7)])
  await books.api.call('createTask', { body: { title: 'Receipt' } })
  return () => banking.categorize(transaction?.id ?? '', 'COGS')
}

test('a rebuild changes no byte of any report, and reports go on from there', async () => {
  const client = await newClient(target(), 'reports-rebuilt')
  const books = await client.books({
    time_zone: 'Australia/Lord_Howe',
    activation_at: '2025-01-01T00:00:00Z',
    ...ENROLLED,
  })
  const decideOne = await fill(books)
  await waitFor('all that is owed to be told', async () => {
    const { ACCOUNTS_PAYABLE = 0, ACCOUNTS_RECEIVABLE = 0 } = await books.balances({ end_date: '2027-01-01' })
    const totalOf = async (operation: OperationFor<Report>): Promise<number | undefined> => {
      const { body } = await books.api.call(operation, { query: { effective_date: '2027-01-01' } })
      return amountIn(body.data.rows.at(-1)?.cells.total)
    }
    const owed = [await totalOf('getApAging'), await totalOf('getArAging')]
    return isDeepStrictEqual(owed, [ACCOUNTS_PAYABLE, ACCOUNTS_RECEIVABLE])
  })
  await waitFor('all that is to be done to be told', async () => {
    const { data } = (await books.api.call('getBusinessNotifications')).body
    return data.uncategorized_transactions_all_time === 2 && data.external_accounts_requiring_update === 1
  })
  // Two readings that are the same: nothing is on its way any more.
  let before = await reportsOf(books)
  await waitFor('reports to come to rest', async () => {
    const last = before
    before = await reportsOf(books)
    return isDeepStrictEqual(last, before)
  })
  expect(await rebuild(books.id)).toMatch(/1\/1 \S+: \d+ aggregates/)
  const after = await reportsOf(books)
  for (const [index, text] of before.entries())
    expect([QUESTIONS[index], after[index]]).toEqual([QUESTIONS[index], text])
  const told = async () => (await books.api.call('getBusinessNotifications')).body.data
  expect(await told()).toMatchObject({
    uncategorized_transactions_all_time: 2,
    external_accounts_requiring_update: 1,
    todo_tasks: 1,
  })
  await decideOne()
  await waitFor('the decision to be told', async () => (await told()).uncategorized_transactions_all_time === 1)
})
