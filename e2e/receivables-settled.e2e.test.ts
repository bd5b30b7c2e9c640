/** What becomes of the money of customers: paid out by processors, reported by the bank; and how all of it is found again. */
import { isDeepStrictEqual } from 'node:util'
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  cursorIn,
  moneyIn,
  moneyOut,
  named,
  newClient,
  Receivables,
  shown,
  sold,
  Tagging,
  target,
  type AppliedTag,
  type Books,
  type Call,
  type Customer,
  type Invoice,
  type InvoicePayment,
  type OperationFor,
  type PagedId,
  type Payout,
  type Refund,
  type TestClient,
} from './src/index.ts'

let client: TestClient
let books: Books
let receivables: Receivables
let customer: Customer

beforeAll(async () => {
  client = await newClient(target(), 'receivables-settled')
})

/** New books with one customer. */
async function begin(): Promise<void> {
  books = await client.books({ time_zone: 'America/New_York', activation_at: '2026-01-01T00:00:00Z' })
  receivables = new Receivables(books)
  customer = await receivables.customer('engines')
}

const UNDEPOSITED = 'UNDEPOSITED_FUNDS'
const PROCESSOR = 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT'
const FEES = 'PAYMENT_PROCESSING_FEES'
const FEBRUARY = '2026-02-15T12:00:00.000Z'

const byCard = (amount: number, more: object = {}) => ({ method: 'CREDIT_CARD', paid_at: FEBRUARY, amount, ...more })
const byCheck = (amount: number, more: object = {}) => ({ ...byCard(amount, more), method: 'CHECK' })

/** What stands on each of these accounts, in both books alike. */
async function expectBalances(expected: Record<string, number>): Promise<void> {
  const accounts = Object.keys(expected)
  const found = await receivables.balances(...accounts)
  expect(Object.fromEntries(accounts.map((account, at) => [account, found[at]]))).toEqual(
    Object.fromEntries(Object.entries(expected).map(([account, amount]) => [account, [amount, amount]])),
  )
}

describe('a payout', () => {
  beforeAll(begin)

  test('is what payments brought, less refunds and fees, with whatever else was settled', async () => {
    const invoice = await receivables.sent(customer, [sold('SALES', 60_000)], {
      payments: [byCard(50_000, { external_id: 'p-1', fee: 1_450 })],
    })
    const second = (await receivables.payInvoice(invoice.id, byCard(10_000, { fee: 300, processor: 'STRIPE' }))).body
      .data
    const refund = await receivables.refunded(
      [{ invoice_id: invoice.id, total_amount: 4_000 }],
      [{ external_id: 'rp-1', refunded_amount: 4_000, method: 'CREDIT_CARD', refund_processing_fee: 10 }],
    )
    const body = {
      external_id: 'payout-1',
      processor: 'STRIPE',
      paid_out_amount: 48_550 + 9_700 - 4_010 - 100 - 500,
      fee: 100,
      completed_at: '2026-02-28T08:00:00Z',
      payments: [{ external_id: 'p-1' }, { id: second.id }],
      refund_payments: [{ external_id: 'rp-1' }],
      other_transactions: [
        { amount: 500, direction: 'DEBIT', account_identifier: named('CURRENT_ASSET'), description: 'Reserve' },
      ],
    }
    const refused = await receivables.createPayout({ ...body, paid_out_amount: 1 })
    expect(refused.refusal).toEqual({ status: 422, error_enum: 'PayoutUnbalanced', field: 'paid_out_amount' })
    const made = await receivables.createPayout(body)
    expect([made.status, made.headers['pacioli-posting']]).toEqual([201, 'posted'])
    const payout = made.body.data
    expect(payout).toMatchObject({ paid_out_amount: 53_640, fee: 100, is_matched: false })
    expect(payout.payments.map(({ amount }) => amount).sort()).toEqual([48_550, 9_700])
    expect(payout.refund_payments.map(({ external_id, amount }) => [external_id, amount])).toEqual([['rp-1', 4_010]])
    await expectBalances({ [PROCESSOR]: 0, [UNDEPOSITED]: 53_640, [FEES]: 1_450 + 300 + 10 + 100, CURRENT_ASSET: 500 })
    const again = await receivables.createPayout(body)
    expect([again.status, again.body.data]).toEqual([200, payout])
    expect(await receivables.payout(payout.id)).toEqual(payout)
    expect((await receivables.payment(second.id)).payout_id).toBe(payout.id)
    const twice = await receivables.createPayout({ paid_out_amount: 9_700, payments: [{ id: second.id }] })
    expect(twice.refusal).toEqual({ status: 422, error_enum: 'NotPaidOut', field: 'payments.0.id' })
    const less = [{ external_id: 'rp-1', refunded_amount: 3_000, method: 'CREDIT_CARD' }]
    const moved = await receivables.updateRefund(refund.id, { payments: less })
    expect(moved.refusal).toMatchObject({ status: 422, error_enum: 'DocumentMatched' })
    const inPayout = async (included_in_payout: boolean) => [
      (await receivables.refundPayments({ included_in_payout })).length,
      (await receivables.all('listInvoicePayments', { included_in_payout })).length,
    ]
    expect([await inPayout(true), await inPayout(false)]).toEqual([
      [1, 2],
      [0, 0],
    ])
  })
})

