/** The ledgers of vendors and customers, and the statements that are sent to them, out of what billing and the ledger tell. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  billed,
  credit,
  credited,
  debit,
  newClient,
  Payables,
  Receivables,
  sale,
  sold,
  target,
  type Books,
  type Call,
  type Customer,
  type Report,
  type Vendor,
} from './src/index.ts'
import { sheetsIn } from './src/sheets.ts'

let books: Books
let ada: Customer
let looms: Vendor

beforeAll(async () => {
  // Half a day ahead of UTC: what happens in the evening there has happened on the day after here.
  books = await (
    await newClient(target(), 'party-ledgers')
  ).books({ time_zone: 'Pacific/Auckland', legal_name: 'Engines Ltd', activation_at: '2025-01-01T00:00:00Z' })
  const receivables = new Receivables(books)
  ada = await receivables.customer('Ada', { address_string: '12 St James Square\nLondon' })
  const invoice = await receivables.sent(ada, [sold('SALES', 500)], {
    reference_number: 'I-1',
    sent_at: '2026-01-09T12:00:00Z',
    due_at: '2026-01-31T00:00:00Z',
    memo: 'Between us',
  })
  const other = await receivables.sent(ada, [sold('SALES', 40)], {
    external_id: 'i-2',
    sent_at: '2026-02-01T00:00:00Z',
  })
  const payment = (
    await receivables.createPayment({
      ...{ customer_id: ada.id, method: 'CASH', amount: 350, paid_at: '2026-02-03T00:00:00Z' },
      ...{ reference_number: 'CHQ-7', allocations: [{ invoice_id: invoice.id, amount: 300 }] },
    })
  ).body.data
  await receivables.writeOff(other.id, { amount: 40, write_off_at: '2026-02-20T00:00:00Z' })
  await receivables.createRefund({
    completed_at: '2026-02-25T00:00:00Z',
    allocations: [{ invoice_payment_id: payment.id, total_amount: 50 }],
    payments: [{ refunded_amount: 30, method: 'CASH', completed_at: '2026-02-26T00:00:00Z' }],
  })
  const line = { line_items: [debit('ACCOUNTS_RECEIVABLE', 7, { customer_id: ada.id }), credit('SALES', 7)] }
  const [, undone] = await books.allPosted([
    sale(7, '2026-03-01T00:00:00Z', { ...line, memo: 'By hand' }),
    sale(7, '2026-03-02T00:00:00Z', line),
  ])
  await books.reverse(undone?.id ?? '')

  const payables = new Payables(books)
  looms = await payables.vendor('Looms')
  const bill = await payables.received(looms, [billed('COGS', 100)], {
    reference_number: 'B-1',
    received_at: '2026-01-05T00:00:00Z',
  })
  await payables.credit(looms, [credited('COGS', 30)], {
    reference_number: 'CN-1',
    received_at: '2026-01-20T00:00:00Z',
  })
  await payables.paid(120, [{ bill_id: bill.id, amount: 60 }], { paid_at: '2026-02-01T00:00:00Z', vendor_id: looms.id })
})

const YEAR = { start_date: '2026-01-01', end_date: '2026-12-31' }
type Ledger = 'getCustomerLedger' | 'getVendorLedger'

const pathOf = (operation: string): Record<string, string> =>
  operation.includes('Customer') ? { customerId: ada.id } : { vendorId: looms.id }

const read = async (operation: Ledger, query: Call['query'] = YEAR): Promise<Report> =>
  (await books.api.call(operation, { path: pathOf(operation), query })).body.data

/** `date name [document] debit credit = balance, unapplied = its balance, refunds = due`, without what is not there. */
const drawn = ({ rows }: Pick<Report, 'rows'>): string[] =>
  rows.map(({ display_name, cells }) => {
    const at = (key: string) => cells[key]?.value ?? null
    const moved = (key: string, stands: string) => (at(key) === null ? [] : [`${key} ${at(key)} = ${at(stands)}`])
    const head = [
      at('date'),
      display_name,
      at('document'),
      at('due_date') && `due ${at('due_date')}`,
      at('reference_number'),
      at('memo'),
    ]
    const owed =
      at('debit') === null && at('credit') === null
        ? []
        : [`${at('debit') ?? ''}/${at('credit') ?? ''} = ${at('balance')}`]
    return [
      head.filter((one) => one !== null).join(' '),
      ...(display_name.endsWith('Balance')
        ? [`${at('balance')} ${at('unapplied_balance')} ${at('refunds_due') ?? ''}`]
        : [...owed, ...moved('unapplied', 'unapplied_balance'), ...moved('refunds', 'refunds_due')]),
    ].join(': ')
  })

