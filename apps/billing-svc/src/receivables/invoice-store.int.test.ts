/** Invoices are read as written, and constraints refuse invalid rows. */
import { pgErrorOf, violates, type Tx } from '@pacioli/db'
import { newId } from '@pacioli/service'
import { lockWaits } from '@pacioli/testing'
import { findIdsByExternalId } from '../documents/document.store.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testBillingDatabase, type TestBillingDatabase } from '../testing/billing-database.test-helpers.ts'
import { AT, day, tax } from '../testing/payables.test-helpers.ts'
import { aPaidPart, aRefundedPart } from '../testing/receivables.test-helpers.ts'
import {
  insertAll,
  keep,
  openStoredBooks,
  paid,
  refundedOn,
  someIds,
  someTags,
  storedInvoice,
  storedLine,
  storedPayment,
  storedRefund,
  storedWriteOff,
  type StoredBooks,
} from '../testing/stored-receivables.test-helpers.ts'
import { aShare } from '../testing/refunds.test-helpers.ts'
import { findInvoicesOfSources } from '../invoices/invoice-of-source.store.ts'
import { INVOICE_STORE, loadInvoices, lockInvoices } from './invoice.store.ts'
import { amountsOf, INVOICE_STATUSES, paidAtOf, statusOf, type Invoice } from './invoice.ts'
import { presentInvoices } from './present-invoices.ts'
import { presentWriteOffs } from './present-write-offs.ts'
import { findWriteOffByExternalId } from './write-off.store.ts'

let database: TestBillingDatabase
let books: StoredBooks
beforeAll(async () => {
  database = await testBillingDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  books = await openStoredBooks(database.db)
})

const insert = (...invoices: Invoice[]) => keep(books, { invoices })
const load = (...ids: string[]) => books.within((tx) => loadInvoices(tx, ids))
const lock = (tx: Tx, ...ids: string[]) => lockInvoices(tx, ids)
const update = (before: Invoice, after: Invoice) => books.within((tx) => INVOICE_STORE.write(tx, [{ before, after }]))

const waiting = () => lockWaits(database.relayDb)

/** An invoice with a value in every field, its payment and its refund, and another refund of the credit. */
function fullInvoice() {
  const [line, other] = [storedLine(300), storedLine(-45)]
  const taxed = { ...tax(newId(), 7, newId()), taxName: 'CA' }
  const invoice = storedInvoice(books, {
    externalId: 'I-1',
    dueAt: day(25),
    lineItems: [
      {
        ...line,
        externalId: 'L-1',
        prepaymentAccountId: newId(),
        description: 'Hats',
        product: 'hat',
        timeEntryId: newId(),
        quantity: '2.5',
        subtotal: 750,
        discountAmount: 50,
        salesTaxes: [taxed, { ...taxed, id: newId(), amount: -2 }],
        tags: someTags(2),
      },
      other,
    ],
    additionalSalesTaxes: [
      { ...taxed, id: newId() },
      { ...taxed, id: newId(), taxName: 'NY' },
    ],
    additionalDiscount: 40,
    tips: 25,
    tipsAccountId: newId(),
    writeOffs: [],
    tags: someTags(2),
    memo: 'May',
    metadata: '{"rank": 1}',
    referenceNumber: 'R-1',
    version: 3,
    importedAt: day(2),
    updatedAt: day(3),
  })
  const first = paid(storedPayment(books, { amount: 400 }), invoice, 300)
  const second = paid(storedPayment(books, { paidAt: day(13) }), first.invoice, 60)
  const writeOffs = [
    { ...storedWriteOff(invoice, 20, 'W-1'), deletedAt: day(16) },
    { ...storedWriteOff(invoice, 15, 'W-1'), tags: someTags(1), memo: 'gone' },
  ]
  const refund = storedRefund(
    books,
    { invoiceId: invoice.id, invoiceLineItemId: line.id, invoicePaymentId: first.payment.id },
    [
      70,
      {
        invoiceId: invoice.id,
        shares: [aShare(75, { component: line.id }), aShare(-5, { component: 'own_account' })],
      },
    ],
    [30, { invoiceId: invoice.id, isOfCredit: true }],
  )
  const settled = { ...second.invoice, writeOffs }
  return {
    invoice: { ...settled, refunded: refundedOn(settled, refund) },
    payments: [first.payment, second.payment],
    refund,
  }
}

