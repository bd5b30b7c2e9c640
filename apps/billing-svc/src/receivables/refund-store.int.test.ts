/** Refunds and payouts are read as written, and the database refuses invalid rows. */
import { AT } from '../testing/payables.test-helpers.ts'
import { insertAll } from '../testing/stored-receivables.test-helpers.ts'
import { randomUUID } from 'node:crypto'
import { constraintOf, Database, pgErrorOf, type Tx } from '@pacioli/db'
import { provision } from '@pacioli/db/migrate'
import { testDatabase } from '@pacioli/testing'
import { findIdsByExternalId } from '../documents/document.store.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContacts } from '../contacts/contact.store.ts'
import { CUSTOMERS, inlineCustomer } from '../contacts/customer.ts'
import { INVOICE_PAYMENT_STORE, loadInvoicePayments } from './invoice-payment.store.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import { INVOICE_STORE, loadInvoices } from './invoice.store.ts'
import { findRefundPaymentOwners, findRefundsOfPayments } from './refund-payment.store.ts'
import type { Invoice } from './invoice.ts'
import { BILLING_INTAKE, BILLING_OWNER, billingMigrations } from '../migrations/index.ts'
import { memberOfPayment, memberOfRefundPayment } from './payout-member.ts'
import { PAYOUT_STORE, loadPayouts, lockPayouts } from './payout.store.ts'
import type { Payout } from './payout.ts'
import { presentRefundAllocationsOn } from './present-refunds.ts'
import { REFUND_STORE, findInvoicesOfRefunds, findRefundsOnInvoices, loadRefunds, lockRefunds } from './refund.store.ts'
import type { Refund, RefundPayment } from './refund.ts'
import {
  aLineItem,
  anAllocation,
  anInvoice,
  anInvoicePayment,
  aPart,
  aPayout,
  aRefund,
  aRefundPayment,
  aShare,
  aTransaction,
  day,
  paidTo,
  refOf,
  tagOf,
} from '../testing/refunds.test-helpers.ts'

const APP = { role: 'billing_app', password: 'app' }
const RELAY = { role: 'billing_relay', password: 'relay' }

let db: Database
beforeAll(async () => {
  const database = await testDatabase({
    name: 'billing',
    migrate: (adminUrl, name) =>
      provision({
        adminUrl,
        database: name,
        owner: BILLING_OWNER,
        app: APP,
        relay: RELAY,
        intake: BILLING_INTAKE,
        migrations: billingMigrations,
      }),
  })
  db = new Database({ url: database.urlFor(APP.role, APP.password), applicationName: 'test', poolSize: 4 })
})
afterAll(() => db.close())

let businessId: string
let contactId: string
let invoice: Invoice
let lineItemId: string
let payment: InvoicePayment
beforeEach(async () => {
  businessId = randomUUID()
  contactId = randomUUID()
  invoice = anInvoice({ businessId, contactId })
  lineItemId = invoice.lineItems[0]?.id ?? ''
  payment = aPaymentOf(invoice)
  await within(async (tx) => {
    await insertContacts(tx, CUSTOMERS, [inlineCustomer(contactId, businessId, 'customer', day(1))])
    insertAll(tx, INVOICE_STORE, [invoice])
    insertAll(tx, INVOICE_PAYMENT_STORE, [payment])
  })
})

const within = <Result>(work: (tx: Tx) => Promise<Result> | Result): Promise<Result> =>
  db.transact({ businessId }, async (tx) => work(tx))

function aPaymentOf({ id: invoiceId }: Invoice): InvoicePayment {
  const made = anInvoicePayment({ businessId, contactId, externalId: 'payment', fee: 3 })
  return {
    ...made,
    allocations: [paidTo(invoiceId, 80, { paymentId: made.id, postedTags: [refOf(aTag())] })],
  }
}

const aTag = () => tagOf(randomUUID(), randomUUID())

