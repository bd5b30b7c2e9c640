/** Aging through the gateway: who owes what, as of any day, out of what billing tells. */
import { isDeepStrictEqual } from 'node:util'
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  billed,
  credit,
  credited,
  debit,
  moneyIn,
  moneyOut,
  named,
  newClient,
  Payables,
  Receivables,
  sale,
  sold,
  target,
  type Books,
  type Call,
  type OperationFor,
  type Report,
  type ReportRow,
  type TestClient,
} from './src/index.ts'

let client: TestClient
let books: Books

const aging = async (operation: OperationFor<Report>, query: Call['query'] = {}, of: Books = books): Promise<Report> =>
  (await of.api.call(operation, { query })).body.data

/** `name: current 1-30 31-60 61-90 91+`, nested by a dash. */
const drawn = (rows: readonly ReportRow[], depth = ''): string[] =>
  rows.flatMap(({ display_name, cells, rows: below }) => {
    const values = ['current', '1_30', '31_60', '61_90', '91_plus'].map((key) => cells[key]?.value)
    return [`${depth}${display_name}: ${values.join(' ')}`, ...drawn(below, `${depth}- `)]
  })

const settles = (operation: OperationFor<Report>, query: Call['query'], expected: string[]): Promise<void> =>
  waitFor(`${operation} ${JSON.stringify(query)} to be ${expected.join(', ')}`, async () => {
    const shown = drawn((await aging(operation, query)).rows)
    return JSON.stringify(shown) === JSON.stringify(expected)
  }).then(
    () => undefined,
    async () => expect(drawn((await aging(operation, query)).rows)).toEqual(expected),
  )

beforeAll(async () => {
  client = await newClient(target(), 'aging')
  // Half a day ahead of UTC: what happens in the evening there has happened on the day after here.
  books = await client.books({ time_zone: 'Pacific/Auckland', activation_at: '2025-01-01T00:00:00Z' })
  const payables = new Payables(books)
  const acme = await payables.vendor('Acme')
  const zenith = await payables.vendor('Zenith')
  const label = [{ key: 'site', value: 'mill' }]
  // Due on 2026-01-31 in Auckland, where it is eleven in the morning by then.
  const first = await payables.received(acme, [billed('OPERATING_EXPENSES', 100)], {
    reference_number: 'A-1',
    received_at: '2026-01-01T12:00:00Z',
    due_at: '2026-01-30T22:00:00Z',
    tags: label,
  })
  await payables.received(acme, [billed('OPERATING_EXPENSES', 30)], {
    external_id: 'a-2',
    received_at: '2026-01-10T12:00:00Z',
    due_at: '2026-03-31T00:00:00Z',
  })
  const other = await payables.received(zenith, [billed('OPERATING_EXPENSES', 7)], {
    reference_number: 'Z-1',
    received_at: '2026-01-05T12:00:00Z',
  })
  await payables.paid(60, [{ bill_id: first.id, amount: 60 }], { paid_at: '2026-02-20T12:00:00Z' })
  const credit = await payables.credit(zenith, [credited('OPERATING_EXPENSES', 10)], {
    reference_number: 'CN-1',
    received_at: '2026-02-01T12:00:00Z',
  })
  await payables.allocateCredit(credit.id, { bill_id: other.id, amount: 7 })
  const receivables = new Receivables(books)
  const roe = await receivables.customer('Roe')
  const invoice = await receivables.sent(roe, [sold('SALES', 500)], {
    reference_number: 'I-1',
    sent_at: '2026-01-01T00:00:00Z',
    due_at: '2026-01-15T00:00:00Z',
  })
  await receivables.sent(roe, [sold('SALES', 40)], { reference_number: 'I-2', sent_at: '2026-04-01T00:00:00Z' })
  await books.api.call('payInvoice', {
    path: { invoiceId: invoice.id },
    body: { amount: 200, method: 'ACH', paid_at: '2026-03-01T00:00:00Z' },
  })
})