describe('what is matched to the bank', () => {
  let banking: Banking
  let account: string
  let ledgerAccount: string

  beforeAll(async () => {
    await begin()
    banking = new Banking(books)
    ;({ id: account, ledger_account_id: ledgerAccount } = await banking.account('checking'))
  })

  const date = '2026-03-01'

  /** A transaction that the bank reports is matched to the document as soon as that is suggested. */
  async function matched(id: string, matchType: string, amount: number, documentId: string): Promise<void> {
    const suggestion = async () =>
      (await banking.transaction(id)).suggested_matches.find((one) => one.id === documentId)
    const suggested = await waitFor(`${matchType} to be suggested`, suggestion)
    expect(suggested).toMatchObject({ matchType, details: { amount } })
    const { data } = (await banking.match(id, documentId)).body
    expect(data).toMatchObject({ categorizationStatus: 'MATCHED', match: { match_type: matchType } })
  }

  const bankBalance = async (): Promise<number> =>
    (await books.balanceNodes()).find(({ id }) => id.id === ledgerAccount)?.balance ?? 0

  test('a payment, a refund payment and a payout clear what waits for them, and wait again when they are let go of', async () => {
    const invoice = await receivables.sent(customer, [sold('SALES', 12_000)])
    const paying = byCheck(7_000, { fee: 20, paid_at: '2026-02-27T12:00:00Z' })
    const { data: payment } = (await receivables.payInvoice(invoice.id, paying)).body
    const { data: byCardPaid } = (await receivables.payInvoice(invoice.id, byCard(5_000, { fee: 90 }))).body
    const completed = { completed_at: '2026-02-28T12:00:00Z' }
    const settled = { ...completed, paid_out_amount: 4_900, fee: 10, payments: [{ id: byCardPaid.id }] }
    const { data: payout } = (await receivables.createPayout(settled)).body
    const giving = { ...completed, external_id: 'rp', refunded_amount: 1_500, method: 'CHECK' }
    const refund = await receivables.refunded([{ customer_id: customer.id, total_amount: 2_000 }], [giving])
    const given = refund.payments[0]?.id ?? ''
    const reported = await banking.imported(account, [
      moneyIn('check', 6_980, { date }),
      moneyOut('refund', 1_500, { date }),
      moneyIn('payout', 4_900, { date }),
      moneyIn('other', 5_000, { date }),
    ])
    const [check = '', out = '', paidOut = '', other = ''] = reported.map(({ id }) => id)
    await matched(check, 'INVOICE_PAYMENT', 6_980, payment.id)
    await matched(out, 'REFUND_PAYMENT', 1_500, given)
    await matched(paidOut, 'PAYOUT', 4_900, payout.id)
    // What is in a payout is offered to no transaction.
    expect((await banking.transaction(other)).suggested_matches).toEqual([])
    await expectBalances({ [UNDEPOSITED]: 0, [PROCESSOR]: 0, SALES: 12_000, [FEES]: 120 })
    expect(await bankBalance()).toBe(6_980 - 1_500 + 4_900)
    const customer_id = customer.id
    expect(await banking.transaction(check)).toMatchObject({ customer_id, customer_external_id: 'engines' })

    const listed = async (is_matched: boolean) => [
      (await receivables.all('listInvoicePayments', { is_matched })).length,
      (await receivables.refundPayments({ is_matched })).length,
      (await receivables.all('listPayouts', { is_matched })).length,
    ]
    const become = (what: string, expected: number[]) =>
      waitFor(`all three to be ${what}`, async () => isDeepStrictEqual(await listed(true), expected))
    await become('matched', [1, 1, 1])
    expect(await listed(false)).toEqual([1, 0, 0])
    expect((await receivables.payment(payment.id)).is_matched).toBe(true)
    const inPayout = await receivables.createPayout({ paid_out_amount: 6_980, payments: [{ id: payment.id }] })
    const changed = await receivables.updateRefund(refund.id, { payments: [{ ...giving, refunded_amount: 1_400 }] })
    for (const [answer, transaction_id] of [
      [inPayout, check],
      [changed, out],
    ] as const) {
      expect(answer.refusal).toMatchObject({ status: 422, error_enum: 'DocumentMatched' })
      expect(answer.error.meta).toMatchObject({ transaction_id })
    }
    // What it is for, and what is said of it, is nothing to the bank; and what a payment was for may change.
    const said = await receivables.updateRefund(refund.id, { memo: 'Torn', payments: [{ ...giving, memo: 'Sent' }] })
    expect(said.body.data.payments.map(({ memo, is_matched }) => [memo, is_matched])).toEqual([['Sent', true]])
    const voided = await receivables.voidInvoice(invoice.id, { move_payments_to_credit: true })
    expect([voided.body.data.status, await bankBalance()]).toEqual(['VOIDED', 10_380])

    for (const id of [check, out, paidOut]) await banking.uncategorize(id)
    await become('free', [0, 0, 0])
    const less = await receivables.updateRefund(refund.id, { payments: [{ ...giving, refunded_amount: 1_400 }] })
    expect([less.body.data.payments[0]?.id, less.body.data.outstanding_balance]).toEqual([given, 600])
    expect(await bankBalance()).toBe(0)
    await expectBalances({ [UNDEPOSITED]: 6_980 + 4_900 - 1_400, CUSTOMER_CREDITS: 12_000 })
  })

  test('a payment that is matched comes back by a transaction of its own, with its fee, which keeps the return', async () => {
    const [before, free] = [await bankBalance(), (await receivables.balances(UNDEPOSITED))[0]?.[0] ?? 0]
    const paying = byCheck(3_000, { customer_id: customer.id, paid_at: '2026-02-27T12:00:00Z' })
    const { data: payment } = (await receivables.createPayment(paying)).body
    const reported = await banking.imported(account, [
      moneyIn('bounces', 3_000, { date }),
      moneyOut('bounced', 3_500, { date }),
      moneyOut('later', 3_500, { date }),
    ])
    const [came = '', bounced = '', later = ''] = reported.map(({ id }) => id)
    await matched(came, 'INVOICE_PAYMENT', 3_000, payment.id)
    const returned = (await receivables.returnPayment(payment.id, { fee: 500 })).body.data.return
    await matched(bounced, 'INVOICE_PAYMENT_RETURN', 3_500, returned?.id ?? '')
    expect([await bankBalance(), await receivables.balances(UNDEPOSITED)]).toEqual([before - 500, [[free, free]]])
    expect(await banking.transaction(bounced)).toMatchObject({ customer_id: customer.id })
    expect(await banking.transaction(later)).toMatchObject({ suggested_matches: [] })
    const undone = await receivables.undoReturn(payment.id)
    expect(undone.refusal).toMatchObject({ status: 422, error_enum: 'DocumentMatched' })
    expect(undone.error.meta).toMatchObject({ transaction_id: bounced })
    await banking.uncategorize(bounced)
    expect((await receivables.undoReturn(payment.id)).status).toBe(200)
    await waitFor('the return to be offered no more', async () =>
      isDeepStrictEqual((await banking.transaction(later)).suggested_matches, []),
    )
    expect(await bankBalance()).toBe(before + 3_000)
  })
})

