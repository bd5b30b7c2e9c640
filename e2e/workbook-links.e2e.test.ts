/** Figures of workbooks lead to what they are the sum of, at the address of the gateway. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, expect, test } from 'vitest'
import { queryOfLink } from './src/figures.ts'
import { billed, newClient, Payables, Receivables, sale, sold, target, type Books } from './src/index.ts'
import { CUSTOMER_LEDGERS, EXPORT_OPERATIONS, VENDOR_LEDGERS } from './src/report-exports.ts'
import { sheetsIn, type CellLink } from './src/sheets.ts'

const STATEMENTS_OF_PARTIES = [VENDOR_LEDGERS[2], CUSTOMER_LEDGERS[2]] as const
const FILES = [...EXPORT_OPERATIONS, VENDOR_LEDGERS[1], CUSTOMER_LEDGERS[1]] as const

let books: Books
let path: Record<string, string>
/** How callers reach the gateway, which refusals tell, too. */
let origin: string

beforeAll(async () => {
  books = await (await newClient(target(), 'workbook links')).books()
  const [payables, receivables] = [new Payables(books), new Receivables(books)]
  const vendor = await payables.vendor('paper')
  const customer = await receivables.customer('ada')
  await payables.received(vendor, [billed('COGS', 700)])
  await receivables.sent(customer, [sold('SALES', 900)])
  await books.posted(sale(100))
  const unknown = await books.api.call('getTrialBalance', { query: { unknown: 'x' } })
  origin = new URL(unknown.error.meta.doc_url ?? '').origin
  path = { vendorId: vendor.id, customerId: customer.id }
  await waitFor('all of it to be in reports', async () => {
    const { data } = (await books.api.call('getTrialBalance', { query: { effective_date: '2026-12-31' } })).body
    return data.rows.at(-1)?.cells['debit']?.value === 1_700
  })
})

const DAYS = { start_date: '2026-01-01', end_date: '2026-12-31' }
const daysOf = (operation: string) =>
  operation.match(/TrialBalance|BalanceSheet|Aging/) ? { effective_date: '2026-12-31' } : DAYS

async function linksIn(operation: (typeof FILES)[number] | (typeof STATEMENTS_OF_PARTIES)[number]) {
  const { data } = (await books.api.patient().call(operation, { path, query: daysOf(operation) })).body
  return (await sheetsIn(await (await fetch(data.presignedUrl)).arrayBuffer())).links
}

/** What a link leads to, in minor units; undefined where it is an entry or a document, which has to be there. */
async function figureBehind({ cell, address }: CellLink): Promise<number | undefined> {
  const { pathname, origin: at } = new URL(address)
  expect([cell, at]).toEqual([cell, origin])
  const query = queryOfLink(address)
  if (pathname.endsWith('/reports/lines'))
    return Number((await books.api.call('listReportLines', { query })).body.meta.figure)
  const account = /\/ledger\/accounts\/([^/]+)\/lines$/.exec(pathname)?.[1]
  if (account === undefined) {
    const { baseUrl, token } = books.api
    const answer = await fetch(`${baseUrl}${pathname}`, { headers: { authorization: `Bearer ${token}` } })
    expect([address, answer.status]).toEqual([address, 200])
    return undefined
  }
  const { data } = (await books.api.call('listAccountLines', { path: { accountId: account }, query })).body
  return data.reduce((sum, { amount, direction }) => sum + (direction === 'DEBIT' ? amount : -amount), 0)
}

test.each(FILES)('%s has links whose lists make the figures, later, too', { timeout: 120_000 }, async (operation) => {
  const links = await linksIn(operation)
  expect(links.length).toBeGreaterThan(0)
  // What is recorded afterwards is in no list of the workbook.
  await books.posted(sale(1))
  for (const link of links) {
    const figure = await figureBehind(link)
    if (figure === undefined) continue
    expect([link.cell, Math.abs(figure)]).toEqual([link.cell, Math.abs(Math.round(Number(link.value) * 100))])
  }
})

test('lines of ledgers lead to their entries and documents', async () => {
  const paths = (links: readonly CellLink[]) =>
    links.map(({ address }) => new URL(address).pathname.split('/').slice(4, 6))
  expect(paths(await linksIn('exportGeneralLedger'))).toContainEqual(['ledger', 'entries'])
  expect(paths(await linksIn('exportCustomerLedger'))).toContainEqual(['ledger', 'entries'])
  expect(paths(await linksIn('exportCustomerLedger'))).toContainEqual(['invoices', expect.any(String)])
})

test('what is sent to vendors and customers leads nowhere', async () => {
  for (const operation of STATEMENTS_OF_PARTIES) expect([operation, await linksIn(operation)]).toEqual([operation, []])
})