describe('what is owed to vendors', () => {
  test.each([
    ['2026-01-01', ['Total: 0 0 0 0 0']],
    [
      '2026-01-31',
      [
        'Acme: 130 0 0 0 0',
        '- A-1: 100 0 0 0 0',
        '- a-2: 30 0 0 0 0',
        'Zenith: 0 7 0 0 0',
        '- Z-1: 0 7 0 0 0',
        'Total: 130 7 0 0 0',
      ],
    ],
    [
      '2026-02-02',
      [
        'Acme: 30 100 0 0 0',
        '- A-1: 0 100 0 0 0',
        '- a-2: 30 0 0 0 0',
        'Zenith: -3 0 0 0 0',
        '- CN-1: -3 0 0 0 0',
        'Total: 27 100 0 0 0',
      ],
    ],
    [
      '2026-03-03',
      [
        'Acme: 30 0 40 0 0',
        '- A-1: 0 0 40 0 0',
        '- a-2: 30 0 0 0 0',
        'Zenith: -3 0 0 0 0',
        '- CN-1: -3 0 0 0 0',
        'Total: 27 0 40 0 0',
      ],
    ],
    [
      '2026-05-02',
      [
        'Acme: 0 0 30 0 40',
        '- A-1: 0 0 0 0 40',
        '- a-2: 0 0 30 0 0',
        'Zenith: -3 0 0 0 0',
        '- CN-1: -3 0 0 0 0',
        'Total: -3 0 30 0 40',
      ],
    ],
  ])('at the end of %s', async (effective_date, expected) => {
    await settles('getApAging', { effective_date }, expected)
  })

  test('by vendor alone, and of what carries a tag alone', async () => {
    const effective_date = '2026-03-03'
    await settles('getApAging', { effective_date, include_documents: false }, [
      'Acme: 30 0 40 0 0',
      'Zenith: -3 0 0 0 0',
      'Total: 27 0 40 0 0',
    ])
    await settles('getApAging', { effective_date, tag_key: 'site', tag_values: ['mill'] }, [
      'Acme: 0 0 40 0 0',
      '- A-1: 0 0 40 0 0',
      'Total: 0 0 40 0 0',
    ])
    await settles('getApAging', { effective_date, tag_key: 'site', tag_values: ['sea'] }, ['Total: 0 0 0 0 0'])
  })

  test('leads from each figure to its document', async () => {
    const { rows } = await aging('getApAging', { effective_date: '2026-03-03' })
    const [document] = rows[0]?.rows ?? []
    const url = document?.cells.total?.lines_url ?? ''
    expect(url).toBe(`/v1/businesses/${books.id}/bills/${document?.row_key}`)
    const bill = (await books.api.call('getBill', { path: { billId: document?.row_key ?? '' } })).body.data
    expect(bill.outstanding_balance).toBe(document?.cells.total?.value)
  })

  test('is the balance of accounts payable of that day', async () => {
    for (const day of ['2026-01-31', '2026-02-02', '2026-03-03']) {
      const { rows } = await aging('getApAging', { effective_date: day })
      const { ACCOUNTS_PAYABLE = 0 } = await books.balances({ end_date: day })
      expect(rows.at(-1)?.cells.total?.value).toBe(ACCOUNTS_PAYABLE)
    }
  })
})

test('what customers owe, before and after a payment', async () => {
  await settles('getArAging', { effective_date: '2026-02-28' }, [
    'Roe: 0 0 500 0 0',
    '- I-1: 0 0 500 0 0',
    'Total: 0 0 500 0 0',
  ])
  await settles('getArAging', { effective_date: '2026-04-01' }, [
    'Roe: 40 0 0 300 0',
    '- I-1: 0 0 0 300 0',
    '- I-2: 40 0 0 0 0',
    'Total: 40 0 0 300 0',
  ])
})

describe('refused is', () => {
  test.each([
    [{ effective_date: '2026-02-30' }, 'InvalidQuery', 'effective_date'],
    [{ reporting_basis: 'CASH' }, 'UnknownField', 'reporting_basis'],
    [{ include_documents: 'some' }, 'InvalidQuery', 'include_documents'],
  ])('%j', async (query, error_enum, field) => {
    const answer = await books.api.call('getApAging', { query })
    expect(answer.refusal).toEqual({ status: 400, error_enum, field })
  })
})

