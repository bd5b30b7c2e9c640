/** Aging through the gateway: who owes what, as of any day, out of what billing tells. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  billed,
  credited,
  newClient,
  Payables,
  Receivables,
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