/** A refund with a value in every field. */
function fullRefund(given: Partial<Refund> = {}): Refund {
  const lines = [
    aLineItem(30, {
      externalId: 'line',
      accountId: randomUUID(),
      prepaymentAccountId: randomUUID(),
      tags: [aTag()],
      memo: 'Line',
      metadata: '{"line": 1}',
      referenceNumber: 'L-1',
    }),
    aLineItem(10),
  ]
  const share = {
    lineItemId: lines[0]?.id ?? null,
    prepaymentAccountId: randomUUID(),
    tags: [refOf(aTag())],
  }
  const refund = aRefund({
    businessId,
    contactId,
    externalId: 'refund',
    completedAt: day(20),
    allocations: [
      anAllocation(40, {
        externalId: 'allocation',
        lineItems: lines,
        invoiceId: invoice.id,
        invoiceLineItemId: lineItemId,
        parts: [
          aPart(40, {
            invoiceId: invoice.id,
            invoiceSentAt: invoice.documentDate,
            shares: [aShare(50, share), aShare(-10)],
            postedTags: [refOf(aTag())],
          }),
        ],
        tags: [aTag(), aTag()].sort((one, other) => (one.id < other.id ? -1 : 1)),
        memo: 'Allocation',
        metadata: '{"allocation": 1}',
        referenceNumber: 'A-1',
      }),
      anAllocation(60, {
        invoicePaymentId: payment.id,
        parts: [
          aPart(61, { invoiceId: invoice.id, invoiceSentAt: invoice.documentDate, paymentId: payment.id }),
          aPart(-1, { paymentId: payment.id, isOfCredit: true }),
        ],
      }),
    ],
    tags: [aTag()],
    memo: 'Refund',
    metadata: '{"refund": 1}',
    referenceNumber: 'R-1',
    version: 7,
    importedAt: day(19),
    updatedAt: day(22),
    ...given,
  })
  return { ...refund, payments: [fullPayment(refund), aRefundPayment(refund, 20), aRefundPayment(refund, 5)] }
}

const fullPayment = (refund: Refund): RefundPayment =>
  aRefundPayment(refund, 50, {
    externalId: 'refund-payment',
    fee: 0,
    method: 'ACH',
    processor: 'STRIPE',
    refundedPaymentFees: [
      { accountId: randomUUID(), feeAmount: 2, description: 'Fee' },
      { accountId: randomUUID(), feeAmount: 0, description: null },
    ],
    tags: [aTag()],
    memo: 'Payment',
    metadata: '{"payment": 1}',
    referenceNumber: 'P-1',
    version: 4,
  })

const insert = (...refunds: Refund[]): Promise<void> => within((tx) => insertAll(tx, REFUND_STORE, refunds))
const load = (...ids: string[]): Promise<Refund[]> => within((tx) => loadRefunds(tx, ids))
const update = (before: Refund, after: Refund): Promise<void> =>
  within((tx) => REFUND_STORE.write(tx, [{ before, after }]))

const rowOf = (table: string, id: string) =>
  within((tx) =>
    tx.row<Record<string, unknown>>(`SELECT * FROM ${table} WHERE business_id = $1 AND id = $2`, [businessId, id]),
  )

