/** Invoice payments are read as written, and constraints refuse invalid rows. */
import { constraintOf, violates, type Tx } from '@pacioli/db'
import { newId } from '@pacioli/service'
import { lockWaits } from '@pacioli/testing'
import { findIdsByExternalId } from '../documents/document.store.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testBillingDatabase, type TestBillingDatabase } from '../testing/billing-database.test-helpers.ts'
import { AT, day } from '../testing/payables.test-helpers.ts'
import {
  insertAll,
  keep,
  openStoredBooks,
  paid,
  someIds,
  someTags,
  storedInvoice,
  storedPayment,
  storedRefund,
  type StoredBooks,
} from '../testing/stored-receivables.test-helpers.ts'
import { loadInvoices } from './invoice.store.ts'
import { presentInvoices } from './present-invoices.ts'
import type { Invoice } from './invoice.ts'
import { upsertMatches } from '../matches/match.store.ts'
import { PAYOUT_STORE } from './payout.store.ts'
import { aPayout } from '../testing/refunds.test-helpers.ts'
import { loadRecognizedOfInvoices } from './invoice-payment.store.ts'
import {
  INVOICE_PAYMENT_STORE,
  findPaymentsOnInvoices,
  loadInvoicePaymentHeads,
  loadInvoicePayments,
  lockInvoicePayments,
} from './invoice-payment.store.ts'
import { refundedOf, restOf, type InvoicePayment } from './invoice-payment.ts'
import { presentInvoicePayments } from './present-invoice-payments.ts'
import { refundByRefund } from './refund-by-refund.ts'

let database: TestBillingDatabase
let books: StoredBooks
beforeAll(async () => {
  database = await testBillingDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  books = await openStoredBooks(database.db)
})

const insert = (...payments: InvoicePayment[]) => keep(books, { payments })
const within = <Result>(work: (tx: Tx) => Promise<Result> | Result): Promise<Result> => books.within((tx) => work(tx))
const load = (...ids: string[]) => within((tx) => loadInvoicePayments(tx, ids))
const update = (before: InvoicePayment, after: InvoicePayment) =>
  within((tx) => INVOICE_PAYMENT_STORE.write(tx, [{ before, after }]))
const makePayout = async (id = newId()) => {
  const payout = aPayout({ id, businessId: books.businessId })
  await within((tx) => insertAll(tx, PAYOUT_STORE, [payout]))
  return id
}

const waiting = () => lockWaits(database.relayDb)

const share = (component: string, amount: number) => ({
  component,
  accountId: newId(),
  prepaymentAccountId: newId(),
  amount,
  tags: [{ dimensionId: newId(), definitionId: newId() }],
})

/** A payment with something in every field, over two invoices, and a refund of it: of one of them and of the remainder. */
function fullPayment() {
  const invoices = [storedInvoice(books), storedInvoice(books, { documentDate: day(11) })] as const
  const empty = storedPayment(books, {
    externalId: 'P-1',
    paidAt: day(13),
    method: 'CREDIT_CARD',
    processor: 'STRIPE',
    amount: 100,
    fee: 3,
    tags: someTags(2),
    memo: 'May',
    metadata: '{"rank": 1}',
    referenceNumber: 'R-1',
    version: 3,
    importedAt: day(2),
    updatedAt: day(3),
  })
  const first = paid(empty, invoices[0], 40, {
    shares: [share('hats', 30), share('tax', 10)],
    postedTags: [{ dimensionId: newId(), definitionId: newId() }],
    tags: someTags(2),
    memo: 'half',
    metadata: '{"a": "b"}',
    referenceNumber: 'R-2',
    createdAt: day(4),
  })
  const second = paid(first.payment, invoices[1], 35, { shares: [share('hats', 35)] })
  const target = { invoicePaymentId: empty.id }
  const refund = storedRefund(books, target, [20, { invoiceId: invoices[0].id }], [10, { isOfCredit: true }])
  const refunded = refund.allocations.flatMap(({ id: allocationId, parts }) =>
    parts.map(({ id, invoiceId, amount }) => ({ id, refundId: refund.id, allocationId, invoiceId, amount })),
  )
  return {
    payment: { ...second.payment, refunded },
    invoices: [first.invoice, second.invoice] as const,
    refund,
  }
}

const keepFull = async () => {
  const { payment, invoices, refund } = fullPayment()
  await keep(books, { invoices, payments: [payment], refunds: [refund] })
  return { payment, invoices }
}