describe('an invoice is read', () => {
  test('with all fields as written', async () => {
    const { invoice, payments, refund } = fullInvoice()
    await keep(books, { invoices: [invoice], payments, refunds: [refund] })
    expect(invoice.refunded).toMatchObject([{ amount: 70, shares: [{ amount: 75 }, { amount: -5 }] }])
    expect(await load(invoice.id)).toEqual([invoice])
  })

  test('with only its required fields', async () => {
    const invoice = storedInvoice(books, { lineItems: [] })
    await insert(invoice)
    expect(await load(invoice.id)).toEqual([invoice])
  })

  test('in the requested order, among others; unknown ones are left out', async () => {
    const [one = '', two = '', three = ''] = someIds(3)
    await insert(...[two, three, one].map((id) => storedInvoice(books, { id })))
    const ids = async (...asked: string[]) => (await load(...asked)).map(({ id }) => id)
    expect(await ids(three, newId(), one, two)).toEqual([three, one, two])
    expect(await ids()).toEqual([])
    expect((await books.within((tx) => lock(tx, three, one, newId(), three))).map(({ id }) => id)).toEqual([one, three])
  })

  test('only by its own business', async () => {
    const invoice = storedInvoice(books)
    await insert(invoice)
    const others = await openStoredBooks(database.db)
    expect(await others.within((tx) => loadInvoices(tx, [invoice.id]))).toEqual([])
    // Nor by a statement that names no business.
    expect(await others.within((tx) => tx.rows('SELECT id FROM invoices WHERE id = $1', [invoice.id]))).toEqual([])
  })

  test('with an existing customer', async () => {
    const nobody = { ...storedInvoice(books), contactId: newId() }
    await expect(insert(nobody)).rejects.toSatisfy((error) => pgErrorOf(error)?.code === '23503')
  })

  test('by a number of statements that does not grow with the invoices', async () => {
    const statements = async (count: number) => {
      const all = Array.from({ length: count }, () => {
        const { invoice, payments, refund } = fullInvoice()
        return {
          invoice: { ...invoice, externalId: null, writeOffs: invoice.writeOffs.slice(0, 1) },
          payments,
          refund,
        }
      })
      return books.within(async (tx) => {
        const [asked, sent] = [vi.spyOn(tx, 'rows'), vi.spyOn(tx, 'send')]
        await keep(
          { ...books, within: async (work) => work(tx) },
          {
            invoices: all.map(({ invoice }) => invoice),
            payments: all.flatMap(({ payments }) => payments),
            refunds: all.map(({ refund }) => refund),
          },
        )
        const found = await loadInvoices(
          tx,
          all.map(({ invoice }) => invoice.id),
        )
        expect(await presentInvoices(tx, found, AT)).toHaveLength(count)
        return asked.mock.calls.length + sent.mock.calls.length
      })
    }
    const few = await statements(1)
    expect(few).toBeGreaterThan(10)
    expect(await statements(8)).toBe(few)
  })
})

describe('an invoice changes', () => {
  test('by further payments, write-offs, refunds and tags, and by being voided', async () => {
    const { invoice, payments, refund } = fullInvoice()
    await keep(books, { invoices: [invoice], payments, refunds: [refund] })
    const kept = invoice.tags.slice(0, 1)
    const [undone, standing] = invoice.writeOffs
    const [line, other] = invoice.lineItems
    if (!undone || !standing || !line || !other) throw new Error('a full invoice has two of everything')
    const changed: Invoice = {
      ...invoice,
      tags: [...kept, ...someTags(1)],
      lineItems: [
        { ...line, tags: [] },
        { ...other, tags: someTags(1) },
      ],
      writeOffs: [
        undone,
        { ...standing, deletedAt: day(20), updatedAt: day(20), tags: [...standing.tags, ...someTags(1)] },
        { ...storedWriteOff(invoice, 15, 'W-1'), tags: someTags(1) },
      ],
      version: 4,
      updatedAt: day(20),
    }
    await update(invoice, changed)
    expect(await load(invoice.id)).toEqual([changed])
    const { outstandingBalance: amount } = amountsOf(changed)
    const more = paid(storedPayment(books, { amount }), { ...changed, version: 5 }, amount)
    await keep(books, { payments: [more.payment] })
    await update(changed, more.invoice)
    expect(await load(invoice.id)).toEqual([more.invoice])
    expect(await rowOf(invoice.id)).toEqual(columnsOf(more.invoice))
  })

  test('and is void without amounts', async () => {
    const before = storedInvoice(books)
    await insert(before)
    const voided = { ...before, voidedAt: day(15), version: 2 }
    await update(before, voided)
    expect(await load(before.id)).toEqual([voided])
    expect(await rowOf(before.id)).toMatchObject({ status: 'VOIDED', outstanding_balance: '0', paid_at: null })
  })
})