describe('lines of an account', () => {
  beforeAll(begin)

  test('show the invoice that they stem from, whatever happened to it', async () => {
    const invoice = await receivables.sent(customer, [sold('SALES', 900)], { external_id: 'on the lines' })
    const { data: payment } = (await receivables.payInvoice(invoice.id, byCheck(700))).body
    await receivables.writeOff(invoice.id, { amount: 200, write_off_at: '2026-02-16T12:00:00Z' })
    await receivables.refundInvoice(invoice.id, {
      refunded_amount: 50,
      method: 'CHECK',
      completed_at: '2026-02-17T12:00:00Z',
    })
    const over = await receivables.sent(customer, [sold('SALES', 100)])
    const alsoOver = await receivables.sent(customer, [sold('SALES', 100)])
    await receivables.paid(
      200,
      [over, alsoOver].map(({ id }) => ({ invoice_id: id, amount: 100 })),
    )
    await books.posted({
      entry_at: '2026-02-18T12:00:00Z',
      line_items: [
        { account_identifier: named('CASH'), amount: 1, direction: 'DEBIT' },
        { account_identifier: named('SALES'), amount: 1, direction: 'CREDIT' },
      ],
    })
    const invoicesOn = async (accountId: string) =>
      (await books.allLines(accountId)).map((line) => [line.direction, line.amount, line.invoice?.external_id ?? null])
    const name = 'on the lines'
    expect(await invoicesOn('ACCOUNTS_RECEIVABLE')).toEqual(
      expect.arrayContaining([
        ['DEBIT', 900, name],
        ['CREDIT', 700, name],
        ['CREDIT', 200, name],
      ]),
    )
    expect(await invoicesOn('BAD_DEBT')).toEqual([['DEBIT', 200, name]])
    expect(await invoicesOn('RETURNS_ALLOWANCES')).toEqual([['DEBIT', 50, name]])
    expect((await invoicesOn('REFUND_LIABILITIES')).sort()).toEqual([
      ['CREDIT', 50, name],
      ['DEBIT', 50, name],
    ])
    // A payment of several invoices stems from none of them, and neither does what was posted by hand.
    const byHand = (await books.allLines('SALES')).filter(({ amount }) => amount === 1)
    expect(byHand.map((line) => line.invoice)).toEqual([null])
    const [paid] = (await books.allLines(UNDEPOSITED)).filter(({ amount }) => amount === 700)
    expect(paid?.invoice).toEqual(await receivables.invoice(invoice.id))
    expect(paid?.invoice?.payment_allocations.map(({ payment_id }) => payment_id)).toEqual([payment.id])
    const severally = (await books.allLines(UNDEPOSITED)).filter(({ amount }) => amount === 100)
    expect(severally.map((line) => line.invoice)).toEqual(severally.map(() => null))
  })
})