describe('a payment is read', () => {
  test('with all fields as written', async () => {
    const { payment } = await keepFull()
    expect(payment.refunded.map(({ invoiceId }) => invoiceId === null)).toEqual([false, true])
    expect(await load(payment.id)).toEqual([payment])
  })

  test('with only its required fields', async () => {
    const payment = storedPayment(books)
    await insert(payment)
    expect(await load(payment.id)).toEqual([payment])
  })

  test('in the requested order; unknown ones are left out', async () => {
    const [one = '', two = '', three = ''] = someIds(3)
    await insert(...[two, three, one].map((id) => storedPayment(books, { id })))
    expect((await load(three, newId(), one)).map(({ id }) => id)).toEqual([three, one])
    expect(await load()).toEqual([])
  })

  test('only by its own business', async () => {
    const payment = storedPayment(books)
    await insert(payment)
    const others = await openStoredBooks(database.db)
    expect(await others.within((tx) => loadInvoicePayments(tx, [payment.id]))).toEqual([])
    // Nor by a statement that names no business.
    const stored = 'SELECT id FROM invoice_payments WHERE id = $1'
    expect(await others.within((tx) => tx.rows(stored, [payment.id]))).toEqual([])
  })

  test('without its allocations, for its invoices', async () => {
    const { payment } = await keepFull()
    const { allocations: _allocations, refunded: _refunded, ...head } = payment
    const heads = await within((tx) => loadInvoicePaymentHeads(tx, [payment.id, newId()]))
    expect([...heads]).toEqual([[payment.id, { ...head, restAmount: 25, refundedAmount: 30 }]])
    expect([restOf(payment), refundedOf(payment)]).toEqual([25, 30])
  })
})

describe('a payment changes', () => {
  test('by refunds, by entering and leaving a payout, and by tags', async () => {
    const { payment, invoices } = await keepFull()
    const target = { invoicePaymentId: payment.id }
    const refund = storedRefund(books, target, [15, { invoiceId: invoices[0].id }])
    const [allocation] = refund.allocations
    const refunded = refundByRefund([
      ...payment.refunded,
      {
        ...{ id: allocation?.parts[0]?.id ?? '', refundId: refund.id, allocationId: allocation?.id ?? '' },
        ...{ invoiceId: invoices[0].id, amount: 15 },
      },
    ])
    const [first, second] = payment.allocations
    if (!first || !second) throw new Error('a full payment has two allocations')
    const changed: InvoicePayment = {
      ...payment,
      refunded,
      payoutId: await makePayout(),
      tags: someTags(1),
      allocations: [
        { ...first, tags: [], postedTags: [], shares: [share('hats', 40)] },
        { ...second, tags: someTags(1) },
      ],
      version: 4,
      updatedAt: day(20),
    }
    await keep(books, { refunds: [refund] })
    await update(payment, changed)
    expect(await load(payment.id)).toEqual([changed])
    const [head] = (await within((tx) => loadInvoicePaymentHeads(tx, [payment.id]))).values()
    expect(head).toMatchObject({ refundedAmount: 45, payoutId: changed.payoutId })
    const out = { ...changed, payoutId: null, version: 5 }
    await update(changed, out)
    expect(await load(payment.id)).toEqual([out])
  })

  test('and leaves an invoice once that was voided', async () => {
    const { payment, invoices } = await keepFull()
    const ids = invoices.map(({ id }) => id)
    const standing = async () => ({
      payments: await within((tx) => findPaymentsOnInvoices(tx, ids)),
      recognized: await within((tx) => loadRecognizedOfInvoices(tx, ids)),
      paid: (await within((tx) => loadInvoices(tx, ids))).map((one) => one.paid),
    })
    const component = (of: string, amount: number) => ({ component: of, amount })
    expect(await standing()).toEqual({
      payments: [payment.id],
      recognized: new Map([
        [invoices[0].id, expect.toSatisfy((of: object[]) => of.length === 2)],
        [invoices[1].id, [component('hats', 35)]],
      ]),
      paid: invoices.map((invoice) => invoice.paid),
    })
    const allocations = payment.allocations.map((one) => ({ ...one, movedToCreditAt: day(20) }))
    const [moved, kept] = [allocations.slice(0, 1), payment.allocations.slice(1)]
    const half = { ...payment, allocations: [...moved, ...kept] }
    await update(payment, half)
    expect(await standing()).toEqual({
      payments: [payment.id],
      recognized: new Map([[invoices[1].id, [component('hats', 35)]]]),
      paid: [[], invoices[1].paid],
    })
    await update(half, { ...payment, allocations })
    expect(await standing()).toEqual({ payments: [], recognized: new Map(), paid: [[], []] })
    expect(await load(payment.id)).toEqual([{ ...payment, allocations }])
  })

  test('amounts that several payments have recognized of an invoice are summed', async () => {
    const invoice = storedInvoice(books)
    const payments = [10, 20].map((amount) => {
      const shares = [share('hats', amount + 1), share('discount', -1)]
      return paid(storedPayment(books), invoice, amount, { shares }).payment
    })
    await keep(books, { invoices: [invoice], payments })
    const recognized = await within((tx) => loadRecognizedOfInvoices(tx, [invoice.id, newId()]))
    expect([...recognized.keys()]).toEqual([invoice.id])
    expect(new Map(recognized.get(invoice.id)?.map(({ component, amount }) => [component, amount]))).toEqual(
      new Map([
        ['hats', 32],
        ['discount', -2],
      ]),
    )
  })
})

