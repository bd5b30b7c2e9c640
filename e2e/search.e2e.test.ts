/** Anything is found by an id, an external_id, a reference number or the id of the request that made it. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  bankingOf,
  Books,
  newClient,
  Payables,
  payablesOf,
  Receivables,
  receivablesOf,
  sale,
  send,
  target,
  tasksOf,
  type TestClient,
} from './src/index.ts'

const NAME = 'found-by-name'
const REQUEST = `search/${Date.now()}`

let client: TestClient
let books: Books
/** What is made of each kind under one request, by what search calls it. */
let made: Record<string, string>

beforeAll(async () => {
  client = await newClient(target(), 'search')
  const own = await client.books({ bookkeeping_enrolled: true, external_id: 'the business' })
  books = new Books(own.api.underRequest(REQUEST), own.business)
  const account = await books.createAccount({ name: NAME, account_subtype: 'CASH' })
  const tags = [{ key: NAME, value: NAME }]
  const entry = await books.posted(sale(1, undefined, { external_id: NAME, reference_number: 'entry-number', tags }))
  const closing = { year: 2026, ledger_activity_start_timestamp: '2026-01-01T00:00:00Z', reference_number: NAME }
  const closed = await books.api.call('closeRetainedEarnings', { body: closing })
  const banking = await bankingOf(new Banking(books), NAME)
  const payables = await payablesOf(new Payables(books), NAME)
  const receivables = await receivablesOf(new Receivables(books), NAME)
  const { task } = await tasksOf(books, NAME)
  made = {
    business: books.id,
    account: account.id.id,
    entry: entry.id,
    entry_line: entry.line_items[0]?.id ?? '',
    closing_action: closed.body.data[0]?.id ?? '',
    tag_dimension: entry.transaction_tags[0]?.dimension_id ?? '',
    tag_value: entry.transaction_tags[0]?.definition_id ?? '',
    bank_account: banking.bankAccount,
    external_account: banking.externalAccount,
    bank_transaction: banking.transaction,
    categorization_rule: banking.rule,
    posting: banking.posting,
    vendor: payables.vendor,
    bill: payables.bill,
    bill_line_item: payables.lineItem,
    expense: payables.expense,
    bill_payment: payables.billPayment,
    vendor_credit: payables.vendorCredit,
    vendor_refund: payables.vendorRefund,
    customer: receivables.customer,
    invoice: receivables.invoice,
    invoice_line_item: receivables.invoiceLineItem,
    write_off: receivables.writeOff,
    invoice_payment: receivables.invoicePayment,
    refund: receivables.refund,
    refund_payment: receivables.refundPayment,
    payout: receivables.payout,
    task,
  }
  const external = { path: { externalAccountId: banking.externalAccount } }
  made['opening_balance'] = (await books.api.call('getOpeningBalance', external)).body.data.id
})

const search = async (q: string, by = books) => (await by.api.call('search', { query: { q } })).body.data
const typesOf = (found: { type: string }[]) => found.map(({ type }) => type).toSorted()

/** What no request is kept with: lines go by that of what they are a part of. */
const LINES = ['entry_line', 'bill_line_item', 'invoice_line_item']

describe('by an id', () => {
  test('each kind is found, in any case, with the request that made it and where it is read', async () => {
    for (const [type, id] of Object.entries(made)) {
      const [found, ...others] = await search(id.toUpperCase())
      expect([type, found, others]).toMatchObject([type, { type, id, matched_by: 'ID' }, []])
      const request = type === 'business' ? found?.request_id : LINES.includes(type) ? null : REQUEST
      expect([type, found?.request_id]).toEqual([type, request])
      const read = await send('GET', target().baseUrl + found?.url, { authorization: `Bearer ${books.api.token}` })
      expect([type, read.status, read.text.includes(id)]).toEqual([type, 200, type !== 'account'])
    }
  })
})

describe('by a text', () => {
  test('what has it as its external_id comes first, and what has it as its reference number after that', async () => {
    const found = await search(NAME)
    const places = found.map(({ matched_by }) => matched_by)
    expect(places).toEqual(places.toSorted())
    expect(typesOf(found.filter(({ matched_by }) => matched_by === 'EXTERNAL_ID'))).toEqual(
      [
        ...['entry', 'external_account', 'vendor', 'bill', 'bill_payment', 'vendor_credit', 'vendor_refund'],
        ...['customer', 'invoice'],
        ...['invoice_line_item', 'write_off', 'invoice_payment', 'refund', 'refund_payment', 'payout', 'task'],
      ].toSorted(),
    )
    const byReference = new Set(typesOf(found.filter(({ matched_by }) => matched_by === 'REFERENCE_NUMBER')))
    // The entries of what goes by it do so, too.
    expect([...byReference]).toEqual(['closing_action', 'entry'])
  })

  test('a reference number alone finds what has it', async () => {
    expect(await search('entry-number')).toMatchObject([
      { type: 'entry', id: made['entry'], external_id: NAME, matched_by: 'REFERENCE_NUMBER' },
    ])
    expect(await search('the business')).toMatchObject([{ type: 'business', id: books.id }])
  })

  test('a part of it finds nothing, and neither does what nobody has', async () => {
    for (const q of [NAME.slice(1), NAME.toUpperCase(), 'none', "' OR 1=1 --", '%'])
      expect([q, await search(q)]).toEqual([q, []])
  })

  test('of one that is too long, empty or missing it is said what was expected', async () => {
    for (const query of [{ q: 'x'.repeat(256) }, { q: '' }, {}])
      expect((await books.api.call('search', { query })).refusal).toMatchObject({ status: 400, field: 'q' })
    expect(await search('x'.repeat(255))).toEqual([])
  })
})

describe('by the id of a request', () => {
  test('what it made is found, and in the end what it changed', async () => {
    const types = typesOf(await search(REQUEST))
    for (const type of [
      'entry',
      'account',
      'bank_transaction',
      'vendor',
      'expense',
      'refund_payment',
      'payout',
      'task',
    ])
      expect(types).toContain(type)
    const change = { path: { vendorId: made['vendor'] ?? '' }, body: { memo: 'Changed' } }
    await books.api.underRequest('a-change').call('updateVendor', change)
    const [changed] = await waitFor('the change', async () => {
      const found = await search('a-change')
      return found.length > 0 && found
    })
    expect(changed).toMatchObject({ type: 'vendor', id: made['vendor'], matched_by: 'REQUEST_ID' })
  })

  test('each event shows it, however it came about', async () => {
    const events = await waitFor('the task', async () => {
      const { data } = (await books.api.call('listEvents', { query: { limit: 500 } })).body
      return data.some(({ type }) => type === 'task.created') && data
    })
    const others = events.filter(({ request_id }) => request_id !== REQUEST)
    const expected = new Set(['business.created', 'chart.created', 'vendor.changed', 'seal.created'])
    expect(others.filter(({ type }) => !expected.has(type))).toEqual([])
  })
})

test('nobody finds anything of somebody else', async () => {
  const stranger = await newClient(target(), 'stranger to search')
  const mine = await stranger.books()
  for (const q of [...Object.values(made), NAME, REQUEST, 'entry-number', 'the business'])
    expect([q, await search(q, mine)]).toEqual([q, []])
  const answer = await stranger.api.of(books.id).call('search', { query: { q: NAME } })
  expect(answer.refusal).toMatchObject({ status: 404, error_enum: 'BusinessNotFound' })
})
