/** Invoices that are made void, with whatever was paid, refunded and written off of them; the books are the ledger's own. */
import { randomUUID } from 'node:crypto'
import { refused } from '@pacioli/errors'
import type { Invoice__Output, InvoiceAnswer, InvoicePayment__Output, Refund__Output } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalsAmong } from '../bill-payments/races.test-helpers.ts'
import { requestFor, startTestBilling, type TestBilling } from '../billing.test-helpers.ts'
import { named, refusals } from '../bills/bills.test-helpers.ts'
import { changeAccount, openAccount, postedOf, standingOf } from '../bills/books.test-helpers.ts'
import { changeOf as customerChange } from '../customers/customers.test-helpers.ts'
import { updateCustomer } from '../customers/update-customer.ts'
import { announced, archiveTag, balancingDimension, changesOn, closeBooks } from '../documents/ledger.test-helpers.ts'
import { countStatements } from '../documents/statements.test-helpers.ts'
import { getInvoicePayment } from '../invoice-payments/get-invoice-payment.ts'
import { makePayout, makeRefund, undo, writeOff } from '../receivables/acts.test-helpers.ts'
import {
  anotherCustomer,
  creditOf,
  expectSoundBooks,
  FEES,
  invoiceInput,
  invoiceNow,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  payFor,
  type InvoiceGiven,
  type PaymentGiven,
  type TestReceivables,
} from '../receivables/receivables.test-helpers.ts'
import { getRefund } from '../refunds/get-refund.ts'
import { paidInvoice, problemsOf, refundOne, tag } from '../refunds/refund-requests.test-helpers.ts'
import { createInvoice } from './create-invoices.ts'
import { voidInvoice } from './void-invoice.ts'