describe('payments are locked', () => {
  test('in the order of their ids, and are read after the lock', async () => {
    const [id = '', otherId = ''] = someIds(2)
    const [first, second] = [storedPayment(books, { id }), storedPayment(books, { id: otherId })]
    // The other way round on disk.
    await insert(second)
    await insert(first)
    const after = { ...first, payoutId: await makePayout(), tags: someTags(1), version: 2 }
    let locked: Promise<InvoicePayment[]> = Promise.resolve([])
    await within(async (tx) => {
      await lockInvoicePayments(tx, [first.id])
      locked = books.within(async (other) => {
        // Otherwise rows would be locked in their order on disk.
        await other.rows('SET LOCAL enable_indexscan = off')
        return lockInvoicePayments(other, [second.id, first.id, second.id])
      })
      await expect.poll(waiting).toHaveLength(1)
      // A transaction that waits for the first does not hold the second yet.
      const free = 'SELECT id FROM invoice_payments WHERE business_id = $1 AND id = $2 FOR UPDATE NOWAIT'
      expect(await books.within((other) => other.rows(free, [tx.businessId, second.id]))).toHaveLength(1)
      INVOICE_PAYMENT_STORE.write(tx, [{ before: first, after }])
    })
    expect(await locked).toEqual([after, second])
  })
})

describe('an external_id', () => {
  test('is that of one payment', async () => {
    const payment = storedPayment(books, { externalId: 'P-1' })
    await insert(payment, storedPayment(books), storedPayment(books))
    await expect(insert(storedPayment(books, { externalId: 'P-1' }))).rejects.toSatisfy((error) =>
      violates(error, 'invoice_payments_live_external_id'),
    )
    const found = await within((tx) => findIdsByExternalId(tx, 'invoice_payments', ['P-1', 'P-2']))
    expect([...found]).toEqual([['P-1', payment.id]])
  })

  test('is waited for before any later one is locked, so that no deadlock arises', async () => {
    const named = (externalId: string) => storedPayment(books, { externalId })
    let other: Promise<unknown> = Promise.resolve()
    await books.within(async (tx) => {
      insertAll(tx, INVOICE_PAYMENT_STORE, [named('P-1')])
      // It travels with the next statement: without one, the other transaction might insert first.
      await tx.rows('SELECT 1')
      other = expect(insert(named('P-2'), named('P-1'))).rejects.toSatisfy((error) =>
        violates(error, 'invoice_payments_live_external_id'),
      )
      await expect.poll(waiting).toHaveLength(1)
      insertAll(tx, INVOICE_PAYMENT_STORE, [named('P-2')])
    })
    await other
  })
})