describe('a refund', () => {
  test('is read as written, field by field, only by its own business', async () => {
    const [full, plain] = [fullRefund(), aRefund({ businessId, contactId, completedAt: null })]
    await insert(full, plain)
    expect(await load(plain.id, randomUUID(), full.id)).toEqual([plain, full])
    expect(await load()).toEqual([])
    const theirs = await db.transact({ businessId: randomUUID() }, (tx) => loadRefunds(tx, [full.id]))
    expect(theirs).toEqual([])
  })

  test('has derived columns of allocations and payments', async () => {
    const full = fullRefund()
    await insert(full, { ...fullRefund({ externalId: null, completedAt: null }), payments: [] })
    expect(await rowOf('refunds', full.id)).toMatchObject({
      issued_at: day(20),
      total_amount: '100',
      paid_out_amount: '75',
      outstanding_amount: '25',
    })
    const part = full.allocations[0]?.parts[0]?.id ?? ''
    expect(await rowOf('refund_parts', part)).toMatchObject({ invoice_line_item_id: lineItemId, is_of_credit: false })
  })

  test('that is changed has its lists replaced and keeps deleted payments', async () => {
    const before = fullRefund()
    await insert(before)
    const [kept, gone] = before.allocations
    const [first, second, third] = before.payments
    if (!kept || !gone || !first || !second || !third) throw new Error('a refund has two allocations, three payments')
    const [line] = kept.lineItems
    const changed = {
      ...kept,
      totalAmount: 70,
      memo: null,
      tags: kept.tags.slice(1),
      lineItems: line ? [{ ...line, amount: 70, tags: [aTag()] }] : [],
      parts: [aPart(70, { invoiceId: invoice.id, invoiceSentAt: invoice.documentDate })],
    }
    const takenOut = { ...first, deletedAt: day(23), version: 5, updatedAt: day(23) }
    // Its external id is free within the same change.
    const renamed = { ...second, externalId: 'refund-payment', refundedAmount: 15, method: 'CASH' as const, version: 2 }
    const added = aRefundPayment(before, 10, { tags: [aTag()] })
    const after: Refund = {
      ...before,
      externalId: 'renamed',
      completedAt: null,
      allocations: [anAllocation(30), changed],
      payments: [takenOut, renamed, third, added],
      tags: [],
      memo: null,
      metadata: null,
      referenceNumber: null,
      version: 8,
      updatedAt: day(23),
    }
    await update(before, after)
    expect(await load(after.id)).toEqual([after])
    expect(await rowOf('refund_allocations', gone.id)).toBeUndefined()
    const tagged = await within((tx) =>
      tx.rows<{ entity_id: string }>('SELECT entity_id FROM applied_tags WHERE business_id = $1', [businessId]),
    )
    const carriers = [changed.id, line?.id, takenOut.id, added.id]
    expect(tagged.map(({ entity_id }) => entity_id).sort()).toEqual(carriers.sort())

    // And again: the deleted payment keeps its position, and two payments swap external ids.
    const handed = { ...third, externalId: 'refund-payment', version: 2 }
    const given = { ...renamed, externalId: null, version: 3 }
    const again = { ...after, payments: [takenOut, given, handed, added, aRefundPayment(before, 5)], version: 9 }
    await update(after, again)
    const swapped = [takenOut, { ...given, externalId: 'refund-payment' }, { ...handed, externalId: 'other' }]
    const last = { ...again, payments: [...swapped, ...again.payments.slice(3)], version: 10 }
    await update(again, last)
    expect(await load(after.id)).toEqual([last])
  })

  test('writes only changed objects', async () => {
    const before = fullRefund()
    await insert(before)
    await within((tx) =>
      tx.rows(`UPDATE refund_parts SET tags = '[]' WHERE business_id = $1 AND refund_id = $2`, [businessId, before.id]),
    )
    await within((tx) =>
      tx.rows(`UPDATE refund_payments SET memo = 'kept' WHERE business_id = $1 AND refund_id = $2`, [
        businessId,
        before.id,
      ]),
    )
    const after = { ...before, memo: 'Other', version: 8 }
    await update(before, after)
    const [read] = await load(before.id)
    expect(read?.memo).toBe('Other')
    expect(read?.payments.map(({ memo }) => memo)).toEqual(['kept', 'kept', 'kept'])
    expect(read?.allocations.flatMap(({ parts }) => parts.map(({ postedTags }) => postedTags))).toEqual([[], [], []])
  })

  test('is found by its targets, and by its external ids', async () => {
    const refund = fullRefund()
    const other = aRefund({ businessId, contactId })
    await insert(refund, other)
    const [paid, ...others] = refund.payments
    const paymentIds = refund.payments.map(({ id }) => id)
    await within(async (tx) => {
      expect(await findIdsByExternalId(tx, 'refunds', ['refund', 'x'])).toEqual(new Map([['refund', refund.id]]))
      expect(await findRefundPaymentOwners(tx, ['refund-payment', 'x'])).toEqual(
        new Map([['refund-payment', { refundId: refund.id, paymentId: paid?.id }]]),
      )
      expect(await findRefundsOnInvoices(tx, [invoice.id, randomUUID()])).toEqual([refund.id])
      expect(await findInvoicesOfRefunds(tx, [refund.id, other.id])).toEqual([invoice.id])
      expect(await findRefundsOfPayments(tx, [...paymentIds, randomUUID()])).toEqual(
        new Map(paymentIds.map((id) => [id, refund.id])),
      )
    })
    if (!paid) throw new Error('it has payments')
    await update(refund, { ...refund, payments: [{ ...paid, deletedAt: day(23) }, ...others], version: 8 })
    const owners = await within((tx) => findRefundPaymentOwners(tx, ['refund-payment']))
    expect(owners.size).toBe(0)
  })

  test('shows on an invoice only its parts there, and nothing of the customer’s credit', async () => {
    const refund = fullRefund()
    await insert(refund)
    const shown = await within(async (tx) => presentRefundAllocationsOn(tx, await loadInvoices(tx, [invoice.id]), AT))
    expect([...shown.keys()]).toEqual([invoice.id])
    expect(
      shown.get(invoice.id)?.map(({ total_amount, amount, refund_id }) => [total_amount, amount, refund_id]),
    ).toEqual([
      [40, 40, refund.id],
      [60, 61, refund.id],
    ])
  })

  test('is read after it is locked', async () => {
    const before = fullRefund()
    await insert(before)
    const after = { ...before, allocations: [anAllocation(100)], version: 8 }
    let waiting: Promise<Refund[]> | undefined
    await within(async (tx) => {
      await lockRefunds(tx, [before.id])
      waiting = within((other) => lockRefunds(other, [randomUUID(), before.id, before.id]))
      await expect.poll(() => waitingForLocks(tx)).toBe(1)
      REFUND_STORE.write(tx, [{ before, after }])
    })
    expect(await waiting).toEqual([after])
  })
})