describe('what no document owns', () => {
  let own: Books
  const DAY = '2026-03-31'

  beforeAll(async () => {
    own = await client.books({ time_zone: 'Pacific/Auckland', activation_at: '2025-01-01T00:00:00Z' })
    const receivables = new Receivables(own)
    const roe = await receivables.customer('Roe')
    const zenith = await new Payables(own).vendor('Zenith')
    await receivables.sent(roe, [sold('SALES', 500)], { sent_at: '2026-03-20T00:00:00Z', external_id: 'i-1' })
    const on = (account: string, amount: number, at: string, party: object = {}) => {
      const line = { ...(amount > 0 ? debit(account, amount) : credit(account, -amount)), ...party }
      const other = amount > 0 ? credit('SALES', amount) : debit('SALES', -amount)
      return sale(1, at, { line_items: [line, other] })
    }
    const [, , , undone] = await own.allPosted([
      on('ACCOUNTS_RECEIVABLE', 200, '2026-01-10T00:00:00Z', { customer_id: roe.id }),
      on('ACCOUNTS_RECEIVABLE', 70, '2026-03-01T00:00:00Z', { customer_id: roe.id }),
      on('ACCOUNTS_RECEIVABLE', -150, '2026-03-05T00:00:00Z', { customer_id: roe.id }),
      on('ACCOUNTS_RECEIVABLE', 900, '2026-01-01T00:00:00Z', { customer_id: roe.id }),
      on('ACCOUNTS_RECEIVABLE', 11, '2026-03-25T00:00:00Z'),
      on('ACCOUNTS_PAYABLE', -40, '2026-02-01T00:00:00Z', { vendor_id: zenith.id }),
      on('ACCOUNTS_PAYABLE', 6, '2026-03-30T00:00:00Z'),
    ])
    await own.reverse(undone?.id ?? '')
  })

  const shown = async (operation: OperationFor<Report>, query: Call['query'] = {}) =>
    drawn((await aging(operation, { effective_date: DAY, ...query }, own)).rows)

  test('stands under the customer or the vendor that it names, else under none; credits consume the oldest debits', async () => {
    await waitFor('all to be told', async () => (await shown('getApAging')).length === 5)
    await waitFor('the reversal, too', async () => (await shown('getArAging')).at(-1) === 'Total: 0 581 0 50 0')
    expect(await shown('getArAging')).toEqual([
      'Roe: 0 570 0 50 0',
      '- Journal entry: 0 0 0 50 0',
      '- Journal entry: 0 70 0 0 0',
      '- i-1: 0 500 0 0 0',
      'No customer: 0 11 0 0 0',
      '- Journal entry: 0 11 0 0 0',
      'Total: 0 581 0 50 0',
    ])
    expect(await shown('getApAging')).toEqual([
      'Zenith: 0 0 40 0 0',
      '- Journal entry: 0 0 40 0 0',
      'No vendor: 0 -6 0 0 0',
      '- Journal entry: 0 -6 0 0 0',
      'Total: 0 -6 40 0 0',
    ])
  })

  test('is the balance of the control account with the documents, and each of its rows leads to its entry', async () => {
    const { rows } = await aging('getArAging', { effective_date: DAY }, own)
    const { ACCOUNTS_RECEIVABLE } = await own.balances({ end_date: DAY })
    expect(rows.at(-1)?.cells.total?.value).toBe(ACCOUNTS_RECEIVABLE)
    const url = rows[0]?.rows[0]?.cells.total?.lines_url ?? ''
    expect(url).toMatch(/\/ledger\/entries\/[0-9a-f-]{36}$/)
    expect(rows[0]?.rows[0]?.row_key).toBe(`${rows[0]?.row_key}.${url.slice(-36)}`)
  })

  test('as of a day before a credit is all that was owed then', async () => {
    expect(await shown('getArAging', { effective_date: '2026-03-04', include_documents: false })).toEqual([
      'Roe: 0 70 200 0 0',
      'Total: 0 70 200 0 0',
    ])
  })

  test('comes from the bank, too: a category names whose debt it moves, and is given back with it', async () => {
    const banking = new Banking(own)
    const account = await banking.account('checking')
    const roe = (await own.api.call('listCustomers')).body.data[0]?.id ?? ''
    const zenith = (await own.api.call('listVendors')).body.data[0]?.id ?? ''
    const [came = '', went = ''] = (
      await banking.imported(account.id, [
        moneyIn('came', 60, { date: '2026-03-31' }),
        moneyOut('went', 45, { date: '2026-03-31' }),
      ])
    ).map(({ id }) => id)
    const stands = async () => [
      (await shown('getArAging', { include_documents: false }))[0],
      (await shown('getApAging', { include_documents: false }))[0],
      (await own.api.call('getCustomer', { path: { customerId: roe } })).body.data.balance,
      (await own.api.call('getVendor', { path: { vendorId: zenith } })).body.data.balance,
    ]
    const become = (expected: unknown[]) =>
      waitFor(`it to be ${expected.join(', ')}`, async () => isDeepStrictEqual(await stands(), expected)).catch(
        async () => expect(await stands()).toEqual(expected),
      )
    const before = ['Roe: 0 570 0 50 0', 'Zenith: 0 0 40 0 0', 620, 40]
    await become(before)
    const offered = JSON.stringify((await own.api.call('listCategories')).body.data)
    for (const name of ['ACCOUNTS_RECEIVABLE', 'ACCOUNTS_PAYABLE', 'CUSTOMER_CREDITS', 'VENDOR_PREPAYMENTS']) {
      expect(offered).not.toContain(`"${name}"`)
      expect((await banking.categorize(came, name)).refusal).toEqual({
        status: 422,
        error_enum: 'ControlAccount',
        field: 'category',
      })
    }
    await banking.categorize(came, { ...named('ACCOUNTS_RECEIVABLE'), customer_id: roe })
    await banking.categorize(went, { ...named('ACCOUNTS_PAYABLE'), vendor_id: zenith })
    // The oldest debts first; what was paid too much is a credit of its day.
    await become(['Roe: 0 560 0 0 0', 'Zenith: -5 0 0 0 0', 560, -5])
    const { ACCOUNTS_RECEIVABLE, ACCOUNTS_PAYABLE } = await own.balances({ end_date: DAY })
    expect([ACCOUNTS_RECEIVABLE, ACCOUNTS_PAYABLE]).toEqual([560 + 11, -5 - 6])
    await banking.uncategorize(came)
    await banking.uncategorize(went)
    await become(before)
  })
})