describe('invoices are locked', () => {
  test('in the order of their ids, and are read after the lock', async () => {
    const [id = '', otherId = ''] = someIds(2)
    const [first, second] = [storedInvoice(books, { id }), storedInvoice(books, { id: otherId })]
    // The other way round on disk.
    await insert(second)
    await insert(first)
    let locked: Promise<Invoice[]> = Promise.resolve([])
    const writeOff = { ...storedWriteOff(first, 100), tags: someTags(1) }
    await books.within(async (tx) => {
      await lock(tx, first.id)
      locked = books.within(async (other) => {
        // Otherwise rows would be locked in their order on disk.
        await other.rows('SET LOCAL enable_indexscan = off')
        return lock(other, second.id, first.id)
      })
      await expect.poll(waiting).toHaveLength(1)
      // A transaction that waits for the first does not hold the second yet.
      const free = 'SELECT id FROM invoices WHERE business_id = $1 AND id = $2 FOR UPDATE NOWAIT'
      expect(await books.within((other) => other.rows(free, [books.businessId, second.id]))).toHaveLength(1)
      INVOICE_STORE.write(tx, [{ before: first, after: { ...first, writeOffs: [writeOff], memo: 'late', version: 2 } }])
    })
    expect(await locked).toEqual([{ ...first, writeOffs: [writeOff], memo: 'late', version: 2 }, second])
  })
})

describe('an external_id', () => {
  test('is that of one invoice', async () => {
    const invoice = storedInvoice(books, { externalId: 'I-1' })
    await insert(invoice, storedInvoice(books), storedInvoice(books))
    const again = insert(storedInvoice(books, { externalId: 'I-1' }))
    await expect(again).rejects.toSatisfy((error) => violates(error, 'invoices_external_id'))
    const found = await books.within((tx) => findIdsByExternalId(tx, 'invoices', ['I-1', 'I-2']))
    expect([...found]).toEqual([['I-1', invoice.id]])
  })

  test('is free in another business', async () => {
    await insert(storedInvoice(books, { externalId: 'I-1' }))
    books = await openStoredBooks(database.db)
    await insert(storedInvoice(books, { externalId: 'I-1' }))
    expect((await books.within((tx) => findIdsByExternalId(tx, 'invoices', ['I-1']))).size).toBe(1)
  })

  test('is waited for before any later one is locked, so that no deadlock arises', async () => {
    const named = (externalId: string) => storedInvoice(books, { externalId })
    let other: Promise<unknown> = Promise.resolve()
    await books.within(async (tx) => {
      insertAll(tx, INVOICE_STORE, [named('I-1')])
      // It travels with the next statement: without one, the other transaction might insert first.
      await tx.rows('SELECT 1')
      other = expect(insert(named('I-2'), named('I-1'))).rejects.toSatisfy((error) =>
        violates(error, 'invoices_external_id'),
      )
      await expect.poll(waiting).toHaveLength(1)
      insertAll(tx, INVOICE_STORE, [named('I-2')])
    })
    await other
  })

  test('of a write-off is free once that was undone', async () => {
    const one = storedInvoice(books)
    const written = { ...one, writeOffs: [{ ...storedWriteOff(one, 10, 'W-1'), tags: someTags(1) }] }
    await insert(written)
    const two = storedInvoice(books)
    const other = { ...two, writeOffs: [storedWriteOff(two, 10, 'W-1')] }
    await expect(insert(other)).rejects.toSatisfy((error) => violates(error, 'invoice_write_offs_external_id'))
    const find = () => books.within((tx) => findWriteOffByExternalId(tx, 'W-1'))
    expect(await find()).toEqual(written.writeOffs[0])
    const undone = written.writeOffs.map((writeOff) => ({ ...writeOff, deletedAt: day(20) }))
    await update(written, { ...written, writeOffs: undone })
    expect(await find()).toBeUndefined()
    await insert(other)
    expect(await find()).toEqual(other.writeOffs[0])
  })
})