const waitingForLocks = async (tx: Tx): Promise<number> => {
  const row = await tx.row<{ count: string }>(
    `SELECT count(*) AS count FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()
        AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
  )
  return Number(row?.count ?? 0)
}

describe('a payout', () => {
  async function paidOut(): Promise<{ payout: Payout; refund: Refund; member: InvoicePayment }> {
    const refund = fullRefund()
    const payout = aPayout({
      businessId,
      externalId: 'payout',
      paidOutAmount: 40,
      fee: 6,
      otherTransactions: [
        aTransaction(5, 'CREDIT', { externalId: 'reserve', description: 'Reserve', tags: [aTag()] }),
        aTransaction(8, 'DEBIT'),
      ],
      tags: [aTag()],
      memo: 'Payout',
      metadata: '{"payout": 1}',
      referenceNumber: 'O-1',
      version: 2,
    })
    const member = { ...payment, payoutId: payout.id, version: 2 }
    const [first, ...others] = refund.payments
    if (!first) throw new Error('it has payments')
    const withMember = { ...refund, payments: [{ ...first, payoutId: payout.id }, ...others] }
    await within(async (tx) => {
      insertAll(tx, PAYOUT_STORE, [payout])
      INVOICE_PAYMENT_STORE.write(tx, [{ before: payment, after: member }])
      insertAll(tx, REFUND_STORE, [withMember])
    })
    return { payout, refund: withMember, member }
  }

  test('is read as written, with the amounts of its members from their own documents', async () => {
    const { payout, refund, member } = await paidOut()
    const plain = aPayout({ businessId, processor: null, paidOutAmount: -1, fee: 1 })
    await within((tx) => insertAll(tx, PAYOUT_STORE, [plain]))
    const [first] = refund.payments
    if (!first) throw new Error('it has payments')
    const members = [memberOfPayment(member), memberOfRefundPayment(refund, first)]
    const read = await within((tx) => loadPayouts(tx, [plain.id, randomUUID(), payout.id]))
    expect(read).toEqual([plain, { ...payout, members }])
    expect(await within((tx) => loadInvoicePayments(tx, [payment.id]))).toMatchObject([{ payoutId: payout.id }])
    await within(async (tx) => {
      expect(await lockPayouts(tx, [payout.id, randomUUID()])).toEqual([{ ...payout, members }])
      expect(await findIdsByExternalId(tx, 'payouts', ['payout', 'x'])).toEqual(new Map([['payout', payout.id]]))
    })
  })

  test('changes its tags and those of its other transactions', async () => {
    const { payout } = await paidOut()
    const [read] = await within((tx) => loadPayouts(tx, [payout.id]))
    const [first, second] = read?.otherTransactions ?? []
    if (!read || !first || !second) throw new Error('it has two other transactions')
    const after = {
      ...read,
      tags: [],
      otherTransactions: [
        { ...first, tags: [] },
        { ...second, tags: [aTag()] },
      ],
      version: 3,
      updatedAt: day(29),
    }
    await within((tx) => PAYOUT_STORE.write(tx, [{ before: read, after }]))
    expect(await within((tx) => loadPayouts(tx, [payout.id]))).toEqual([after])
  })

  test('with a used external_id is identified', async () => {
    await paidOut()
    const other = aPayout({ businessId, externalId: 'payout' })
    const error = await refusalOf(within((tx) => insertAll(tx, PAYOUT_STORE, [other])))
    expect(constraintOf(error)).toBe('payouts_live_external_id')
  })
})

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail('it was written'),
    (error: unknown) => error,
  )

describe('the database refuses', () => {
  test('used external ids, and names them', async () => {
    const refund = fullRefund()
    await insert(refund)
    const sameRefund = await refusalOf(insert(aRefund({ businessId, contactId, externalId: 'refund' })))
    expect(constraintOf(sameRefund)).toBe('refunds_external_id')
    const other = aRefund({ businessId, contactId })
    const payments = [aRefundPayment(other, 1, { externalId: 'refund-payment' })]
    const samePayment = await refusalOf(insert({ ...other, payments }))
    expect(constraintOf(samePayment)).toBe('refund_payments_external_id')
    // A deleted one has given up its external_id.
    const [first, ...others] = refund.payments
    if (!first) throw new Error('it has payments')
    await update(refund, { ...refund, payments: [{ ...first, deletedAt: day(23) }, ...others], version: 8 })
    await insert({ ...other, payments })
    expect(await load(other.id)).toMatchObject([{ payments: [{ externalId: 'refund-payment' }] }])
  })

  test('more to be paid out than was issued', async () => {
    const refund = aRefund({ businessId, contactId })
    await insert({ ...refund, payments: [aRefundPayment(refund, 100)] })
    const over = aRefund({ businessId, contactId })
    const error = await refusalOf(insert({ ...over, payments: [aRefundPayment(over, 101, { shares: [] })] }))
    expect(pgErrorOf(error)).toMatchObject({ code: '23514', constraint: 'refunds_outstanding_amount_check' })
  })

  const payments: [string, Partial<RefundPayment>][] = [
    ['nothing', { refundedAmount: 0 }],
    ['a fee below zero', { fee: -1 }],
  ]
  test.each(payments)('a refund payment of %s', async (_, given) => {
    const refund = aRefund({ businessId, contactId })
    const error = await refusalOf(insert({ ...refund, payments: [aRefundPayment(refund, 1, given)] }))
    expect(pgErrorOf(error)?.code).toBe('23514')
  })

  test('a member of a payout that is deleted, or was store credit', async () => {
    const payout = aPayout({ businessId })
    await within((tx) => insertAll(tx, PAYOUT_STORE, [payout]))
    const withPayment = (given: Partial<RefundPayment>): Refund => {
      const refund = aRefund({ businessId, contactId })
      return { ...refund, payments: [aRefundPayment(refund, 1, { payoutId: payout.id, ...given })] }
    }
    await insert(withPayment({}))
    for (const given of [{ deletedAt: day(23) }, { method: 'STORE_CREDIT' as const }])
      expect(pgErrorOf(await refusalOf(insert(withPayment(given))))?.code).toBe('23514')
  })

  test('unknown targets', async () => {
    const unknown = randomUUID()
    const refunds = [
      aRefund({ businessId, contactId: unknown }),
      ...[{ invoiceId: unknown }, { invoiceLineItemId: unknown }, { invoicePaymentId: unknown }].map((given) =>
        aRefund({ businessId, contactId, allocations: [anAllocation(1, given)] }),
      ),
      aRefund({
        businessId,
        contactId,
        allocations: [anAllocation(1, { parts: [aPart(1, { invoiceId: unknown })] })],
      }),
    ]
    const paid = aRefund({ businessId, contactId })
    const inNoPayout = { ...paid, payments: [aRefundPayment(paid, 1, { payoutId: unknown })] }
    for (const refund of [...refunds, inNoPayout])
      expect(pgErrorOf(await refusalOf(insert(refund)))?.code).toBe('23503')
  })

  test('to write for another business, and to remove payments', async () => {
    const theirs = aRefund({ contactId })
    const other = within((tx) => insertAll(tx, REFUND_STORE, [theirs]))
    expect(pgErrorOf(await refusalOf(other))?.code).toBe('42501')
    const removed = within((tx) => tx.rows('DELETE FROM refund_payments WHERE business_id = $1', [businessId]))
    expect(pgErrorOf(await refusalOf(removed))?.code).toBe('42501')
  })
})