const settled = (operation: Ledger, rows: number): Promise<Report> =>
  waitFor(`${operation} to have ${rows} rows`, async () => {
    const report = await read(operation)
    return report.rows.length === rows && report
  })

const OF_ADA = [
  'Opening Balance: 0 0 0',
  '2026-01-10 Invoice I-1 due 2026-01-31 I-1 Between us: 500/ = 500',
  '2026-02-01 Invoice i-2 due 2026-02-01: 40/ = 540',
  '2026-02-03 Invoice Payment CHQ-7: unapplied 50 = 50',
  '2026-02-03 Invoice Payment I-1 CHQ-7: /300 = 240',
  '2026-02-20 Invoice Write Off i-2: /40 = 200',
  '2026-02-25 Refund: unapplied -50 = 0',
  '2026-02-25 Refund: refunds 50 = 50',
  '2026-02-26 Refund Payment: refunds -30 = 20',
  '2026-03-01 Journal Entry By hand: 7/ = 207',
  '2026-03-02 Journal Entry: 7/ = 214',
  '2026-03-02 Reversal of Journal Entry: /7 = 207',
  'Closing Balance: 207 0 20',
]

describe('the ledger of a customer', () => {
  test('has everything that moved what is owed, paid ahead or to be refunded, in order, with what stood after it', async () => {
    const report = await settled('getCustomerLedger', OF_ADA.length)
    expect(drawn(report)).toEqual(OF_ADA)
    expect(report).toMatchObject({
      report: 'CUSTOMER_LEDGER',
      reporting_basis: 'ACCRUAL',
      party: { id: ada.id, name: 'Ada', address: '12 St James Square\nLondon' },
      time_zone: 'Pacific/Auckland',
      ...YEAR,
    })
    const [, invoice] = report.rows
    expect(invoice?.cells['date']?.lines_url).toMatch(/\/ledger\/entries\/[0-9a-f-]{36}$/)
    expect(invoice?.cells['document']?.lines_url).toMatch(/\/invoices\/[0-9a-f-]{36}$/)
  })

  test('begins with what stood before its days, which are those of the business', async () => {
    const { rows } = await read('getCustomerLedger', { start_date: '2026-02-01', end_date: '2026-02-19T11:00:00Z' })
    expect(drawn({ rows })).toEqual(['Opening Balance: 500 0 0', ...OF_ADA.slice(2, 6), 'Closing Balance: 200 50 0'])
  })

  test('ends with what the aging has on that day', async () => {
    for (const day of ['2026-01-09', '2026-01-10', '2026-02-03', '2026-02-20', '2026-03-02']) {
      const closing = (await read('getCustomerLedger', { start_date: '2026-01-01', end_date: day })).rows.at(-1)?.cells
      const aging = (await books.api.call('getArAging', { query: { effective_date: day } })).body.data.rows
      const row = aging.find(({ row_key }) => row_key === ada.id)?.cells
      expect([closing?.['balance']?.value, closing?.['unapplied_balance']?.value]).toEqual([
        row?.['total']?.value ?? 0,
        row?.['unapplied']?.value ?? 0,
      ])
    }
  })

  test('of one who was just made is empty, and there at once', async () => {
    const { id } = await new Receivables(books).customer('New')
    const answer = await books.api.call('getCustomerLedger', { path: { customerId: id }, query: YEAR })
    expect(drawn(answer.body.data)).toEqual(['Opening Balance: 0 0 0', 'Closing Balance: 0 0 0'])
  })
})

