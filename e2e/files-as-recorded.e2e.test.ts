/** Workbooks as they were recorded: what was exported once is exported again. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, expect, test } from 'vitest'
import { filesIn } from './src/bundles.ts'
import { billed, newClient, Payables, Receivables, sale, sold, target, type Books, type Call } from './src/index.ts'
import { CUSTOMER_LEDGERS, EXPORT_OPERATIONS, VENDOR_LEDGERS } from './src/report-exports.ts'

const FILES = [...EXPORT_OPERATIONS, ...VENDOR_LEDGERS.slice(1), ...CUSTOMER_LEDGERS.slice(1)]
type FileOperation = (typeof EXPORT_OPERATIONS)[number]

let books: Books
let path: Record<string, string>

beforeAll(async () => {
  books = await (await newClient(target(), 'files as recorded')).books()
  const [payables, receivables] = [new Payables(books), new Receivables(books)]
  const vendor = await payables.vendor('paper', { company_name: 'Paper & Co' })
  const customer = await receivables.customer('ada')
  await payables.received(vendor, [billed('COGS', 700)])
  await receivables.sent(customer, [sold('SALES', 900)])
  await books.posted(sale(100))
  path = { vendorId: vendor.id, customerId: customer.id }
})

/** The sheets of a workbook, without the line that says when it was made. */
async function sheetsOf(operationId: string, query: Call['query']): Promise<[string, string][]> {
  // Two are made at once, and a moment that has just passed may still be on its way to reports.
  const { body } = await books.api.patient().call(operationId as FileOperation, { path, query })
  const file = Buffer.from(await (await fetch(body.data.presignedUrl)).arrayBuffer())
  return [...(await filesIn(file))]
    .filter(([name]) => name.startsWith('xl/worksheets/'))
    .map(([name, content]) => [name, content.toString().replace(/Generated 20[^<]*/, '')])
}

test('every file is the same again, sheet by sheet, whatever was posted, reversed or renamed since', async () => {
  const day = (operationId: string) =>
    operationId.match(/TrialBalance|BalanceSheet|Aging/) ? { effective_date: '2026-12-31' } : { end_date: '2026-12-31' }
  const through = await waitFor('all of it to be in reports', async () => {
    const { data } = (await books.api.call('getTrialBalance', { query: day('getTrialBalance') })).body
    const total = data.rows.at(-1)?.cells['debit']?.value
    return total === 1_700 ? data.through : undefined
  })
  // The first seal over it is the one that each of the files names.
  const over = await waitFor('all of it to be sealed', async () => {
    const cursor = String(Number(/ledger:(\d+)/.exec(through)?.[1]) - 1)
    const { data } = (await books.api.call('listSeals', { query: { log: 'LEDGER', cursor, limit: 1 } })).body
    return data[0]
  })
  const before = new Map<string, [string, string][]>()
  for (const operationId of FILES) before.set(operationId, await sheetsOf(operationId, day(operationId)))
  expect(before.get('exportGeneralLedger')?.[0]?.[1]).toContain(`Recorded through ${through}`)
  for (const statement of [
    'exportTrialBalance',
    'exportBalanceSheet',
    'exportProfitAndLoss',
    'exportCashflowStatement',
  ]) {
    const [, sheet] = before.get(statement)?.find(([name]) => name.endsWith('/sheet2.xml')) ?? []
    for (const told of [over.origin, over.root, over.sealed_at, over.verifier_key, 'The seal covers all of it.'])
      expect([statement, sheet]).toEqual([statement, expect.stringContaining(told)])
  }
  const payables = new Payables(books)
  await payables.updateVendor(path['vendorId'] ?? '', { company_name: 'Pens & Co' })
  await books.reverse((await books.posted(sale(50))).id)
  await payables.received({ id: path['vendorId'] ?? '' } as never, [billed('COGS', 11)])
  await new Receivables(books).sent({ id: path['customerId'] ?? '' } as never, [sold('SALES', 13)])
  await waitFor('it to be in reports', async () => (await books.trialBalance()).through !== through)
  for (const operationId of FILES) {
    const again = await sheetsOf(operationId, { ...day(operationId), recorded_as_of: through })
    expect([operationId, again]).toEqual([operationId, before.get(operationId)])
  }
  expect(await sheetsOf('exportGeneralLedger', day('exportGeneralLedger'))).not.toEqual(
    before.get('exportGeneralLedger'),
  )
})

test('of a moment whose days are not given it is of the days of that moment', async () => {
  const { data } = (await books.api.call('getTrialBalance')).body
  const query = { recorded_as_of: data.through }
  const { fileName } = (await books.api.patient().call('exportTrialBalance', { query })).body.data
  expect(fileName).toBe(`trial-balance-${data.effective_date}.xlsx`)
})

test('of a moment that is none, or yet to come, it is refused', async () => {
  for (const recorded_as_of of ['yesterday', 'ledger:9999,banking:0,billing:0', '2999-01-01T00:00:00Z'])
    for (const operationId of FILES)
      expect((await books.api.call(operationId as FileOperation, { path, query: { recorded_as_of } })).refusal).toEqual(
        {
          status: 400,
          error_enum: 'InvalidQuery',
          field: 'recorded_as_of',
        },
      )
})