describe('a row of a payment', () => {
  /** Which constraint the payment violates. */
  const refusedBy = (given: Partial<InvoicePayment>) =>
    insert(storedPayment(books, given)).then(
      () => undefined,
      (error: unknown) => constraintOf(error) ?? error,
    )
  const refunded = (amount: number) => ({
    refunded: [{ id: newId(), refundId: newId(), allocationId: newId(), invoiceId: null, amount }],
  })

  test('has an amount', async () => {
    expect(await refusedBy({ amount: 1 })).toBeUndefined()
    expect(await refusedBy({ amount: 0 })).toBe('invoice_payments_amount_check')
    expect(await refusedBy({ fee: 101 })).toBeUndefined()
    expect(await refusedBy({ fee: -1 })).toBe('invoice_payments_fee_check')
  })

  test('has no more refunded than its amount', async () => {
    expect(await refusedBy(refunded(100))).toBeUndefined()
    expect(await refusedBy(refunded(101))).toBe('invoice_payments_refunded')
  })

  test('allocates no more than its amount', async () => {
    const invoice = storedInvoice(books)
    const allocated = (amount: number) => ({
      allocations: paid(storedPayment(books), invoice, amount).payment.allocations,
    })
    expect(await refusedBy(allocated(101))).toBe('invoice_payments_rest')
    // Its payment does not exist: it fails at the foreign key only.
    expect(await refusedBy(allocated(100))).toBe('invoice_payment_allocations_business_id_payment_id_fkey')
  })

  test('is paid out only where it moved money', async () => {
    const payoutId = await makePayout()
    expect(await refusedBy({ payoutId, method: 'CASH' })).toBeUndefined()
    expect(await refusedBy({ payoutId, method: 'CREDIT_BALANCE' })).toBe('invoice_payments_paid_out')
    expect(await refusedBy({ method: 'CREDIT_BALANCE' })).toBeUndefined()
  })
})

describe('presented are', () => {
  test('a payment with its allocations, its refunds, its payout and whether it is matched', async () => {
    const { payment, invoices } = await keepFull()
    const matched = { ...payment, payoutId: await makePayout(), version: 4 }
    await update(payment, matched)
    const other = storedPayment(books)
    await insert(other)
    const match = { id: newId(), documentId: payment.id, changedAt: day(20), version: 1 }
    await within((tx) => upsertMatches(tx, [{ ...match, businessId: tx.businessId }]))
    const [message, plain] = await within((tx) => presentInvoicePayments(tx, [matched, other], AT))
    expect(message).toMatchObject({
      id: payment.id,
      external_id: 'P-1',
      customer: { id: books.contactId, external_id: 'customer', credit_balance: 0 },
      at: day(13).toISOString(),
      paid_at: day(13).toISOString(),
      method: 'CREDIT_CARD',
      amount: 100,
      fee: 3,
      processor: 'STRIPE',
      payment_clearing_account: { id: payment.clearingAccountId },
      allocations: [
        {
          invoice_id: invoices[0].id,
          payment_id: payment.id,
          amount: 40,
          transaction_tags: [{}, {}],
          memo: 'half',
          metadata: '{"a": "b"}',
          reference_number: 'R-2',
          moved_to_credit_at: undefined,
        },
        { invoice_id: invoices[1].id, amount: 35, transaction_tags: [] },
      ],
      unallocated_amount: 25,
      refunded_amount: 30,
      is_matched: true,
      payout_id: matched.payoutId,
      transaction_tags: [{}, {}],
      memo: 'May',
      metadata: '{"rank": 1}',
      reference_number: 'R-1',
    })
    expect(plain).toMatchObject({ is_matched: false, payout_id: undefined, allocations: [], unallocated_amount: 100 })
  })

  test('an invoice with its payments, without their allocations', async () => {
    const { payment, invoices } = await keepFull()
    const present = (shown: readonly Invoice[]) => within((tx) => presentInvoices(tx, shown, AT))
    const [message] = await present(await within((tx) => loadInvoices(tx, [invoices[0].id])))
    expect(message).toMatchObject({
      id: invoices[0].id,
      status: 'PARTIALLY_PAID',
      total_amount: 100,
      outstanding_balance: 60,
      customer: { id: books.contactId },
      payment_allocations: [
        {
          invoice_id: invoices[0].id,
          payment_id: payment.id,
          amount: 40,
          transaction_tags: [{}, {}],
          memo: 'half',
          metadata: '{"a": "b"}',
          reference_number: 'R-2',
          payment: { id: payment.id, allocations: [], unallocated_amount: 25, refunded_amount: 30, is_matched: false },
        },
      ],
      refund_allocations: [{ total_amount: 30, amount: 20, invoice_payment_id: payment.id }],
      write_offs: [],
    })
    expect(await present([])).toEqual([])
  })
})

test('empty lists write nothing', async () => {
  await within(async (tx) => {
    const sent = vi.spyOn(tx, 'send')
    insertAll(tx, INVOICE_PAYMENT_STORE, [])
    INVOICE_PAYMENT_STORE.write(tx, [])
    expect(sent).not.toHaveBeenCalled()
  })
})