let billing: TestBilling
let receivables: TestReceivables
/** Another business, whose books nobody looks at. */
let elsewhere: TestReceivables
beforeAll(async () => {
  // Each request has a connection, so that those who wait for an invoice wait for nothing else.
  billing = await startTestBilling({ poolSize: 40 })
  receivables = await openReceivables(billing)
  elsewhere = await openReceivables(billing)
  await balancingDimension(billing, receivables.request, 'entity')
  // From here on there is an account of this tax.
  await invoice({ taxes: { CA: 1 } })
})
afterAll(async () => {
  await expectSoundBooks(billing, receivables, ['entity'])
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

type Id = { id: string }

const MOVING = { move_payments_to_credit: true }

const take = (
  { id }: Id,
  { move_payments_to_credit = false } = {},
  { request }: TestReceivables = receivables,
): Promise<InvoiceAnswer> => voidInvoice(billing, request, { invoice_id: id, move_payments_to_credit })
/** Made void, its payments becoming credit. */
const moved = async (one: Id, of: TestReceivables = receivables) =>
  (await take(one, MOVING, of)).data as Invoice__Output
const refusal = (one: Id, moving?: Parameters<typeof take>[1], of?: TestReceivables) => refusals(take(one, moving, of))
/** A customer of a test's own. */
const somebody = () => anotherCustomer(billing, receivables)
const invoice = (given?: InvoiceGiven, of: TestReceivables = receivables) => makeInvoice(billing, of, given)
const pay = (one: Id, amount: number, given: PaymentGiven = {}, of: TestReceivables = receivables) =>
  payFor(billing, of, one, amount, given)
const paid = (given: InvoiceGiven = {}, of: TestReceivables = receivables) => paidInvoice(billing, of, given)
const now = (one: Id, of: TestReceivables = receivables) => invoiceNow(billing, of, one)
const paymentNow = async ({ id }: Id, { request }: TestReceivables = receivables) =>
  (await getInvoicePayment(billing, request, id)).data as InvoicePayment__Output
const refundNow = async ({ id }: Id, { request }: TestReceivables = receivables) =>
  (await getRefund(billing, request, id)).data as Refund__Output
type Posting = { id?: string | undefined } | null | undefined
const standing = (one: Posting, { request }: TestReceivables = receivables) => standingOf(billing, request, one?.id)
const everPosted = (one: Posting, { request }: TestReceivables = receivables) => postedOf(billing, request, one?.id)

describe('a void invoice', () => {
  test('is out of the books, owes nothing, and stays to be read', async () => {
    const of = await somebody()
    const owed = await invoice(
      {
        external_id: 'a',
        due_at: '2026-02-09T12:00:00Z',
        line_items: [line(60, { taxes: { CA: 6 }, tags: [tag('room', '1')] }), line(34, { account_identifier: FEES })],
        additional_discount: 4,
        tips: 5,
        tags: [tag('shop', 'n')],
      },
      of,
    )
    const answer = await take({ id: owed.id.toUpperCase() }, {}, of)
    expect(answer).toMatchObject({ created: false, posting: 'posted' })
    expect(answer.data).toEqual({
      ...owed,
      status: 'VOIDED',
      voided_at: answer.data?.voided_at,
      updated_at: answer.data?.updated_at,
      outstanding_balance: 0,
    })
    expect(Date.parse(answer.data?.voided_at ?? '')).toBeGreaterThan(Date.parse(owed.updated_at))
    expect(await now(owed, of)).toEqual(answer.data)
    const [sent, reversal, ...more] = await everPosted(owed, of)
    expect(more).toEqual([])
    expect(reversal).toEqual([
      'reversal ACCRUAL 2026-01-10',
      sent?.[1].map((text) => (text.startsWith('Dr') ? text.replace('Dr', 'Cr') : text.replace('Cr', 'Dr'))),
    ])
    expect(await announced(billing, owed.id)).toMatchObject([
      { type: 'pacioli.invoice.created.v1', data: { version: 1, status: 'SENT' } },
      {
        type: 'pacioli.invoice.voided.v1',
        data: { version: 2, status: 'VOIDED', outstanding_balance: 0, total_amount: owed.total_amount },
      },
    ])
  })

  test('is the same when it is voided again, however that is asked, and keeps its external_id', async () => {
    const [owed, settled] = [await invoice({ external_id: 'again' }), await paid()]
    const first = await take(owed)
    for (const moving of [{}, MOVING]) expect(await take(owed, moving)).toEqual(first)
    const input = invoiceInput(receivables, { external_id: 'again' })
    expect(await createInvoice(billing, receivables.request, input)).toEqual(first)
    expect(await everPosted(owed)).toHaveLength(2)
    expect(await announced(billing, owed.id)).toHaveLength(2)
    const second = await take(settled, MOVING)
    // It has no payments any more that somebody would have to move.
    for (const moving of [{}, MOVING]) expect(await take(settled, moving)).toEqual(second)
    const fromTheStart = await invoice({ voided_at: '2026-01-11T12:00:00Z' })
    expect((await take(fromTheStart)).data).toEqual(fromTheStart)
    expect(await everPosted(fromTheStart)).toEqual([])
  })

  test('can be of every state', async () => {
    const of = await somebody()
    const names = ['SALES', 'BAD_DEBT', 'RETURNS_ALLOWANCES', 'REFUND_LIABILITIES', 'UNDEPOSITED_FUNDS', 'CASH']
    const changes = await changesOn(billing, of, names)
    const zero = await invoice({ line_items: [line(0)] }, of)
    const partly = await invoice({}, of)
    await pay(partly, 40, {}, of)
    const settled = await paid({}, of)
    const lost = await invoice({}, of)
    await writeOff(billing, of, lost)
    const partlyLost = await invoice({}, of)
    await pay(partlyLost, 20, {}, of)
    await writeOff(billing, of, partlyLost, { amount: 30 })
    const back = await paid({}, of)
    await refundOne(billing, of, back, { method: 'CASH' })
    const gone = await invoice({}, of)
    await take(gone, {}, of)
    const all = [await invoice({}, of), zero, partly, settled, lost, partlyLost, back, gone]
    expect((await Promise.all(all.map((one) => now(one, of)))).map(({ status }) => status)).toEqual([
      'SENT',
      'PAID',
      'PARTIALLY_PAID',
      'PAID',
      'WRITTEN_OFF',
      'PARTIALLY_WRITTEN_OFF',
      'REFUNDED',
      'VOIDED',
    ])
    for (const one of all)
      expect(await moved(one, of)).toMatchObject({
        status: 'VOIDED',
        outstanding_balance: 0,
        paid_at: undefined,
        payment_allocations: [],
        refund_allocations: [],
      })
    expect(await creditOf(billing, of)).toBe(40 + 100 + 20 + 100 - 100)
    expect(await changes()).toEqual({
      SALES: [0, 0],
      BAD_DEBT: [0, 0],
      RETURNS_ALLOWANCES: [0, 0],
      REFUND_LIABILITIES: [0, 0],
      UNDEPOSITED_FUNDS: [260, 260],
      CASH: [-100, -100],
    })
  })

  test('takes back its write-offs, and nothing of those that were undone before', async () => {
    const of = await somebody()
    const changes = await changesOn(billing, of, ['BAD_DEBT', 'OTHER_EXPENSES', 'SALES'])
    const owed = await invoice({}, of)
    const undone = await writeOff(billing, of, owed, { amount: 10 })
    await undo(billing, of, owed, undone)
    const one = await writeOff(billing, of, owed, { amount: 30, destination_ledger_account: named('OTHER_EXPENSES') })
    const rest = await writeOff(billing, of, owed)
    const after = (await take(owed, {}, of)).data
    expect(after?.status).toBe('VOIDED')
    const deletedAt = new Map(after?.write_offs?.map(({ id, deleted_at }) => [id, deleted_at]))
    expect([one, rest].map(({ id }) => deletedAt.get(id))).toEqual([after?.voided_at, after?.voided_at])
    expect(Date.parse(deletedAt.get(undone.id) ?? '')).toBeLessThan(Date.parse(after?.voided_at ?? ''))
    for (const written of [one, rest, undone]) {
      expect(await standing(written, of)).toEqual([])
      expect(await everPosted(written, of)).toHaveLength(2)
    }
    expect(await changes()).toEqual({
      BAD_DEBT: [0, 0],
      OTHER_EXPENSES: [0, 0],
      SALES: [0, 0],
    })
  })

  test('is reversed as it was posted, whatever has become of accounts, tags, customer and period since', async () => {
    const of = await openReceivables(billing)
    const { request } = of
    const owed = await invoice(
      { line_items: [line(60, { taxes: { CA: 5 }, tags: [tag('a', '1')] }), line(40)], tags: [tag('b', '1')] },
      of,
    )
    const destination_ledger_account = named('CHARITABLE_CONTRIBUTIONS')
    const loss = await writeOff(billing, of, owed, { amount: 7, destination_ledger_account })
    const [sent] = await standing(owed, of)
    const tax = owed.line_items[0]?.sales_taxes[0]?.tax_ledger_account?.id ?? ''
    await changeAccount(billing, request, tax, { name: 'Old tax', stable_name: 'OLD' })
    for (const account of [tax, 'CHARITABLE_CONTRIBUTIONS'])
      await changeAccount(billing, request, account, { archived: true })
    await archiveTag(billing, request, owed.transaction_tags[0]?.definition_id ?? '')
    await updateCustomer(billing, request, customerChange({ id: of.customerId }, { status: 'ARCHIVED' }))
    await closeBooks(billing, request, '2026-02-15')
    expect((await take(owed, {}, of)).posting).toBe('posted')
    const swapped = sent?.[1].map((one) =>
      (one.startsWith('Dr') ? one.replace('Dr', 'Cr') : one.replace('Cr', 'Dr')).replace(
        'SALES_TAXES_PAYABLE:CA',
        'OLD',
      ),
    )
    expect((await everPosted(owed, of))[1]).toEqual(['reversal ACCRUAL 2026-02-16', swapped])
    expect((await everPosted(loss, of))[1]).toEqual([
      'reversal ACCRUAL 2026-02-16',
      ['Cr CHARITABLE_CONTRIBUTIONS 7 b:1', 'Dr ACCOUNTS_RECEIVABLE 7 b:1'],
    ])
    await expectSoundBooks(billing, of)
  })

  test('is possible behind a posting that the ledger refused', async () => {
    const of = await anotherCustomer(billing, elsewhere)
    const owed = await paid({}, of)
    await billing.db.transact(of.request, (tx) =>
      tx.rows(
        `UPDATE postings SET status = 'FAILED', failed_at = now(), entry_id = NULL, posted_at = NULL,
                             error_enum = 'InternalError', error_description = 'Refused.'
          WHERE business_id = $1 AND source_id = ANY ($2::uuid[])`,
        [of.request.businessId, [owed.id, owed.payment.id]],
      ),
    )
    expect(await take(owed, MOVING, of)).toMatchObject({ posting: 'failed', data: { status: 'VOIDED' } })
    expect(await creditOf(billing, of)).toBe(100)
  })

  test('comes once for an Idempotency-Key', async () => {
    const owed = await paid()
    const { clientId, businessId } = receivables.request
    const keyed = () => requestFor(clientId, businessId, { key: `void ${owed.id}`, requestHash: 'h' })
    const asked = { invoice_id: owed.id, ...MOVING }
    const first = await voidInvoice(billing, keyed(), asked)
    const repeat = keyed()
    expect(await voidInvoice(billing, repeat, asked)).toEqual(JSON.parse(JSON.stringify(first)))
    expect(repeat.replayed).toBe(true)
  })

  test('is none that nobody has, or another business, and none of an archived one', async () => {
    const of = await openReceivables(billing)
    const theirs = await invoice({}, of)
    for (const id of [theirs.id, randomUUID(), 'x'])
      expect(await refusal({ id })).toEqual([['InvoiceNotFound', 'invoiceId']])
    const stranger = requestFor(randomUUID(), of.request.businessId)
    expect(await refusals(voidInvoice(billing, stranger, { invoice_id: theirs.id, ...MOVING }))).toEqual([
      ['BusinessNotFound', 'businessId'],
    ])
    const { clientId, businessId } = of.request
    await billing.ledger.businesses.ArchiveBusiness({}, { context: { clientId, businessId } })
    expect(await refusal(theirs, {}, of)).toEqual([['BusinessArchived', undefined]])
  })
})

describe('what was paid of a void invoice', () => {
  test('keeps it from being voided, unless it may become credit', async () => {
    const owed = await invoice()
    const payments = [await pay(owed, 20), await pay(owed, 30)]
    const [first] = (await problemsOf(take(owed))) as { payment_ids: string[] }[]
    expect(first).toMatchObject({ error_enum: 'InvoiceHasPayments', field: 'move_payments_to_credit', value: false })
    expect(first?.payment_ids.toSorted()).toEqual(payments.map(({ id }) => id).toSorted())
    // What was refunded of it changes nothing about that: it was paid all the same.
    await refundOne(billing, receivables, owed, { method: 'CASH' })
    expect(await refusal(owed)).toEqual([['InvoiceHasPayments', 'move_payments_to_credit']])
    expect(await now(owed)).toMatchObject({ status: 'PARTIALLY_PAID', outstanding_balance: 50, voided_at: undefined })
    expect((await everPosted(owed)).length).toBe(1)
  })

  test('is the customer’s credit from when it was paid, and its clearing lines stay as they are', async () => {
    const of = await somebody()
    const names = ['PAYMENT_PROCESSOR_CLEARING_ACCOUNT', 'CASH', 'PAYMENT_PROCESSING_FEES', 'SALES', 'OTHER_INCOME']
    const changes = await changesOn(billing, of, names)
    const owed = await invoice(
      { line_items: [line(60, { taxes: { CA: 6 } }), line(34, { account_identifier: FEES })] },
      of,
    )
    const card = await pay(owed, 50, { method: 'CREDIT_CARD', processor: 'stripe', fee: 2 }, of)
    const cash = await pay(owed, 50, { method: 'CASH', paid_at: '2026-01-21T12:00:00Z' }, of)
    const before = [await everPosted(card, of), await everPosted(cash, of)]
    const { voided_at } = await moved(owed, of)
    const credited = ['Dr SALES 30', 'Dr SALES_TAXES_PAYABLE:CA 3', 'Dr OTHER_INCOME 17', 'Cr CUSTOMER_CREDITS 50']
    for (const [index, payment] of [card, cash].entries()) {
      const posted = await everPosted(payment, of)
      expect(posted.slice(0, 2)).toEqual(before[index])
      expect(posted.slice(2)).toEqual([
        [`ACCRUAL 2026-01-2${index}`, ['Dr ACCOUNTS_RECEIVABLE 50', 'Cr CUSTOMER_CREDITS 50']],
        [`CASH 2026-01-2${index}`, credited],
      ])
      expect(await standing(payment, of)).toEqual(posted)
      expect(await paymentNow(payment, of)).toMatchObject({
        amount: 50,
        allocations: [{ invoice_id: owed.id, amount: 50, moved_to_credit_at: voided_at }],
      })
    }
    expect(await creditOf(billing, of)).toBe(100)
    expect(await changes()).toEqual({
      PAYMENT_PROCESSOR_CLEARING_ACCOUNT: [48, 48],
      CASH: [50, 50],
      PAYMENT_PROCESSING_FEES: [2, 2],
      SALES: [0, 0],
      OTHER_INCOME: [0, 0],
    })
    // It pays another invoice, and no more than there is.
    const next = await invoice({ line_items: [line(150)] }, of)
    expect(await refusals(pay(next, 101, { method: 'CREDIT_BALANCE' }, of))).toEqual([['OverAllocated', 'amount']])
    await pay(next, 100, { method: 'CREDIT_BALANCE' }, of)
    expect(await creditOf(billing, of)).toBe(0)
    expect(await now(next, of)).toMatchObject({ outstanding_balance: 50 })
  })

  test('of several invoices becomes credit for the void one alone, each once', async () => {
    const of = await somebody()
    const [one, other] = [await invoice({}, of), await invoice({}, of)]
    const payment = await makePayment(billing, of, {
      amount: 190,
      allocations: [
        { invoice_id: one.id, amount: 100 },
        { invoice_id: other.id, amount: 70 },
      ],
    })
    await moved(one, of)
    expect(await creditOf(billing, of)).toBe(20 + 100)
    expect(await now(other, of)).toMatchObject({ status: 'PARTIALLY_PAID', outstanding_balance: 30 })
    expect(
      (await paymentNow(payment, of)).allocations.map(({ moved_to_credit_at }) => moved_to_credit_at !== undefined),
    ).toEqual([true, false])
    const posted = await everPosted(payment, of)
    await moved(other, of)
    expect(await creditOf(billing, of)).toBe(190)
    expect((await everPosted(payment, of)).slice(0, posted.length)).toEqual(posted)
    expect(await announced(billing, payment.id)).toMatchObject([
      { data: { version: 1 } },
      { type: 'pacioli.invoice_payment.changed.v1', data: { version: 2 } },
      { type: 'pacioli.invoice_payment.changed.v1', data: { version: 3 } },
    ])
  })

  test('in a closed period is credit from the first open instant', async () => {
    const of = await openReceivables(billing)
    const owed = await paid({}, of)
    const refund = await makeRefund(billing, of, {
      allocations: [{ invoice_id: owed.id, total_amount: 30 }],
      payments: [{ refunded_amount: 10 }],
    })
    await closeBooks(billing, of.request, '2026-02-15')
    await moved(owed, of)
    expect((await everPosted(owed.payment, of)).slice(2).map(([entry]) => entry)).toEqual([
      'ACCRUAL 2026-02-16',
      'CASH 2026-02-16',
    ])
    expect((await everPosted(refund, of)).map(([entry]) => entry)).toEqual([
      'ACCRUAL 2026-01-25',
      'reversal ACCRUAL 2026-02-16',
      'ACCRUAL 2026-02-16',
    ])
    expect(await creditOf(billing, of)).toBe(70)
    await expectSoundBooks(billing, of)
  })

  test('of what was posted to an archived account, or under an archived tag, cannot be moved', async () => {
    const of = await somebody()
    const shop = await openAccount(billing, of.request, { name: 'Shop', account_subtype: 'SALES' })
    const owed = await paid({ line_items: [line(100, { account_identifier: { type: 'AccountId', id: shop } })] }, of)
    const tagged = await paid({ tags: [tag('area', 'north')] }, of)
    await changeAccount(billing, of.request, shop, { archived: true })
    await archiveTag(billing, of.request, tagged.transaction_tags[0]?.definition_id ?? '')
    expect(await refusal(owed, MOVING, of)).toEqual([['AccountArchived', undefined]])
    expect(await refusal(tagged, MOVING, of)).toEqual([['TagValueArchived', 'invoiceId']])
    await changeAccount(billing, of.request, shop, { archived: false })
    expect(await refusal(owed, MOVING, of)).toBe('done')
  })

  test('stays matched and paid out: nobody asks banking, and no entry touches its clearing account again', async () => {
    const of = await somebody()
    const names = ['PAYMENT_PROCESSOR_CLEARING_ACCOUNT', 'UNDEPOSITED_FUNDS', 'CUSTOMER_CREDITS']
    const changes = await changesOn(billing, of, names)
    const card = { method: 'CREDIT_CARD', processor: 'stripe', fee: 3 }
    const owed = await invoice({}, of)
    const payments = [await pay(owed, 50, card, of), await pay(owed, 50, { method: 'CHECK' }, of)]
    const refund = await makeRefund(billing, of, {
      allocations: [{ invoice_id: owed.id, total_amount: 30 }],
      payments: [{ refunded_amount: 30, method: 'CREDIT_CARD', processor: 'stripe', refund_processing_fee: 1 }],
    })
    const payout = await makePayout(billing, of, {
      paid_out_amount: 47 - 31,
      payments: [{ id: payments[0]?.id ?? '' }],
      refund_payments: [{ id: refund.payments[0]?.id ?? '' }],
    })
    billing.bankingPeer.matched.set(payments[1]?.id ?? '', { matchId: randomUUID(), transactionId: randomUUID() })
    const paidOut = await everPosted(payout, of)
    const asked = billing.bankingPeer.asked.length
    billing.bankingPeer.fault = refused('ServiceUnavailable', 'Banking is away.')
    try {
      await moved(owed, of)
    } finally {
      billing.bankingPeer.fault = undefined
    }
    expect(billing.bankingPeer.asked.length).toBe(asked)
    expect(await everPosted(payout, of)).toEqual(paidOut)
    expect(await announced(billing, payout.id)).toHaveLength(1)
    for (const payment of payments) {
      const clearing = (await everPosted(payment, of)).map(([, lines]) =>
        lines.some((text) => text.includes('CLEARING') || text.includes('UNDEPOSITED')),
      )
      expect(clearing).toEqual([true, true, false, false])
    }
    expect(await paymentNow(payments[0] as Id, of)).toMatchObject({ payout_id: payout.id })
    expect((await refundNow(refund, of)).payments).toMatchObject([{ payout_id: payout.id }])
    expect(await changes()).toEqual({
      PAYMENT_PROCESSOR_CLEARING_ACCOUNT: [0, 0],
      UNDEPOSITED_FUNDS: [66, 66],
      CUSTOMER_CREDITS: [70, 70],
    })
  })
})

describe('what was refunded of a void invoice', () => {
  test('is taken out of the credit, wherever it hangs: no customer gets it twice', async () => {
    const of = await somebody()
    const names = ['RETURNS_ALLOWANCES', 'OTHER_EXPENSES', 'SALES_TAXES_PAYABLE:CA', 'SALES']
    const changes = await changesOn(billing, of, names)
    const owed = await paid({ line_items: [line(60, { taxes: { CA: 6 } }), line(34)] }, of)
    const on = [
      { invoice_id: owed.id, total_amount: 20 },
      { invoice_line_item_id: owed.line_items[0]?.id, total_amount: 11 },
      { invoice_payment_id: owed.payment.id, total_amount: 10 },
      {
        invoice_id: owed.id,
        line_items: [{ amount: 4, account_identifier: named('OTHER_EXPENSES'), tags: [tag('reason', 'late')] }],
      },
    ]
    const refunds = []
    for (const allocation of on)
      refunds.push(
        await makeRefund(billing, of, {
          allocations: [allocation],
          payments: [{ refunded_amount: 4, method: 'CASH', refund_processing_fee: 1 }],
        }),
      )
    await moved(owed, of)
    expect(await creditOf(billing, of)).toBe(100 - 45)
    for (const [index, refund] of refunds.entries()) {
      const { total_amount } = refund
      expect([index, await standing(refund, of)]).toEqual([
        index,
        [['ACCRUAL 2026-01-25', [`Dr CUSTOMER_CREDITS ${total_amount}`, `Cr REFUND_LIABILITIES ${total_amount}`]]],
      ])
      const [payment] = refund.payments
      const cleared = ['Dr PAYMENT_PROCESSING_FEES 1', 'Cr CASH 5']
      expect(await standing(payment, of)).toEqual([
        ['ACCRUAL 2026-01-25', ['Dr REFUND_LIABILITIES 4', ...cleared]],
        ['CASH 2026-01-25', ['Dr CUSTOMER_CREDITS 4', ...cleared]],
      ])
      // The accrual entry of the payment says the same, so it was never touched.
      expect((await everPosted(payment, of)).map(([entry]) => entry)).toEqual([
        'ACCRUAL 2026-01-25',
        'CASH 2026-01-25',
        'reversal CASH 2026-01-25',
        'CASH 2026-01-25',
      ])
      expect(await announced(billing, payment?.id ?? '')).toHaveLength(2)
      expect(await announced(billing, refund.id)).toMatchObject([
        { data: { version: 1 } },
        { type: 'pacioli.refund.changed.v1', data: { version: 2, allocations: [{ parts: [{ is_of_credit: true }] }] } },
      ])
    }
    expect(await paymentNow(owed.payment, of)).toMatchObject({ refunded_amount: 10 })
    expect(await changes()).toEqual({
      RETURNS_ALLOWANCES: [0, 0],
      OTHER_EXPENSES: [0, 0],
      'SALES_TAXES_PAYABLE:CA': [0, 0],
      SALES: [0, 0],
    })
    // What is left is the customer's, and can go back to them.
    const rest = await makeRefund(billing, of, {
      allocations: [{ invoice_payment_id: owed.payment.id, total_amount: 55 }],
    })
    expect(await standing(rest, of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr CUSTOMER_CREDITS 55', 'Cr REFUND_LIABILITIES 55']],
    ])
    expect(await creditOf(billing, of)).toBe(0)
  })

  test('together with another invoice is taken out of the credit for the void one alone', async () => {
    const of = await somebody()
    const [one, other] = [
      await invoice({ tags: [tag('shop', 'n')] }, of),
      await invoice({ tags: [tag('shop', 's')] }, of),
    ]
    const payment = await makePayment(billing, of, {
      amount: 250,
      allocations: [
        { invoice_id: one.id, amount: 100 },
        { invoice_id: other.id, amount: 100 },
      ],
    })
    const refund = await makeRefund(billing, of, {
      allocations: [{ invoice_payment_id: payment.id, total_amount: 50 }],
      payments: [{ refunded_amount: 25 }],
    })
    expect(await creditOf(billing, of)).toBe(40)
    await moved(one, of)
    expect(await standing(refund, of)).toEqual([
      [
        'ACCRUAL 2026-01-25',
        [
          'Dr CUSTOMER_CREDITS 20 shop:n',
          'Cr REFUND_LIABILITIES 20 shop:n',
          'Dr RETURNS_ALLOWANCES 20 shop:s',
          'Cr REFUND_LIABILITIES 20 shop:s',
          'Dr CUSTOMER_CREDITS 10',
          'Cr REFUND_LIABILITIES 10',
        ],
      ],
    ])
    expect(await creditOf(billing, of)).toBe(40 + 100 - 20)
    expect(await now(other, of)).toMatchObject({ refund_allocations: [{ amount: 20 }] })
    await moved(other, of)
    expect(await creditOf(billing, of)).toBe(200)
  })
})

test('however much was paid and refunded of it, an invoice is made void in a constant number of statements', async () => {
  const statementsFor = async (count: number): Promise<number> => {
    const of = await somebody()
    const owed = await invoice(
      {
        line_items: [line(1_000)],
        payments: Array.from({ length: count }, () => ({
          amount: 10,
          dedicated_refunds: [{ line_items: [{ amount: 2 }], method: 'CASH' }],
        })),
      },
      of,
    )
    const counted = countStatements(billing)
    await moved(owed, of)
    const statements = counted.stop()
    expect(await creditOf(billing, of)).toBe(8 * count)
    return statements
  }
  expect(await statementsFor(12)).toBe(await statementsFor(3))
})

describe('a void at once', () => {
  test('with five others is one', async () => {
    const of = await somebody()
    const owed = await paid({}, of)
    const loss = await invoice({}, of)
    await writeOff(billing, of, loss)
    for (const one of [owed, loss]) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => moved(one, of)))
      for (const answer of answers) expect(answer).toEqual(answers[0])
    }
    expect(await everPosted(owed, of)).toHaveLength(2)
    expect(await everPosted(owed.payment, of)).toHaveLength(4)
    expect(await creditOf(billing, of)).toBe(100)
  })

  test('with the undoing of a write-off leaves nothing of it', async () => {
    const of = await somebody()
    const changes = await changesOn(billing, of, ['BAD_DEBT', 'SALES'])
    for (let round = 0; round < 2; round++) {
      const owed = await invoice({}, of)
      const there = await writeOff(billing, of, owed, { amount: 10 })
      const acts = [() => undo(billing, of, owed, there), () => take(owed, {}, of)]
      expect(await refusalsAmong((round ? acts : acts.toReversed()).map((act) => act()))).toEqual([
        undefined,
        undefined,
      ])
      const { write_offs } = await now(owed, of)
      expect(write_offs.filter(({ deleted_at }) => deleted_at === undefined)).toEqual([])
    }
    expect(await changes()).toEqual({ BAD_DEBT: [0, 0], SALES: [0, 0] })
  })

  test('of invoices that share their payments never waits in a circle', async () => {
    const of = await somebody()
    const owed = await Promise.all(Array.from({ length: 4 }, () => invoice({}, of)))
    for (let index = 0; index < owed.length; index++) {
      const [one, other] = [owed[index], owed[(index + 1) % owed.length]]
      await makePayment(billing, of, {
        amount: 90,
        allocations: [one, other].map((each) => ({ invoice_id: each?.id ?? '', amount: 40 })),
      })
      await makeRefund(billing, of, {
        allocations: [one, other].map((each) => ({ invoice_id: each?.id ?? '', total_amount: 5 })),
        payments: [{ refunded_amount: 10, method: 'STORE_CREDIT' }],
      })
    }
    const before = await creditOf(billing, of)
    const refused = await refusalsAmong(owed.map((one) => moved(one, of)))
    expect(refused).toEqual(owed.map(() => undefined))
    expect((await creditOf(billing, of)) - before).toBe(4 * 80 - 4 * 10)
  })

  test('with a payout of its payments leaves both', async () => {
    const of = await somebody()
    const changes = await changesOn(billing, of, ['PAYMENT_PROCESSOR_CLEARING_ACCOUNT', 'UNDEPOSITED_FUNDS'])
    for (let round = 0; round < 2; round++) {
      const owed = await invoice({}, of)
      const payment = await pay(owed, 100, { method: 'CREDIT_CARD', processor: 'stripe' }, of)
      const acts = [
        () => moved(owed, of),
        () => makePayout(billing, of, { paid_out_amount: 100, payments: [{ id: payment.id }] }),
      ]
      const refused = await refusalsAmong((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()))
      expect(refused).toEqual([undefined, undefined])
    }
    expect(await changes()).toEqual({
      PAYMENT_PROCESSOR_CLEARING_ACCOUNT: [0, 0],
      UNDEPOSITED_FUNDS: [200, 200],
    })
    expect(await creditOf(billing, of)).toBe(200)
  })
})