/** The derived columns. */
const columnsOf = (invoice: Invoice) => {
  const amounts = amountsOf(invoice)
  return {
    status: statusOf(invoice),
    due_on: invoice.dueAt ?? invoice.documentDate,
    paid_at: paidAtOf(invoice),
    subtotal: String(amounts.subtotal),
    sales_taxes_total: String(amounts.shownSalesTaxesTotal),
    additional_sales_taxes_total: String(invoice.additionalSalesTaxes.reduce((sum, { amount }) => sum + amount, 0)),
    tips: String(invoice.tips),
    total_amount: String(amounts.totalAmount),
    paid_amount: String(amounts.paidAmount),
    written_off_amount: String(amounts.writtenOffAmount),
    refunded_amount: String(amounts.refundedAmount),
    outstanding_balance: String(amounts.outstandingBalance),
  }
}

const rowsOf = (ids: readonly string[]) =>
  books.within((tx) =>
    tx.rows<Record<string, unknown>>(
      `SELECT id, status, due_on, paid_at, subtotal, sales_taxes_total, additional_sales_taxes_total, tips, total_amount,
              paid_amount, written_off_amount, refunded_amount, outstanding_balance
         FROM invoices WHERE business_id = $1 AND id = ANY ($2::uuid[]) ORDER BY array_position($2::uuid[], id)`,
      [books.businessId, ids],
    ),
  )

async function rowOf(id: string): Promise<Record<string, unknown>> {
  const [{ id: _id, ...row } = {}] = await rowsOf([id])
  return row
}