describe('tags', () => {
  test('of an invoice are on what it posts, and on what pays, refunds and writes it off; they come and go', async () => {
    const tagging = new Tagging(books)
    const invoice = await receivables.sent(customer, [sold('SALES', 500, { tags: [{ key: 'job', value: 'j1' }] })], {
      tags: [{ key: 'store', value: 'one' }],
      payments: [byCheck(400, { external_id: 'tagged' })],
    })
    await receivables.writeOff(invoice.id, { amount: 100, write_off_at: FEBRUARY })
    const { data: refund } = (await receivables.refundInvoice(invoice.id, { refunded_amount: 200, method: 'CHECK' }))
      .body
    const tagged = (key: string, value: string, reporting_basis = 'ACCRUAL') =>
      books.balances({ tag_key: key, tag_values: [value], reporting_basis })
    const everywhere = {
      SALES: 500,
      [UNDEPOSITED]: 200,
      BAD_DEBT: 100,
      RETURNS_ALLOWANCES: 200,
      ACCOUNTS_RECEIVABLE: 0,
    }
    expect(await tagged('store', 'one')).toMatchObject(everywhere)
    expect(await tagged('job', 'j1')).toMatchObject({ SALES: 500 })
    const north = { key: 'region', value: 'north' }
    const applied = await tagging.apply('INVOICE', [invoice.id], north)
    const [entity] = applied.body.data
    expect([
      applied.headers['pacioli-posting'],
      entity?.entity_type,
      shown(entity?.transaction_tags ?? []).sort(),
    ]).toEqual(['posted', 'INVOICE', ['region=north', 'store=one']])
    expect(await tagged('region', 'north')).toMatchObject(everywhere)
    expect(await tagged('region', 'north', 'CASH')).toMatchObject({ SALES: 400, [UNDEPOSITED]: 200 })
    expect(shown((await receivables.invoice(invoice.id)).transaction_tags).sort()).toEqual([
      'region=north',
      'store=one',
    ])
    await tagging.remove('INVOICE', [invoice.id], north)
    expect(await tagged('region', 'north')).toMatchObject({ SALES: 0, [UNDEPOSITED]: 0, RETURNS_ALLOWANCES: 0 })

    const paid = byCard(7, { external_id: 'card', customer_id: customer.id })
    const { data: payment } = (await receivables.createPayment(paid)).body
    const settled = { paid_out_amount: 7, payments: [{ external_id: 'card' }] }
    const { data: payout } = (await receivables.createPayout(settled)).body
    const carriers: [string, string, OperationFor<{ transaction_tags: AppliedTag[] }>, Call][] = [
      ['CUSTOMER', customer.id, 'getCustomer', { path: { customerId: customer.id } }],
      ['INVOICE_PAYMENT', payment.id, 'getInvoicePayment', { path: { paymentId: payment.id } }],
      ['REFUND', refund.id, 'getRefund', { path: { refundId: refund.id } }],
      ['PAYOUT', payout.id, 'getPayout', { path: { payoutId: payout.id } }],
    ]
    const carried = () =>
      Promise.all(
        carriers.map(async ([, , operationId, call]) => {
          const { data } = (await books.api.call(operationId, call)).body
          return shown(data.transaction_tags)
        }),
      )
    for (const [type, id] of carriers) {
      const { body } = await tagging.apply(type, [id], { key: 'q', value: '1' })
      expect(body.data.map(({ entity_type, entity_id }) => [entity_type, entity_id])).toEqual([[type, id]])
    }
    expect(await carried()).toEqual(Array(4).fill(['q=1']))
    expect(await tagged('q', '1')).toMatchObject({ RETURNS_ALLOWANCES: 200, CUSTOMER_CREDITS: 7, [PROCESSOR]: 0 })
  })
})

