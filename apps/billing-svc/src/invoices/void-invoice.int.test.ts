/** Voiding invoices with payments, refunds and write-offs; with a real ledger. */
import { randomUUID } from 'node:crypto'
import { refused } from '@pacioli/errors'
import type { Invoice__Output, InvoiceAnswer, InvoicePayment__Output, Refund__Output } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalsAmong } from '../testing/races.test-helpers.ts'
import { requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { named, refusals } from '../testing/bills.test-helpers.ts'
import { changeAccount, openAccount, postedOf, standingOf } from '../testing/books.test-helpers.ts'
import { changeOf as customerChange } from '../testing/customers.test-helpers.ts'
import { announced, archiveTag, balancingDimension, closeBooks, failPostings } from '../testing/ledger.test-helpers.ts'
import { countStatements } from '../testing/statements.test-helpers.ts'
import { makePayout, makeRefund, undo, writeOff } from '../testing/acts.test-helpers.ts'
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
} from '../testing/receivable-rules.test-helpers.ts'
import { paidInvoice, problemsOf, refundOne, tag } from '../testing/refund-requests.test-helpers.ts'
import {
  createInvoice,
  getInvoicePayment,
  getRefund,
  updateCustomer,
  voidInvoice,
} from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let receivables: TestReceivables
/** Another business, whose books are not checked. */
let elsewhere: TestReceivables
beforeAll(async () => {
  // One connection per request, so that requests waiting for an invoice wait for nothing else.
  billing = await startTestBilling({ poolSize: 40 })
  receivables = await openReceivables(billing)
  elsewhere = await openReceivables(billing)
  await balancingDimension(billing, receivables.request, 'entity')
  // From here on the account of this tax exists.
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
/** Voids it, moving its payments to credit. */
const moved = async (one: Id, of: TestReceivables = receivables) =>
  (await take(one, MOVING, of)).data as Invoice__Output
const refusal = (one: Id, moving?: Parameters<typeof take>[1], of?: TestReceivables) => refusals(take(one, moving, of))
/** A customer for one test. */
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
  test('is out of the books, owes nothing, and stays readable', async () => {
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
      customer: { ...owed.customer, balance: 0, overdue_balance: 0 },
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

  test('is unchanged when it is voided again in either way, and keeps its external_id; once for an Idempotency-Key', async () => {
    const owed = await paid({ external_id: 'again' })
    const { clientId, businessId } = receivables.request
    const keyed = () => requestFor(clientId, businessId, { key: `void ${owed.id}`, requestHash: 'h' })
    const asked = { invoice_id: owed.id, ...MOVING }
    const first = await voidInvoice(billing, keyed(), asked)
    const repeat = keyed()
    expect(await voidInvoice(billing, repeat, asked)).toEqual(JSON.parse(JSON.stringify(first)))
    expect(repeat.replayed).toBe(true)
    // It has no payments left to move.
    for (const moving of [{}, MOVING]) expect(await take(owed, moving)).toEqual(first)
    const given = invoiceInput(receivables, { external_id: 'again', payments: [{ amount: 100 }] })
    expect(await createInvoice(billing, receivables.request, given)).toEqual(first)
    const other = invoiceInput(receivables, { external_id: 'again' })
    expect(await refusals(createInvoice(billing, receivables.request, other))).toEqual([
      ['ExternalIdReused', 'payments'],
    ])
    expect(await everPosted(owed)).toHaveLength(2)
    expect(await announced(billing, owed.id)).toHaveLength(2)
  })

  test('reverses its write-offs, except those undone before', async () => {
    const of = await somebody()
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
  })

  test('is reversed as it was posted, whatever has happened to accounts, tags, customer and period since', async () => {
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
    await updateCustomer(billing, request, customerChange({ id: of.contactId }, { status: 'ARCHIVED' }))
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
    for (const { id } of [owed, owed.payment]) await failPostings(billing, of.request, id)
    expect(await take(owed, MOVING, of)).toMatchObject({ posting: 'failed', data: { status: 'VOIDED' } })
    expect(await creditOf(billing, of)).toBe(100)
  })
})

describe('payments of a void invoice', () => {
  test('keep it from being voided, unless they may become credit', async () => {
    const owed = await invoice()
    const payments = [await pay(owed, 20), await pay(owed, 30)]
    const [first] = (await problemsOf(take(owed))) as { payment_ids: string[] }[]
    expect(first).toMatchObject({ error_enum: 'InvoiceHasPayments', field: 'move_payments_to_credit', value: false })
    expect(first?.payment_ids.toSorted()).toEqual(payments.map(({ id }) => id).toSorted())
    // Refunds do not change that: it was paid.
    await refundOne(billing, receivables, owed, { method: 'CASH' })
    expect(await refusal(owed)).toEqual([['InvoiceHasPayments', 'move_payments_to_credit']])
    expect(await now(owed)).toMatchObject({ status: 'PARTIALLY_PAID', outstanding_balance: 50, voided_at: undefined })
    expect((await everPosted(owed)).length).toBe(1)
  })

  test('become credit at the time of payment, and so do its refunds; all else stays', async () => {
    const of = await somebody()
    const one = await invoice(
      {
        line_items: [line(60, { taxes: { CA: 6 } }), line(34, { account_identifier: FEES })],
        tags: [tag('shop', 'n')],
      },
      of,
    )
    const other = await invoice({ tags: [tag('shop', 's')] }, of)
    const payment = await makePayment(billing, of, {
      amount: 190,
      fee: 19,
      method: 'CREDIT_CARD',
      processor: 'stripe',
      allocations: [
        { invoice_id: one.id, amount: 100 },
        { invoice_id: other.id, amount: 70 },
      ],
    })
    const refund = await makeRefund(billing, of, {
      allocations: [
        { invoice_payment_id: payment.id, total_amount: 37 },
        { invoice_line_item_id: one.line_items[0]?.id, total_amount: 11 },
        { invoice_id: one.id, line_items: [{ amount: 4, account_identifier: named('OTHER_EXPENSES') }] },
      ],
      payments: [{ refunded_amount: 52, method: 'CREDIT_CARD', processor: 'stripe', refund_processing_fee: 1 }],
    })
    const [back] = refund.payments
    const payout = await makePayout(billing, of, {
      paid_out_amount: 171 - 53,
      payments: [{ id: payment.id }],
      refund_payments: [{ id: back?.id ?? '' }],
    })
    const [before, backBefore, paidOut] = [
      await everPosted(payment, of),
      await everPosted(back, of),
      await everPosted(payout, of),
    ]
    const asked = billing.bankingPeer.asked.length
    billing.bankingPeer.fault = refused('ServiceUnavailable', 'Banking is away.')
    const { voided_at } = await moved(one, of).finally(() => {
      billing.bankingPeer.fault = undefined
    })
    // Banking is not queried, and no entry touches the clearing account again.
    expect(billing.bankingPeer.asked.length).toBe(asked)
    expect(await everPosted(payout, of)).toEqual(paidOut)
    expect(await announced(billing, payout.id)).toHaveLength(1)
    const posted = await everPosted(payment, of)
    expect(posted.slice(0, 2)).toEqual(before)
    expect(posted.slice(2)).toEqual([
      ['ACCRUAL 2026-01-20', ['Dr ACCOUNTS_RECEIVABLE 100 shop:n', 'Cr CUSTOMER_CREDITS 100 shop:n']],
      [
        'CASH 2026-01-20',
        [
          'Dr SALES 60 shop:n',
          'Dr SALES_TAXES_PAYABLE:CA 6 shop:n',
          'Dr OTHER_INCOME 34 shop:n',
          'Cr CUSTOMER_CREDITS 100 shop:n',
        ],
      ],
    ])
    expect(await paymentNow(payment, of)).toMatchObject({
      amount: 190,
      payout_id: payout.id,
      refunded_amount: 37,
      allocations: [
        { invoice_id: one.id, amount: 100, moved_to_credit_at: voided_at },
        { invoice_id: other.id, amount: 70, moved_to_credit_at: undefined },
      ],
    })
    // Of the payment's refund, 20 are on the remainder, 10 on the one invoice and 7 on the other.
    expect((await standing(refund, of)).map(([entry, lines]) => [entry, lines.toSorted()])).toEqual([
      [
        'ACCRUAL 2026-01-25',
        [
          'Cr REFUND_LIABILITIES 20',
          'Cr REFUND_LIABILITIES 25 shop:n',
          'Cr REFUND_LIABILITIES 7 shop:s',
          'Dr CUSTOMER_CREDITS 20',
          'Dr CUSTOMER_CREDITS 25 shop:n',
          'Dr RETURNS_ALLOWANCES 7 shop:s',
        ],
      ],
    ])
    // The accrual entry of the refund payment is equal, so it was not reposted.
    const backPosted = await everPosted(back, of)
    expect(backPosted[0]).toEqual(backBefore[0])
    expect(backPosted.map(([entry]) => entry)).toEqual([
      'ACCRUAL 2026-01-25',
      'CASH 2026-01-25',
      'reversal CASH 2026-01-25',
      'CASH 2026-01-25',
    ])
    expect((await refundNow(refund, of)).payments).toMatchObject([{ payout_id: payout.id }])
    expect(await announced(billing, back?.id ?? '')).toHaveLength(3)
    expect((await announced(billing, refund.id)).at(-1)).toMatchObject({
      type: 'pacioli.refund.changed.v1',
      data: { version: 3, allocations: [{}, { parts: [{ is_of_credit: true }] }, { parts: [{ is_of_credit: true }] }] },
    })
    expect((await announced(billing, payment.id)).at(-1)).toMatchObject({
      type: 'pacioli.invoice_payment.changed.v1',
      data: { version: 4 },
    })
    expect(await creditOf(billing, of)).toBe(20 + 100 - 25 - 20)
    expect(await now(other, of)).toMatchObject({
      status: 'PARTIALLY_PAID',
      outstanding_balance: 30,
      refund_allocations: [{ amount: 7 }],
    })
    // The credit pays another invoice and can be refunded, up to its amount.
    await pay(other, 30, { method: 'CREDIT_BALANCE' }, of)
    const rest = (total_amount: number) =>
      makeRefund(billing, of, { allocations: [{ invoice_payment_id: payment.id, total_amount }] })
    expect(await refusals(rest(90 + 63))).toEqual([['OverAllocated', 'allocations.0.total_amount']])
    await moved(other, of)
    expect(await creditOf(billing, of)).toBe(75 - 30 + 70 + 30 - 7)
  })

  test('in a closed period become credit at the first open instant; invoices of another or an archived business are not voided', async () => {
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
    // Invoices of another business, or of an archived one, are not voided.
    const theirs = await invoice({ sent_at: '2026-02-16T00:00:00Z' }, of)
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

  test('on an archived account, or with an archived tag, cannot be moved', async () => {
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
})

test('an invoice with any number of payments and refunds is voided in a constant number of statements', async () => {
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
  expect(await statementsFor(5)).toBe(await statementsFor(2))
})

describe('a concurrent void', () => {
  test('with undoing a write-off reverses it once', async () => {
    const of = await somebody()
    const owed = await invoice({}, of)
    const existing = await writeOff(billing, of, owed, { amount: 10 })
    expect(await refusalsAmong([undo(billing, of, owed, existing), take(owed, {}, of)])).toEqual([undefined, undefined])
    const { write_offs } = await now(owed, of)
    expect(write_offs.filter(({ deleted_at }) => deleted_at === undefined)).toEqual([])
    expect(await standing(existing, of)).toEqual([])
  })

  test('of invoices that share payments never deadlocks', async () => {
    const of = await somebody()
    const owed = await Promise.all(Array.from({ length: 3 }, () => invoice({}, of)))
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
    expect((await creditOf(billing, of)) - before).toBe(3 * 80 - 3 * 10)
  })

  test('with a payout of its payments completes both', async () => {
    const of = await somebody()
    const owed = await invoice({}, of)
    const payment = await pay(owed, 100, { method: 'CREDIT_CARD', processor: 'stripe' }, of)
    const paysOut = makePayout(billing, of, { paid_out_amount: 100, payments: [{ id: payment.id }] })
    expect(await refusalsAmong([moved(owed, of), paysOut])).toEqual([undefined, undefined])
    expect((await paymentNow(payment, of)).payout_id).toBe((await paysOut).id)
    expect(await creditOf(billing, of)).toBe(100)
  })
})
