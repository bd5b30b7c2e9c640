/** What was posted and reversed can leave the range of exact numbers for the days in between: that is told, not guessed. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, expect, test } from 'vitest'
import {
  billed,
  newClient,
  Payables,
  Receivables,
  sale,
  sold,
  target,
  type Books,
  type OperationId,
} from './src/index.ts'

const MAX_AMOUNT = Number.MAX_SAFE_INTEGER
const RANGE = { status: 422, error_enum: 'AmountOutOfRange' }

let books: Books

/** A slip of January that could only be reversed in February, and the same amount again, posted before it. */
beforeAll(async () => {
  books = await (await newClient(target(), 'range')).books()
  const slip = await books.posted(sale(MAX_AMOUNT, '2026-01-10T12:00:00Z'))
  const close = (closing_date: string | null) =>
    books.api.call('updateAccountingConfiguration', { body: { closing_date } })
  await close('2026-01-31')
  await books.reverse(slip.id)
  await close(null)
  await books.posted(sale(MAX_AMOUNT, '2026-01-05T12:00:00Z'))
})

test('a running balance out of range is refused', async () => {
  const answer = await books.api.call('listAccountLines', { path: { accountId: 'CASH' } })
  expect(answer.refusal).toMatchObject(RANGE)
})

test('balances of a day out of range are refused, those before and after are told', async () => {
  const at = (end_date: string) => books.api.call('listAccountBalances', { query: { end_date } })
  expect((await at('2026-01-20')).refusal).toMatchObject(RANGE)
  for (const day of ['2026-01-06', '2026-02-28'])
    expect(await books.balances({ end_date: day })).toMatchObject({ CASH: MAX_AMOUNT, SALES: MAX_AMOUNT })
})

test('a trial balance out of range is refused once it knows of all three entries', async () => {
  await waitFor('the trial balance to hold all entries', async () => {
    const answer = await books.api.call('getTrialBalance', { query: { effective_date: '2026-01-20' } })
    return answer.status === 422 && answer.refusal
  })
  const exported = await books.api.call('exportTrialBalance', { query: { effective_date: '2026-01-20' } })
  expect(exported.refusal).toMatchObject(RANGE)
  const after = await books.trialBalance({ effective_date: '2026-02-28' })
  expect(JSON.stringify(after)).toContain(String(MAX_AMOUNT))
})

/** Told of everything, each report refuses; so does its workbook. */
async function expectOutOfRange(
  report: OperationId,
  workbook: OperationId,
  query: Record<string, string>,
  path: Record<string, string> = {},
) {
  const call = { path, query }
  const refused = await waitFor(`${report} to be out of range`, async () => {
    const answer = await books.api.call(report, call)
    return answer.status === 422 && answer
  })
  expect(refused.refusal).toMatchObject(RANGE)
  expect((await books.api.call(workbook, call)).refusal).toMatchObject(RANGE)
}

test.each([
  ['getProfitAndLoss', 'exportProfitAndLoss', { start_date: '2026-01-01', end_date: '2026-01-20' }],
  ['getBalanceSheet', 'exportBalanceSheet', { effective_date: '2026-01-20' }],
  ['getCashflowStatement', 'exportCashflowStatement', { start_date: '2026-01-01', end_date: '2026-01-20' }],
  ['getGeneralLedger', 'exportGeneralLedger', { start_date: '2026-01-01', end_date: '2026-01-20' }],
] as const)('%s out of range is refused, and its workbook is not made', async (report, workbook, query) => {
  await expectOutOfRange(report, workbook, query)
})

test('changes since the beginning that lead out of range are refused, those of all days are told', async () => {
  const since = 'ledger:0,banking:0,billing:0'
  const call = { query: { since, effective_date: '2026-01-20' } }
  expect((await books.api.call('getReportChanges', call)).refusal).toMatchObject(RANGE)
  const { body } = await books.api.call('getReportChanges', { query: { since } })
  expect(body.data.accounts.map(({ before, moved }) => [before, moved])).toEqual([
    [0, MAX_AMOUNT],
    [0, MAX_AMOUNT],
  ])
})

test('a figure that is out of range has no lines: it is refused as its report is', async () => {
  const query = { report: 'BALANCE_SHEET', row_key: 'ASSETS', column_key: 'total', effective_date: '2026-01-20' }
  expect((await books.api.call('listReportLines', { query })).refusal).toMatchObject(RANGE)
})

test('agings and ledgers of parties out of range are refused, and their files are not made', async () => {
  const client = await newClient(target(), 'range-of-documents')
  const closing = (closing_date: string | null) =>
    books.api.call('updateAccountingConfiguration', { body: { closing_date } })
  const [early, late] = ['2026-01-05T12:00:00Z', '2026-01-10T12:00:00Z']
  books = await client.books({ activation_at: '2026-01-01T00:00:00Z' })
  const payables = new Payables(books)
  const vendor = await payables.vendor('Acme')
  const bill = await payables.received(vendor, [billed('COGS', MAX_AMOUNT)], { received_at: late })
  await closing('2026-01-31')
  await payables.voidBill(bill.id)
  await closing(null)
  await payables.received(vendor, [billed('COGS', MAX_AMOUNT)], { received_at: early })
  await expectOutOfRange('getApAging', 'exportApAging', { effective_date: '2026-01-20' })
  const span = { start_date: '2026-01-01', end_date: '2026-02-28' }
  const ofVendor = { vendorId: vendor.id }
  for (const file of ['exportVendorLedger', 'exportVendorStatement'] as const)
    await expectOutOfRange('getVendorLedger', file, span, ofVendor)

  books = await client.books({ activation_at: '2026-01-01T00:00:00Z' })
  const receivables = new Receivables(books)
  const customer = await receivables.customer('Roe')
  const invoice = await receivables.sent(customer, [sold('SALES', MAX_AMOUNT)], { sent_at: late })
  await closing('2026-01-31')
  await books.api.call('voidInvoice', { path: { invoiceId: invoice.id }, body: {} })
  await closing(null)
  await receivables.sent(customer, [sold('SALES', MAX_AMOUNT)], { sent_at: early })
  await expectOutOfRange('getArAging', 'exportArAging', { effective_date: '2026-01-20' })
  const ofCustomer = { customerId: customer.id }
  for (const file of ['exportCustomerLedger', 'exportCustomerStatement'] as const)
    await expectOutOfRange('getCustomerLedger', file, span, ofCustomer)
})