describe('a row of an invoice', () => {
  const upTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, amount) => amount)

  /** Each way to settle, refund and void an invoice of this total. */
  const waysOf = (total: number) => [
    { total, paidAmount: 0, writtenOff: 0, refunded: 0, voidedAt: day(12) },
    ...upTo(total).flatMap((paidAmount) =>
      upTo(total - paidAmount).flatMap((writtenOff) =>
        upTo(paidAmount).map((refunded) => ({ total, paidAmount, writtenOff, refunded, voidedAt: null })),
      ),
    ),
  ]

  function settled({ total, paidAmount, writtenOff, refunded, voidedAt }: ReturnType<typeof waysOf>[number]): Invoice {
    const invoice = storedInvoice(books, { lineItems: [storedLine(total)], voidedAt })
    return {
      ...invoice,
      paid: upTo(paidAmount)
        .slice(1)
        .map((number) => aPaidPart(1, { allocatedAt: day(20 - number) })),
      writeOffs: writtenOff === 0 ? [] : [storedWriteOff(invoice, writtenOff)],
      refunded: refunded === 0 ? [] : [aRefundedPart(refunded)],
    }
  }

  test('has the derived amounts of the invoice, whatever was paid, written off and refunded', async () => {
    const invoices = [0, 1, 2, 3, 4].flatMap(waysOf).map(settled)
    await insert(...invoices)
    const rows = await rowsOf(invoices.map(({ id }) => id))
    expect(rows).toEqual(invoices.map((invoice) => ({ id: invoice.id, ...columnsOf(invoice) })))
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(INVOICE_STATUSES))
  })

  /** Which constraint a change of a row would violate; nothing is changed. */
  async function refusedBy(id: string, set: string): Promise<string | undefined> {
    const undo = new Error('undo')
    const changing = books.within(async (tx) => {
      const changed = await tx.rows(`UPDATE invoices SET ${set} WHERE business_id = $1 AND id = $2 RETURNING 1`, [
        books.businessId,
        id,
      ])
      throw changed.length === 1 ? undo : new Error('no row was changed')
    })
    return changing.catch((error: unknown) => {
      if (error === undo) return undefined
      const refusal = pgErrorOf(error)
      if (!refusal) throw error
      return refusal.constraint
    })
  }

  /** 100, of which 60 are paid, 10 written off and 20 refunded. */
  async function stored(given: Partial<Invoice> = {}): Promise<string> {
    const invoice = storedInvoice(books)
    const full = paid(storedPayment(books, { amount: 60 }), invoice, 60)
    const refund = storedRefund(books, { invoiceId: invoice.id }, [20, { invoiceId: invoice.id }])
    const settled = { ...full.invoice, writeOffs: [storedWriteOff(invoice, 10)], refunded: refundedOn(invoice, refund) }
    await insert({ ...settled, ...given })
    return invoice.id
  }

  test.each([
    ['stays as it is', 'memo = memo', undefined],
    ['has everything refunded', 'refunded_amount = 60', undefined],
    ['has more refunded than was paid', 'refunded_amount = 61', 'invoices_refunded'],
    ['owes another sum', 'outstanding_balance = 29', 'invoices_outstanding'],
    ['is settled to the last unit', `paid_amount = 90, outstanding_balance = 0, status = 'WRITTEN_OFF'`, undefined],
    ['is settled beyond that', 'paid_amount = 91, outstanding_balance = -1', 'invoices_settled'],
    ['is called by another name', `status = 'PARTIALLY_PAID'`, 'invoices_status'],
    ['was paid at some time while something is outstanding', 'paid_at = sent_at', 'invoices_paid_at'],
    [
      'was paid at no time',
      `paid_amount = 100, written_off_amount = 0, outstanding_balance = 0, status = 'PAID'`,
      'invoices_paid_at',
    ],
    [
      'was paid',
      `paid_amount = 100, written_off_amount = 0, outstanding_balance = 0, status = 'PAID', paid_at = sent_at`,
      undefined,
    ],
    [
      'was paid, and all of it refunded',
      `paid_amount = 100, written_off_amount = 0, outstanding_balance = 0, status = 'PAID', paid_at = sent_at,
       refunded_amount = 100`,
      'invoices_status',
    ],
    [
      'is void with payments',
      `voided_at = sent_at, status = 'VOIDED', outstanding_balance = 0, written_off_amount = 0`,
      'invoices_voided',
    ],
    [
      'is void with write-offs',
      `voided_at = sent_at, status = 'VOIDED', outstanding_balance = 0, paid_amount = 0, refunded_amount = 0`,
      'invoices_voided',
    ],
    [
      'is void',
      `voided_at = sent_at, status = 'VOIDED', outstanding_balance = 0, paid_amount = 0, refunded_amount = 0,
       written_off_amount = 0`,
      undefined,
    ],
    [
      'is void and owes something',
      `voided_at = sent_at, status = 'VOIDED', outstanding_balance = 100, paid_amount = 0, refunded_amount = 0,
       written_off_amount = 0`,
      'invoices_outstanding',
    ],
    ['has the largest total', 'total_amount = 9007199254740991, outstanding_balance = 9007199254740921', undefined],
    [
      'has a larger total',
      'total_amount = 9007199254740992, outstanding_balance = 9007199254740922',
      'invoices_total_amount_check',
    ],
    ['has less than no tips', 'tips = -1', 'invoices_tips_check'],
  ])('that %s', async (_what, set, constraint) => expect(await refusedBy(await stored(), set)).toBe(constraint))

  test('of a write-off has an amount', async () => {
    const invoice = storedInvoice(books)
    const written = (amount: number) => ({ ...invoice, writeOffs: [storedWriteOff(invoice, amount)] })
    await expect(insert(written(0))).rejects.toSatisfy((error) => pgErrorOf(error)?.code === '23514')
    await insert(written(1))
  })
})