test('a payment that bounced is followed by its return', async () => {
  const receivables = new Receivables(books)
  const roe = await receivables.customer('Roe')
  const invoice = await receivables.sent(roe, [sold('SALES', 90)], {
    external_id: 'i-9',
    sent_at: '2026-01-10T00:00:00Z',
  })
  const paid = (
    await receivables.payInvoice(invoice.id, { amount: 90, method: 'CHECK', paid_at: '2026-01-15T00:00:00Z' })
  ).body.data
  await receivables.returnPayment(paid.id, { returned_at: '2026-01-20T00:00:00Z', fee: 5, reason: 'No funds' })
  const rows = await waitFor('the return to be told', async () => {
    const answer = await books.api.call('getCustomerLedger', { path: { customerId: roe.id }, query: YEAR })
    return answer.body.data.rows.length === 5 && drawn(answer.body.data)
  })
  expect(rows.slice(2)).toEqual([
    '2026-01-15 Invoice Payment i-9: /90 = 0',
    '2026-01-20 Invoice Payment Return i-9 No funds: 90/ = 90',
    'Closing Balance: 90 0 0',
  ])
})

test('the ledger of a vendor has bills, credits and payments, and what was paid ahead', async () => {
  const expected = [
    'Opening Balance: 0 0 ',
    '2026-01-05 Bill B-1 due 2026-01-05 B-1: /100 = 100',
    '2026-01-20 Vendor Credit CN-1 due 2026-01-20 CN-1: 30/ = 70',
    '2026-02-01 Bill Payment B-1: 60/ = 10',
    '2026-02-01 Bill Payment: unapplied 60 = 60',
    'Closing Balance: 10 60 ',
  ]
  expect(drawn(await settled('getVendorLedger', expected.length))).toEqual(expected)
})

describe('as a file,', () => {
  /** The texts and numbers of the sheet, row by row. */
  async function rowsOf(operation: 'exportCustomerLedger' | 'exportCustomerStatement' | 'exportVendorStatement') {
    const call = { path: pathOf(operation), query: { start_date: '2026-02-01', end_date: '2026-12-31' } }
    const { data } = (await books.api.call(operation, call)).body
    const { sheets } = await sheetsIn(await (await fetch(data.presignedUrl)).arrayBuffer())
    const rows: string[] = []
    sheets[0]?.eachRow((row) => {
      const cells: string[] = []
      row.eachCell(({ result, value }) => {
        const shown = value instanceof Date ? value.toISOString().slice(0, 10) : (result ?? value)
        if (shown !== null && shown !== '') cells.push(String(shown))
      })
      rows.push(cells.join(' '))
    })
    return { data, rows }
  }

  test('the ledger has every line', async () => {
    await settled('getCustomerLedger', OF_ADA.length)
    const { data, rows } = await rowsOf('exportCustomerLedger')
    expect([data.document_type, data.fileName]).toEqual([
      'CUSTOMER_LEDGER_REPORT',
      'customer-ledger-2026-02-01_2026-12-31.xlsx',
    ])
    expect(rows.slice(0, 3)).toEqual(['Customer Ledger', 'Engines Ltd', 'Ada'])
    expect(rows.filter((row) => row.includes('Journal Entry'))).toHaveLength(3)
    expect(rows.at(-1)).toBe('Closing balance 0.54 3.47 2.07 0 0 0.2 0.2')
  })

  test('the statement is addressed, leaves out what was undone at once and remarks, and says how old the rest is', async () => {
    await settled('getCustomerLedger', OF_ADA.length)
    const { data, rows } = await rowsOf('exportCustomerStatement')
    expect(data.document_type).toBe('CUSTOMER_STATEMENT_REPORT')
    expect(rows.slice(0, 5)).toEqual(['Engines Ltd', 'Customer Statement', 'Ada', '12 St James Square', 'London'])
    expect(rows).toContain('Opening balance 5 0 0')
    expect(rows.filter((row) => row.includes('Journal Entry'))).toHaveLength(1)
    expect(rows.join()).not.toContain('By hand')
    expect(rows.slice(-3)).toEqual([
      'Closing balance 0.47 3.4 2.07 0 0 0.2 0.2',
      'By days past due Current 1-30 31-60 61-90 91+ Total Customer credit',
      '0 0 0 0 2.07 2.07 0',
    ])
  })

  test('the statement of a vendor has what was paid ahead beside what is owed', async () => {
    await settled('getVendorLedger', 6)
    const { rows } = await rowsOf('exportVendorStatement')
    expect(rows.at(-2)).toBe('By days past due Current 1-30 31-60 61-90 91+ Total Prepayments')
    expect(rows.at(-1)).toBe('-0.3 0 0 0 0.4 0.1 0.6')
  })
})