describe('lists', () => {
  let invoices: Invoice[]
  let payments: InvoicePayment[]
  let refunds: Refund[]
  let payout: Payout
  let other: Customer

  beforeAll(async () => {
    await begin()
    other = await receivables.customer('other')
    const tags = [{ key: 'store', value: 'one' }]
    invoices = [
      await receivables.sent(customer, [sold('SALES', 100)], {
        due_at: '2026-02-01T12:00:00Z',
        reference_number: 'R-1',
        external_id: 'first',
      }),
      await receivables.sent(customer, [sold('SALES', 300)], {
        sent_at: '2026-01-20T03:00:00Z',
        due_at: '2026-02-20T03:00:00Z',
        reference_number: 'R-2',
        tags,
      }),
      await receivables.sent(other, [sold('SALES', 200)], { sent_at: '2026-02-01T12:00:00Z', external_id: 'third' }),
      await receivables.sent(other, [sold('SALES', 50)], { payments: [{ method: 'CASH', amount: 50 }] }),
    ]
    payments = [
      await receivables.paid(120, [{ invoice_id: invoices[0]?.id, amount: 100 }], {
        reference_number: 'P-1',
        external_id: 'p',
        method: 'CREDIT_CARD',
        processor: 'STRIPE',
        tags,
      }),
      ...(await receivables.all('listInvoicePayments', { method: 'CASH' })),
    ]
    const out = (external_id: string, refunded_amount: number, completed_at: string, more: object = {}) => ({
      ...{ external_id, refunded_amount, completed_at, method: 'CREDIT_CARD' },
      ...more,
    })
    refunds = [
      await receivables.refunded(
        [{ invoice_payment_id: payments[0]?.id, total_amount: 100 }],
        [
          out('y', 10, '2026-03-01T12:00:00Z', { processor: 'STRIPE', reference_number: 'Y' }),
          out('z', 20, '2026-03-02T03:00:00Z', { reference_number: 'Z' }),
        ],
        { external_id: 'r', reference_number: 'RR', tags },
      ),
      await receivables.refunded(
        [{ customer_id: other.id, total_amount: 30 }],
        [out('x', 30, '2026-03-03T12:00:00Z', { method: 'CASH' })],
        { completed_at: '2026-03-03T12:00:00Z' },
      ),
    ]
    const members = { payments: [{ external_id: 'p' }], refund_payments: [{ external_id: 'y' }] }
    const body = { ...members, paid_out_amount: 110, completed_at: '2026-03-05T12:00:00Z', processor: 'STRIPE' }
    payout = (await receivables.createPayout({ ...body, external_id: 'out', reference_number: 'O', tags })).body.data
    await receivables.voidInvoice(invoices[2]?.id ?? '')
  })

  const cases = async (
    operationId: PagedId,
    rows: readonly { id: string }[],
    expected: [Call['query'], number[]][],
  ): Promise<void> => {
    for (const [query, places] of expected) {
      const found = (await receivables.all(operationId, query)).map(({ id }) => rows.findIndex((row) => row.id === id))
      expect([query, found]).toEqual([query, places])
    }
  }

  test('of invoices find what fits all filters', async () => {
    await cases('listInvoices', invoices, [
      [{}, [2, 1, 3, 0]],
      [{ sort_order: 'ASC' }, [0, 3, 1, 2]],
      [{ sort_by: 'total_amount', sort_order: 'ASC' }, [3, 0, 2, 1]],
      [{ sort_by: 'due_at', sort_order: 'ASC', customer_id: customer.id }, [0, 1]],
      [{ status: 'PAID' }, [3, 0]],
      [{ statuses: 'SENT,VOIDED' }, [2, 1]],
      [{ status: 'REFUNDED' }, []],
      [{ is_open: true }, [1]],
      [{ is_open: false }, [2, 3, 0]],
      [{ customer_external_id: 'other' }, [2, 3]],
      [{ customer_external_id: 'nobody' }, []],
      // In New York it is still the day before.
      [{ start_date: '2026-01-19', end_date: '2026-01-19' }, [1]],
      [{ due_start_date: '2026-02-01', due_end_date: '2026-02-19' }, [1, 0]],
      [{ external_id: 'third' }, [2]],
      [{ reference_number: 'R-1', reference_numbers: 'R-2' }, [1, 0]],
      [{ min_amount: 100, max_amount: 200 }, [2, 0]],
      [{ tag_key: 'store', tag_values: ['one', 'two'] }, [1]],
    ])
    const pages = await receivables.all('listInvoices', { limit: 1 })
    expect(pages.map(({ id }) => id)).toEqual((await receivables.invoices()).map(({ id }) => id))
  })

  test('of payments, refunds and payouts, too', async () => {
    await cases('listInvoicePayments', payments, [
      [{}, [0, 1]],
      [{ sort_by: 'amount', sort_order: 'ASC' }, [1, 0]],
      [{ invoice_id: invoices[0]?.id }, [0]],
      [{ customer_id: other.id }, [1]],
      [{ method: 'CREDIT_CARD', processor: 'STRIPE', external_id: 'p', reference_number: 'P-1' }, [0]],
      [{ start_date: '2026-02-01' }, [0]],
      [{ max_amount: 119 }, [1]],
      [{ included_in_payout: true }, [0]],
      [{ is_matched: true }, []],
      [{ tag_key: 'store', tag_values: ['one'] }, [0]],
    ])
    await cases('listRefunds', refunds, [
      [{}, [1, 0]],
      [{ sort_by: 'total_amount' }, [0, 1]],
      [{ customer_external_id: 'other' }, [1]],
      [{ invoice_payment_id: payments[0]?.id }, [0]],
      [{ is_open: true }, [0]],
      [{ end_date: '2026-02-27' }, [0]],
      [{ external_id: 'r', reference_numbers: 'RR,SS' }, [0]],
      [{ tag_key: 'store', tag_values: ['one'] }, [0]],
    ])
    await cases(
      'listPayouts',
      [payout],
      [
        [{}, [0]],
        [{ processor: 'STRIPE', external_id: 'out', reference_number: 'O', start_date: '2026-03-05' }, [0]],
        [{ min_amount: 111 }, []],
        [{ is_matched: true }, []],
        [{ tag_key: 'store', tag_values: ['one'], sort_by: 'paid_out_amount' }, [0]],
      ],
    )
  })

  test('of refund payments find what fits all filters, newest first, link after link', async () => {
    const found = async (query: Call['query']) =>
      (await receivables.refundPayments(query)).map(({ external_id }) => external_id).join()
    const expected: [Call['query'], string][] = [
      [{}, 'x,z,y'],
      [{ limit: 1 }, 'x,z,y'],
      [{ external_id: 'y' }, 'y'],
      [{ completed_at_start: '2026-03-02T03:00:00Z' }, 'x,z'],
      // In New York that is still the first of March.
      [{ completed_at_end: '2026-03-01' }, 'z,y'],
      [{ completed_at_start: '2026-03-02' }, 'x'],
      [{ method: 'CASH' }, 'x'],
      [{ processor: 'STRIPE' }, 'y'],
      [{ min_amount: 20, max_amount: 29 }, 'z'],
      [{ min_amount: 0, max_amount: 0 }, ''],
      [{ included_in_payout: true }, 'y'],
      [{ included_in_payout: false, limit: 1 }, 'x,z'],
      [{ is_matched: false }, 'x,z,y'],
      [{ reference_number: 'Y' }, 'y'],
      [{ reference_numbers: 'Y,Z', method: 'CREDIT_CARD' }, 'z,y'],
    ]
    for (const [query, names] of expected) expect([query, await found(query)]).toEqual([query, names])
    const page = (query: Call['query']) => books.api.call('listRefundPayments', { query })
    const cursor = cursorIn(await page({ limit: 1 }))
    for (const query of [{ cursor: 'x' }, { cursor, method: 'CASH' }])
      expect((await page(query)).refusal).toEqual({ status: 400, error_enum: 'InvalidCursor', field: 'cursor' })
    for (const [field, value] of [
      ['min_amount', -1],
      ['max_amount', '1.5'],
      ['method', 'CREDIT_BALANCE'],
      ['sort_by', 'fee'],
    ] as const)
      expect((await page({ [field]: value })).refusal).toMatchObject({ status: 400, field })
  })
})

test('a browser keeps receivables as a bookkeeper does', async () => {
  const token = (await books.api.call('issueBusinessToken', {})).body.data.access_token
  const api = books.api.as(token)
  const body = { customer_id: customer.id, line_items: [sold('SALES', 1)] }
  const { id } = (await api.call('createInvoice', { body })).body.data
  expect((await api.call('voidInvoice', { path: { invoiceId: id } })).body.data.status).toBe('VOIDED')
})