test('callers see an invoice with its line items, taxes, tips, payments, write-offs and refunds', async () => {
  const { invoice, payments, refund } = fullInvoice()
  await keep(books, { invoices: [invoice], payments, refunds: [refund] })
  const [message] = await books.within((tx) => presentInvoices(tx, [invoice], AT))
  const { outstandingBalance } = amountsOf(invoice)
  const { id: invoice_id, lineItems, writeOffs } = invoice
  const [line, other] = lineItems
  const account = (id: string | null | undefined) => ({ id, name: id })
  const refunded = { refund_id: refund.id, total_amount: 100, amount: 70, invoice_line_item_id: line?.id }
  expect(message).toMatchObject({
    id: invoice_id,
    business_id: books.businessId,
    external_id: 'I-1',
    status: 'PARTIALLY_WRITTEN_OFF',
    sent_at: day(10).toISOString(),
    due_at: day(25).toISOString(),
    paid_at: undefined,
    voided_at: undefined,
    line_items: [
      {
        id: line?.id,
        external_id: 'L-1',
        invoice_id,
        account_identifier: { type: 'AccountId', id: line?.accountId },
        ledger_account: account(line?.accountId),
        prepayment_account: account(line?.prepaymentAccountId),
        description: 'Hats',
        product: 'hat',
        time_entry_id: line?.timeEntryId,
        unit_price: 300,
        quantity: '2.5',
        subtotal: 750,
        discount_amount: 50,
        sales_taxes: [{ tax_account: { type: 'Tax_Name', name: 'CA' }, amount: 7 }, { amount: -2 }],
        sales_taxes_total: 5,
        total_amount: 705,
        refund_allocations: [refunded],
        transaction_tags: [{}, {}],
      },
      { id: other?.id, total_amount: -45, prepayment_account: undefined, refund_allocations: [] },
    ],
    subtotal: 705,
    additional_discount: 40,
    additional_sales_taxes_total: 19,
    additional_sales_taxes: [{ amount: 7 }, { tax_account: { name: 'NY' }, amount: 7 }],
    tips: 25,
    tips_account: account(invoice.tipsAccountId),
    total_amount: 659,
    outstanding_balance: outstandingBalance,
    memo: 'May',
    payment_allocations: [
      { invoice_id, payment_id: payments[0]?.id, amount: 300, payment: { amount: 400, unallocated_amount: 100 } },
      { invoice_id, payment_id: payments[1]?.id, amount: 60 },
    ],
    refund_allocations: [refunded],
    write_offs: [
      { id: writeOffs[0]?.id, external_id: 'W-1', invoice_id, amount: 20, deleted_at: day(16).toISOString() },
      {
        id: writeOffs[1]?.id,
        amount: 15,
        write_off_at: day(14).toISOString(),
        destination_ledger_account: account(writeOffs[1]?.accountId),
        memo: 'gone',
        transaction_tags: [{}],
        imported_at: day(1).toISOString(),
        updated_at: day(1).toISOString(),
        deleted_at: undefined,
      },
    ],
    imported_at: day(2).toISOString(),
    updated_at: day(3).toISOString(),
    transaction_tags: [{}, {}],
    metadata: '{"rank": 1}',
    reference_number: 'R-1',
    customer: { id: books.contactId },
  })
  const [alone] = await books.within((tx) => presentWriteOffs(tx, writeOffs.slice(1), AT))
  expect(alone).toEqual(message?.write_offs?.[1])
})

test('entries originate from the only invoice of their source', async () => {
  const { invoice: full, payments, refund } = fullInvoice()
  const [first, second] = payments
  if (!first || !second) throw new Error('a full invoice has two payments')
  const other = storedInvoice(books)
  const both = paid(paid(storedPayment(books), full, 1).payment, other, 2)
  const moved = paid(storedPayment(books), other, 3, { movedToCreditAt: day(20) })
  const onNothing = storedRefund(books, {}, [9, {}])
  const target = { invoicePaymentId: both.payment.id }
  const onBoth = storedRefund(books, target, [1, { invoiceId: full.id }], [1, { invoiceId: other.id }])
  await keep(books, {
    invoices: [full, other],
    payments: [first, second, both.payment, moved.payment],
    refunds: [refund, onNothing, onBoth],
  })
  const [undone] = full.writeOffs
  const asked = [
    { type: 'invoice', id: full.id },
    { type: 'invoice', id: full.id },
    { type: 'invoice', id: newId() },
    { type: 'invoice_payment', id: full.id },
    { type: 'invoice_write_off', id: undone?.id ?? '' },
    { type: 'invoice_payment', id: first.id },
    { type: 'invoice_payment', id: both.payment.id },
    { type: 'invoice_payment', id: moved.payment.id },
    { type: 'refund', id: refund.id },
    { type: 'refund', id: onNothing.id },
    { type: 'refund', id: onBoth.id },
    { type: 'bill', id: full.id },
  ]
  const found = await books.within((tx) => findInvoicesOfSources(tx, asked))
  const byName = new Map(found.map(({ source, invoiceId }) => [`${source.type} ${source.id}`, invoiceId]))
  expect(found).toHaveLength(byName.size)
  expect(byName).toEqual(
    new Map([
      [`invoice ${full.id}`, full.id],
      [`invoice_write_off ${undone?.id}`, full.id],
      [`invoice_payment ${first.id}`, full.id],
      [`invoice_payment ${moved.payment.id}`, other.id],
      [`refund ${refund.id}`, full.id],
    ]),
  )
})

test('empty lists write nothing', async () => {
  await books.within(async (tx) => {
    const sent = vi.spyOn(tx, 'send')
    insertAll(tx, INVOICE_STORE, [])
    INVOICE_STORE.write(tx, [])
    expect(sent).not.toHaveBeenCalled()
  })
})
