/** Tags on vendors, customers and documents, and reposting for them; with a real ledger. */
import { Database } from '@pacioli/db'
import { takeInFacts } from '@pacioli/ledger-facts'
import type { ApplyTagsRequest__Output, TaggedEntitiesResponse } from '@pacioli/protos/common'
import { deadlocksIn } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allocateLater, makePayment, payBill } from '../testing/bill-payments.test-helpers.ts'
import { requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import {
  GOODS,
  line,
  makeBill,
  makeExpense,
  openPayables,
  named,
  refusals,
  type TestPayables,
} from '../testing/bills.test-helpers.ts'
import { makeCustomer } from '../testing/customers.test-helpers.ts'
import { makePayout } from '../testing/payouts.test-helpers.ts'
import {
  anotherCustomer,
  DEPOSITS,
  expectSoundBooks,
  invoiceNow,
  line as invoiceLine,
  makeInvoice,
  makePayment as makeInvoicePayment,
  payFor,
  refundInput,
  type RefundOfManyGiven,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import { creditLine, makeCredit } from '../testing/vendor-credits.test-helpers.ts'
import { makeVendor } from '../testing/vendors.test-helpers.ts'
import {
  allEntries,
  announced,
  archiveAccount,
  archiveTag,
  balancingDimension,
  changesOn,
  closeBooks,
  standingEntries,
} from '../testing/ledger.test-helpers.ts'
import {
  applyTags,
  createRefund,
  deleteBillPayment,
  deleteInvoicePayment,
  deleteVendorCredit,
  getBill,
  getBillPayment,
  getVendor,
  removeTags,
  undoWriteOff,
  updateVendor,
  voidBill,
  voidInvoice,
  writeOffInvoice,
} from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let payables: TestPayables
let admin: Database
beforeAll(async () => {
  billing = await startTestBilling()
  admin = new Database({ url: billing.adminUrl, applicationName: 'test admin', poolSize: 1 })
  payables = await openPayables(billing)
  await balancingDimension(billing, payables.request, 'fund')
})
afterAll(async () => {
  await expectSoundBooks(billing, payables, ['fund'])
  expect(billing.refusedPostings).toEqual([])
  await admin.close()
  await billing.stop()
})

/** A customer for one test. */
const somebody = () => anotherCustomer(billing, { ...payables, contactId: '' })

const TYPES = [
  'VENDOR',
  'BILL',
  'BILL_PAYMENT',
  'VENDOR_CREDIT',
  'CUSTOMER',
  'INVOICE',
  'INVOICE_LINE_ITEM',
  'INVOICE_WRITE_OFF',
  'INVOICE_PAYMENT',
  'REFUND',
  'PAYOUT',
] as const
type Type = (typeof TYPES)[number]
type RefundSource = { payables?: Pick<TestPayables, 'request'>; key?: string }

const CHARITY = named('CHARITABLE_CONTRIBUTIONS')

const tag = (text: string) => {
  const [key = '', value = ''] = text.split('=')
  return { key, value }
}

const tagging = (entity_type: string, ids: readonly string[], tags: readonly string[]): ApplyTagsRequest__Output => ({
  entity_type,
  entity_ids: [...ids],
  key_values: tags.map(tag),
})

const requestIn = ({ payables: { request } = payables, key }: RefundSource) =>
  requestFor(request.clientId, request.businessId, key === undefined ? undefined : { key, requestHash: 'h' })
const apply = (type: Type, ids: readonly string[], tags: readonly string[], place: RefundSource = {}) =>
  applyTags(billing, requestIn(place), tagging(type, ids, tags))
const remove = (type: Type, ids: readonly string[], tags: readonly string[], place: RefundSource = {}) =>
  removeTags(billing, requestIn(place), tagging(type, ids, tags))

/** The ids in the answer, each with its tags as text. */
const tagsOf = ({ data = [] }: TaggedEntitiesResponse) =>
  data.map(({ entity_id, transaction_tags = [] }) => [
    entity_id,
    transaction_tags.map(({ key, value }) => `${key}=${value}`),
  ])

/** Versions of an entity and how many tags each has, as they were announced. */
const versionsOf = async (id: string) =>
  (await announced(billing, id)).map(({ data }) => [data.version, (data.transaction_tags as unknown[]).length])

const linesOf = async (id: string, request = payables.request) =>
  (await standingEntries(billing, request, id)).map(({ basis, lines }) => [basis, ...lines])

test('a vendor has tags of its own, also while it is archived, which go on no entry; answers are in the order of the request', async () => {
  const [one, two] = [await makeVendor(billing, payables.request), await makeVendor(billing, payables.request)]
  const bill = await makeBill(billing, { ...payables, contactId: one.id })
  await updateVendor(billing, payables.request, { vendor_id: one.id, cleared: [], status: 'ARCHIVED' })
  const answer = await apply('VENDOR', [two.id, one.id.toUpperCase(), two.id], ['team=Field', 'place=Here'])
  expect(tagsOf(answer)).toEqual([two, one, two].map(({ id }) => [id, ['place=Here', 'team=Field']]))
  expect(answer).not.toHaveProperty('posting')
  const { id } = one
  expect(tagsOf(await remove('VENDOR', [id], ['team=Field', 'team=Shop', 'none=None']))).toEqual([[id, ['place=Here']]])
  expect((await getVendor(billing, payables.request, id)).data?.transaction_tags).toMatchObject([tag('place=Here')])
  expect(await versionsOf(two.id)).toEqual([
    [1, 0],
    [2, 2],
  ])
  expect(await linesOf(bill.id)).toEqual([['ACCRUAL', 'Cr ACCOUNTS_PAYABLE 100', 'Dr OPERATING_EXPENSES 100']])
})

describe('a bill', () => {
  test('is reposted with its tags, and so are payments on it, including their other bills and later allocations', async () => {
    const line_items = [line(100, { tags: [tag('team=Shop')] }), line(50, { account_identifier: GOODS })]
    const [bill, other] = [await makeBill(billing, payables, { line_items }), await makeBill(billing, payables)]
    const both = await makePayment(billing, payables, {
      allocations: [bill, other].map(({ id }) => ({ bill_id: id, amount: 30 })),
      tags: [tag('team=Payers')],
    })
    const rest = await allocateLater(billing, payables, both, { bill_id: bill.id, amount: 40 })
    const first = await apply('BILL', [bill.id], ['team=Field', 'fund=A'], { key: 'tag once' })
    expect(first).toMatchObject({ posting: 'posted' })
    expect(await linesOf(bill.id)).toEqual([
      [
        'ACCRUAL',
        'Cr ACCOUNTS_PAYABLE 150 fund=A team=Field',
        'Dr COGS 50 fund=A team=Field',
        'Dr OPERATING_EXPENSES 100 fund=A team=Shop',
      ],
    ])
    const paid = await linesOf(both.id)
    expect(paid).toHaveLength(4)
    expect(paid[2]).toEqual([
      'CASH',
      'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 30 fund=A team=Field',
      'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 70 team=Payers',
      'Dr COGS 10 fund=A team=Field',
      'Dr OPERATING_EXPENSES 20 fund=A team=Shop',
      'Dr OPERATING_EXPENSES 30 team=Payers',
      'Dr VENDOR_PREPAYMENTS 40 team=Payers',
    ])
    expect(paid[3]?.filter((text) => text.endsWith(' fund=A team=Field'))).toHaveLength(2)
    expect((await versionsOf(both.id)).at(-1)).toEqual([3, 1])
    expect((await getBillPayment(billing, payables.request, both.id)).data?.updated_at).not.toBe(rest.updated_at)
    // Unchanged entries are not reposted.
    const entries = (await allEntries(billing, payables.request)).length
    expect(await apply('BILL', [bill.id], ['team=Field'])).toMatchObject({ posting: 'posted' })
    expect(tagsOf(await remove('BILL', [bill.id], ['team=Shop']))).toEqual([[bill.id, ['fund=A', 'team=Field']]])
    expect(await allEntries(billing, payables.request)).toHaveLength(entries)
    await remove('BILL', [bill.id], ['team=Field'])
    // With its Idempotency-Key the first response is replayed, and nothing is reposted.
    expect(await apply('BILL', [bill.id], ['team=Field', 'fund=A'], { key: 'tag once' })).toEqual(first)
    expect((await linesOf(bill.id))[0]?.[1]).toBe('Cr ACCOUNTS_PAYABLE 150 fund=A')
    expect(await versionsOf(bill.id)).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 2],
      [5, 1],
    ])
    const { data } = await getBill(billing, payables.request, bill.id)
    expect(data?.transaction_tags).toMatchObject([tag('fund=A')])
    expect(data?.line_items?.[0]?.transaction_tags).toMatchObject([tag('team=Shop')])
  })
})

test('a payment has its tags after those of the bills it pays and of its allocations; a credit has them after its lines’', async () => {
  const bill = await makeBill(billing, payables, { tags: [tag('team=Field')] })
  const payment = await makePayment(billing, payables, {
    allocations: [{ bill_id: bill.id, amount: 60, tags: [tag('place=There')] }],
  })
  await apply('BILL_PAYMENT', [payment.id], ['team=Payers', 'place=Here', 'season=Spring'])
  expect((await linesOf(payment.id))[1]).toEqual([
    'CASH',
    'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 40 place=Here season=Spring team=Payers',
    'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 60 place=There season=Spring team=Field',
    'Dr OPERATING_EXPENSES 60 place=There season=Spring team=Field',
    'Dr VENDOR_PREPAYMENTS 40 place=Here season=Spring team=Payers',
  ])
  expect(await versionsOf(payment.id)).toEqual([
    [1, 0],
    [2, 3],
  ])
  expect(await versionsOf(bill.id)).toHaveLength(2)
  const credit = await makeCredit(billing, payables, {
    line_items: [creditLine(30), creditLine(20, { account_identifier: GOODS, tags: [tag('team=Shop')] })],
  })
  await apply('VENDOR_CREDIT', [credit.id], ['team=Field'])
  expect(await linesOf(credit.id)).toEqual([
    ['ACCRUAL', 'Cr COGS 20 team=Shop', 'Cr OPERATING_EXPENSES 30 team=Field', 'Dr ACCOUNTS_PAYABLE 50 team=Field'],
  ])
  await remove('VENDOR_CREDIT', [credit.id], ['team=Field'])
  expect((await linesOf(credit.id))[0]).toContain('Dr ACCOUNTS_PAYABLE 50')
  expect(await versionsOf(credit.id)).toEqual([
    [1, 0],
    [2, 1],
    [3, 0],
  ])
})

/** A refund with one payment, if any, of its own. */
async function refundOf({ request }: TestReceivables, given: RefundOfManyGiven) {
  const { data } = await createRefund(billing, request, refundInput(given))
  return { id: data?.id ?? '', payments: (data?.payments ?? []).map(({ id = '' }) => ({ id })) }
}

const CARD = { method: 'CREDIT_CARD', processor: 'STRIPE' }

/** All that is outstanding, by default, on 30 January 2026. */
async function writeOffOf({ request }: TestReceivables, { id }: { id: string }, amount?: number, tags: string[] = []) {
  const { data } = await writeOffInvoice(billing, request, {
    invoice_id: id,
    write_off_at: '2026-01-30T12:00:00Z',
    ...(amount === undefined ? {} : { amount }),
    tags: tags.map(tag),
  })
  return data
}

/** An invoice of 100, of which 60 was paid by card, 20 of that refunded, both paid out, with 7 of something else, and the rest written off. */
async function settledInvoice(of: TestReceivables, line_items = [invoiceLine(100)]) {
  const invoice = await makeInvoice(billing, of, { line_items })
  const payment = await payFor(billing, of, invoice, 60, { ...CARD, fee: 2 })
  const refund = await refundOf(of, {
    allocations: [{ invoice_id: invoice.id, total_amount: 20 }],
    payments: [{ ...CARD, refunded_amount: 20 }],
  })
  const payout = await makePayout(billing, of, {
    paid_out_amount: 44,
    fee: 1,
    payments: [payment],
    refund_payments: refund.payments,
    other_transactions: [{ amount: 7, tags: [tag('place=Far')] }],
  })
  const writeOff = await writeOffOf(of, invoice)
  const [refundPayment] = refund.payments
  return { invoice, payment, refund, refundPayment, payout, writeOff }
}

/** What the payout of a settled invoice posts, with these tags on its fee, on its other transaction and on its members. */
const payoutLines = (tags: { own: string; ofOther: string; ofPayment: string; ofRefund: string }) => [
  'BOTH',
  `Cr OTHER_INCOME 7 ${tags.ofOther}`,
  `Cr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 58 ${tags.ofPayment}`,
  `Cr UNDEPOSITED_FUNDS 1 ${tags.own}`,
  `Cr UNDEPOSITED_FUNDS 20 ${tags.ofRefund}`,
  `Dr PAYMENT_PROCESSING_FEES 1 ${tags.own}`,
  `Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 20 ${tags.ofRefund}`,
  `Dr UNDEPOSITED_FUNDS 58 ${tags.ofPayment}`,
  `Dr UNDEPOSITED_FUNDS 7 ${tags.ofOther}`,
]

type Thing = { id?: string | undefined } | null | undefined
const idIn = (thing: Thing) => thing?.id ?? ''

describe('an invoice', () => {
  test('is reposted with its write-offs, payments, refunds and payouts', async () => {
    const of = await somebody()
    const settled = await settledInvoice(of)
    const { invoice, payment, refund, refundPayment, payout, writeOff } = settled
    const before = (await allEntries(billing, of.request)).length
    expect(await apply('INVOICE', [invoice.id], ['fund=A'], { payables: of })).toMatchObject({ posting: 'posted' })
    const lines = (thing: Thing) => linesOf(idIn(thing), of.request)
    expect(await lines(invoice)).toEqual([['ACCRUAL', 'Cr SALES 100 fund=A', 'Dr ACCOUNTS_RECEIVABLE 100 fund=A']])
    expect(await lines(writeOff)).toEqual([['ACCRUAL', 'Cr ACCOUNTS_RECEIVABLE 40 fund=A', 'Dr BAD_DEBT 40 fund=A']])
    expect(await lines(payment)).toEqual([
      [
        'ACCRUAL',
        'Cr ACCOUNTS_RECEIVABLE 60 fund=A',
        'Dr PAYMENT_PROCESSING_FEES 2 fund=A',
        'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 58 fund=A',
      ],
      [
        'CASH',
        'Cr SALES 60 fund=A',
        'Dr PAYMENT_PROCESSING_FEES 2 fund=A',
        'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 58 fund=A',
      ],
    ])
    expect(await lines(refund)).toEqual([
      ['ACCRUAL', 'Cr REFUND_LIABILITIES 20 fund=A', 'Dr RETURNS_ALLOWANCES 20 fund=A'],
    ])
    expect(await lines(refundPayment)).toEqual([
      ['ACCRUAL', 'Cr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 20 fund=A', 'Dr REFUND_LIABILITIES 20 fund=A'],
      ['CASH', 'Cr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 20 fund=A', 'Dr RETURNS_ALLOWANCES 20 fund=A'],
    ])
    const paidOut = [
      'BOTH',
      'Cr OTHER_INCOME 7 place=Far',
      'Cr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 58 fund=A',
      'Cr UNDEPOSITED_FUNDS 1',
      'Dr PAYMENT_PROCESSING_FEES 1',
      'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 20 fund=A',
      'Dr UNDEPOSITED_FUNDS 38 fund=A',
      'Dr UNDEPOSITED_FUNDS 7 place=Far',
    ]
    expect(await lines(payout)).toEqual([paidOut])
    // Eight entries of six documents, each reversed and reposted.
    expect(await allEntries(billing, of.request)).toHaveLength(before + 2 * 8)
    const versions = async (one: Thing) => (await announced(billing, idIn(one))).map(({ data }) => data.version)
    expect(await versions(payout)).toEqual([1, 2])
    expect(await versions(payment)).toEqual([1, 2, 3])
    expect(await versions(refund)).toEqual([1, 2, 3])
    expect(await versions(refundPayment)).toEqual([1, 2, 3])
  })

  test('that does not change is not reposted, nor are documents on it; its prepaid parts and credit are', async () => {
    const of = await somebody()
    const line_items = [invoiceLine(100, { prepayment_account_identifier: DEPOSITS })]
    const invoice = await makeInvoice(billing, of, {
      line_items,
      sent_at: '2026-02-10T12:00:00Z',
      tags: [tag('team=Field')],
    })
    const payment = await payFor(billing, of, invoice, 60)
    const entries = (await allEntries(billing, of.request)).length
    expect(await apply('INVOICE', [invoice.id], ['team=Field'], { payables: of })).toMatchObject({ posting: 'posted' })
    expect(await versionsOf(payment.id)).toHaveLength(1)
    expect(await allEntries(billing, of.request)).toHaveLength(entries)
    const allUnder = async (tags: string, count: number) => {
      const lines = (await linesOf(payment.id, of.request)).flatMap(([, ...rest]) => rest)
      expect(lines).toHaveLength(count)
      expect(lines.filter((one) => !one.endsWith(` 60 ${tags}`))).toEqual([])
    }
    await apply('INVOICE', [invoice.id], ['place=Here'], { payables: of })
    await allUnder('place=Here team=Field', 8)
    await voidInvoice(billing, of.request, { invoice_id: invoice.id, move_payments_to_credit: true })
    await apply('INVOICE_PAYMENT', [payment.id], ['season=Spring'], { payables: of })
    await allUnder('place=Here season=Spring team=Field', 8)
  })

  test('leaves the tags of other invoices on a refund of several, and other write-offs as they are', async () => {
    const of = await somebody()
    const [one, other] = [
      await makeInvoice(billing, of, { tags: [tag('team=One')] }),
      await makeInvoice(billing, of, { tags: [tag('team=Other')] }),
    ]
    const payment = await makeInvoicePayment(billing, of, {
      allocations: [one, other].map(({ id }) => ({ invoice_id: id, amount: 50 })),
    })
    const refund = await refundOf(of, { allocations: [{ invoice_payment_id: payment.id, total_amount: 20 }] })
    const writeOffs = [await writeOffOf(of, one, 10), await writeOffOf(of, one, 20, ['place=There'])]
    await apply('INVOICE', [one.id], ['place=Here'], { payables: of })
    expect(await linesOf(refund.id, of.request)).toEqual([
      [
        'ACCRUAL',
        'Cr REFUND_LIABILITIES 10 place=Here team=One',
        'Cr REFUND_LIABILITIES 10 team=Other',
        'Dr RETURNS_ALLOWANCES 10 place=Here team=One',
        'Dr RETURNS_ALLOWANCES 10 team=Other',
      ],
    ])
    await apply('INVOICE_WRITE_OFF', [idIn(writeOffs[0])], ['season=Spring'], { payables: of })
    const { write_offs } = await invoiceNow(billing, of, one)
    expect(write_offs.map(({ transaction_tags }) => transaction_tags.map(({ value }) => value))).toEqual([
      ['Spring'],
      ['There'],
    ])
  })
})

describe('a line item of an invoice', () => {
  test('has its tags before those of the invoice, also in what payments and refunds recognize of it; its invoice changes once', async () => {
    const of = await somebody()
    const line_items = [invoiceLine(100), invoiceLine(50), invoiceLine(30)]
    const invoice = await makeInvoice(billing, of, { line_items, tags: [tag('team=Field')] })
    const other = await makeInvoice(billing, of)
    const payment = await payFor(billing, of, invoice, 18, CARD)
    const refund = await refundOf(of, {
      allocations: [{ invoice_id: invoice.id, total_amount: 18 }],
      payments: [{ ...CARD, refunded_amount: 18 }],
    })
    const payout = await makePayout(billing, of, { paid_out_amount: 18, payments: [payment] })
    const before = await linesOf(payout.id, of.request)
    const ids = [invoice.line_items[2], other.line_items[0], invoice.line_items[0]].map(idIn)
    expect(
      await refusals(apply('INVOICE_LINE_ITEM', ids, ['team=Shop', 'fund=A', 'team=Field'], { payables: of })),
    ).toEqual([
      ['BalancingTagViolation', 'key_values.1'],
      ['DuplicateTagDimension', 'key_values.2'],
    ])
    const answer = await apply('INVOICE_LINE_ITEM', ids, ['team=Shop'], { payables: of })
    expect(answer).toMatchObject({ posting: 'posted' })
    expect(tagsOf(answer)).toEqual(ids.map((id) => [id, ['team=Shop']]))
    expect(await linesOf(invoice.id, of.request)).toEqual([
      ['ACCRUAL', 'Cr SALES 130 team=Shop', 'Cr SALES 50 team=Field', 'Dr ACCOUNTS_RECEIVABLE 180 team=Field'],
    ])
    expect((await linesOf(payment.id, of.request))[1]).toEqual([
      'CASH',
      'Cr SALES 13 team=Shop',
      'Cr SALES 5 team=Field',
      'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 18 team=Field',
    ])
    expect((await linesOf(idIn(refund.payments[0]), of.request))[1]).toEqual([
      'CASH',
      'Cr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 18 team=Field',
      'Dr RETURNS_ALLOWANCES 13 team=Shop',
      'Dr RETURNS_ALLOWANCES 5 team=Field',
    ])
    expect(await linesOf(payout.id, of.request)).toEqual(before)
    const now = await invoiceNow(billing, of, invoice)
    expect(now.line_items.map(({ transaction_tags }) => transaction_tags.length)).toEqual([1, 0, 1])
    expect(await versionsOf(invoice.id)).toHaveLength(4)
    expect(await versionsOf(other.id)).toHaveLength(2)
    await apply('INVOICE_LINE_ITEM', ids, ['team=Shop'], { payables: of })
    expect(await versionsOf(other.id)).toHaveLength(2)
  })

  test('whose tag is archived is paid and voided once another one is there instead', async () => {
    const of = await somebody()
    const line_items = [invoiceLine(100, { tags: [tag('team=Gone')] })]
    const invoice = await makeInvoice(billing, of, { line_items })
    const [line] = invoice.line_items
    const payment = await payFor(billing, of, invoice, 30)
    const refund = await refundOf(of, { allocations: [{ invoice_payment_id: payment.id, total_amount: 10 }] })
    await archiveTag(billing, of.request, line?.transaction_tags[0]?.definition_id ?? '')
    await announceArchived(line?.transaction_tags[0], of)
    const voiding = { invoice_id: invoice.id, move_payments_to_credit: true }
    expect(await refusals(payFor(billing, of, invoice, 20))).toEqual([['TagValueArchived', undefined]])
    expect(await refusals(voidInvoice(billing, of.request, voiding))).toEqual([['TagValueArchived', undefined]])
    const place = { payables: of }
    // Once, though the invoice, its payment and its refund all have it.
    expect(await refusals(apply('INVOICE_LINE_ITEM', [idIn(line)], ['place=Here'], place))).toEqual([
      ['TagValueArchived', undefined],
    ])
    await remove('INVOICE_LINE_ITEM', [idIn(line)], ['team=Gone'], place)
    expect((await linesOf(payment.id, of.request))[1]).toEqual(['CASH', 'Cr SALES 30', 'Dr UNDEPOSITED_FUNDS 30'])
    expect((await linesOf(refund.id, of.request))[0]).toContain('Dr RETURNS_ALLOWANCES 10')
    await voidInvoice(billing, of.request, voiding)
    expect(await linesOf(invoice.id, of.request)).toEqual([])
  })
})

test('a write-off, a payment, a refund and a payout have their tags after those of what they are of, and payouts follow', async () => {
  const of = await somebody()
  const { invoice, payment, refund, refundPayment, payout, writeOff } = await settledInvoice(of)
  const place = { payables: of }
  const lines = (thing: Thing) => linesOf(idIn(thing), of.request)
  await apply('INVOICE', [invoice.id], ['team=Field'], place)
  const before = (await allEntries(billing, of.request)).length
  expect(await apply('INVOICE_WRITE_OFF', [idIn(writeOff)], ['team=Shop', 'fund=A'], place)).toMatchObject({
    posting: 'posted',
  })
  expect(await lines(writeOff)).toEqual([
    ['ACCRUAL', 'Cr ACCOUNTS_RECEIVABLE 40 fund=A team=Field', 'Dr BAD_DEBT 40 fund=A team=Field'],
  ])
  // Nothing else is reposted.
  expect(await allEntries(billing, of.request)).toHaveLength(before + 2)
  expect(await apply('INVOICE_PAYMENT', [payment.id], ['team=Payers', 'place=Here'], place)).toMatchObject({
    posting: 'posted',
  })
  const ofPayment = 'place=Here team=Field'
  expect((await lines(payment))[1]).toEqual([
    'CASH',
    `Cr SALES 60 ${ofPayment}`,
    `Dr PAYMENT_PROCESSING_FEES 2 ${ofPayment}`,
    `Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 58 ${ofPayment}`,
  ])
  expect(await apply('REFUND', [refund.id], ['team=Payers', 'place=There'], place)).toMatchObject({ posting: 'posted' })
  const ofRefund = 'place=There team=Field'
  expect(await lines(refund)).toEqual([
    ['ACCRUAL', `Cr REFUND_LIABILITIES 20 ${ofRefund}`, `Dr RETURNS_ALLOWANCES 20 ${ofRefund}`],
  ])
  expect((await lines(refundPayment))[1]).toEqual([
    'CASH',
    `Cr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 20 ${ofRefund}`,
    `Dr RETURNS_ALLOWANCES 20 ${ofRefund}`,
  ])
  expect(await apply('PAYOUT', [payout.id], ['season=Spring'], place)).toMatchObject({ posting: 'posted' })
  const ofPayout = { own: 'season=Spring', ofOther: 'place=Far season=Spring', ofPayment, ofRefund }
  expect(await lines(payout)).toEqual([payoutLines(ofPayout)])
  const versions = async (one: Thing) => (await versionsOf(idIn(one))).length
  // Created, written off, tagged, and its write-off tagged; besides payments and refunds.
  expect(await versions(invoice)).toBe(6)
  expect([await versions(payment), await versions(refund), await versions(refundPayment)]).toEqual([4, 4, 4])
  // With its invoice, with each of its members, and its own.
  expect(await versionsOf(payout.id)).toEqual([1, 2, 3, 4, 5].map((version) => [version, version === 5 ? 1 : 0]))
  await remove('PAYOUT', [payout.id], ['season=Spring'], place)
  expect((await lines(payout))[0]).toContain('Dr UNDEPOSITED_FUNDS 7 place=Far')
})

test('many, expenses too, with a payment that they share, are all tagged, or none', async () => {
  const bills = [await makeBill(billing, payables), await makeBill(billing, payables, { tags: [tag('team=Shop')] })]
  const expense = await makeExpense(billing, payables)
  const payment = await makePayment(billing, payables, {
    amount: 200,
    allocations: bills.map(({ id }) => ({ bill_id: id, amount: 100 })),
  })
  const ids = [...bills, expense].map(({ id }) => id)
  expect(await refusals(apply('BILL', ids, ['team=Field']))).toEqual([['DuplicateTagDimension', 'entity_ids.1']])
  expect(await refusals(apply('BILL', [...ids, randomUUID(), 'x'], ['team=Field']))).toEqual([
    ['EntityNotFound', 'entity_ids.3'],
    ['EntityNotFound', 'entity_ids.4'],
  ])
  expect(await versionsOf(expense.id)).toHaveLength(1)
  expect(tagsOf(await apply('BILL', ids, ['place=Here']))).toEqual([
    [ids[0], ['place=Here']],
    [ids[1], ['place=Here', 'team=Shop']],
    [ids[2], ['place=Here']],
  ])
  expect(await linesOf(expense.id)).toEqual([
    ['BOTH', 'Cr CASH 100 place=Here', 'Dr OPERATING_EXPENSES 100 place=Here'],
  ])
  expect((await linesOf(payment.id))[1]).toEqual([
    'CASH',
    'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 100 place=Here',
    'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 100 place=Here team=Shop',
    'Dr OPERATING_EXPENSES 100 place=Here',
    'Dr OPERATING_EXPENSES 100 place=Here team=Shop',
  ])
  expect(await versionsOf(payment.id)).toHaveLength(2)
})

/** As the ledger's event does. */
const announceArchived = (
  carried?: { definition_id: string; dimension_id: string; value: string },
  { request }: Pick<TestPayables, 'request'> = payables,
) =>
  billing.db.transact(request, (tx) =>
    takeInFacts(tx, [
      {
        businessId: request.businessId,
        business: undefined,
        accounts: [],
        dimensions: [],
        values: [
          {
            id: carried?.definition_id ?? '',
            dimensionId: carried?.dimension_id ?? '',
            value: carried?.value ?? '',
            displayName: null,
            archivedAt: new Date(),
            version: 2,
          },
        ],
      },
    ]),
  )

describe('what is refused', () => {
  test('is reported by its field', async () => {
    const { id } = await makeVendor(billing, payables.request)
    const tag = (type: string, ids: readonly string[], tags: readonly string[]) =>
      refusals(applyTags(billing, payables.request, tagging(type, ids, tags)))
    expect(await tag('BANK_ACCOUNT', [id], ['a=b'])).toEqual([['InvalidPayload', 'entity_type']])
    expect(await tag('constructor', [id], ['a=b'])).toEqual([['InvalidPayload', 'entity_type']])
    expect(await tag('VENDOR', Array<string>(501).fill(id), ['a=b'])).toEqual([['InvalidPayload', 'entity_ids']])
    const many = Array.from({ length: 11 }, (_, index) => `k${index}=v`)
    expect(await tag('VENDOR', [id], many)).toEqual([['InvalidPayload', 'key_values']])
    expect(await tag('VENDOR', [id], ['team=Field', 'team=Shop'])).toEqual([['DuplicateTagDimension', 'key_values.1']])
  })

  describe('of another type or another business', () => {
    let other: TestPayables
    let theirs: Record<Type, string>
    beforeAll(async () => {
      other = await openPayables(billing)
      const bill = await makeBill(billing, other)
      const customer = await anotherCustomer(billing, { ...other, contactId: '' })
      const invoice = await makeInvoice(billing, customer)
      theirs = {
        VENDOR: other.contactId,
        BILL: bill.id,
        BILL_PAYMENT: (await payBill(billing, other, bill, 10)).id,
        VENDOR_CREDIT: (await makeCredit(billing, other)).id,
        CUSTOMER: (await makeCustomer(billing, other.request)).id,
        INVOICE: invoice.id,
        INVOICE_LINE_ITEM: idIn(invoice.line_items[0]),
        INVOICE_WRITE_OFF: idIn(await writeOffOf(customer, invoice, 10)),
        INVOICE_PAYMENT: (await payFor(billing, customer, invoice, 10)).id,
        REFUND: (await refundOf(customer, { allocations: [{ invoice_id: invoice.id }] })).id,
        PAYOUT: (await makePayout(billing, other)).id,
      }
    })

    test.each(TYPES)('%s is unknown', async (type) => {
      expect(await refusals(apply(type, [theirs[type]], ['team=Field']))).toEqual([['EntityNotFound', 'entity_ids.0']])
      const ofOtherTypes = Object.values(theirs).filter((id) => id !== theirs[type])
      expect(await refusals(remove(type, ofOtherTypes, ['team=Field'], { payables: other }))).toEqual(
        ofOtherTypes.map((_, index) => ['EntityNotFound', `entity_ids.${index}`]),
      )
      expect(tagsOf(await apply(type, [theirs[type]], ['team=Field'], { payables: other }))).toEqual([
        [theirs[type], ['team=Field']],
      ])
    })
  })

  test('void and deleted documents keep their tags', async () => {
    const bill = await makeBill(billing, payables)
    const payment = await makePayment(billing, payables)
    const credit = await makeCredit(billing, payables)
    const { contactId } = await anotherCustomer(billing, { ...payables, contactId: '' })
    const invoice = await makeInvoice(billing, { ...payables, contactId })
    const written = await makeInvoice(billing, { ...payables, contactId })
    const undone = await writeOffOf({ ...payables, contactId }, written)
    await undoWriteOff(billing, payables.request, { invoice_id: written.id, write_off_id: idIn(undone) })
    await voidInvoice(billing, payables.request, { invoice_id: invoice.id, move_payments_to_credit: false })
    await voidBill(billing, payables.request, bill.id)
    await deleteBillPayment(billing, payables.request, payment.id)
    await deleteVendorCredit(billing, payables.request, credit.id)
    const received = await makeInvoicePayment(billing, { ...payables, contactId })
    await deleteInvoicePayment(billing, payables.request, received.id)
    const kept: [change: typeof apply, type: Type, id: string, error: string][] = [
      [apply, 'INVOICE_PAYMENT', received.id, 'DocumentDeleted'],
      [apply, 'BILL', bill.id, 'BillVoided'],
      [remove, 'INVOICE', invoice.id, 'InvoiceVoided'],
      [apply, 'INVOICE_LINE_ITEM', idIn(invoice.line_items[0]), 'InvoiceVoided'],
      [apply, 'INVOICE_WRITE_OFF', idIn(undone), 'DocumentDeleted'],
      [apply, 'BILL_PAYMENT', payment.id, 'DocumentDeleted'],
      [remove, 'VENDOR_CREDIT', credit.id, 'DocumentDeleted'],
    ]
    for (const [change, type, id, error] of kept)
      expect([type, await refusals(change(type, [id], ['team=Field']))]).toEqual([type, [[error, 'entity_ids.0']]])
  })

  test('an archived tag is put on nothing, and blocks reposting until it is taken off', async () => {
    const bill = await makeBill(billing, payables, { tags: [tag('season=Autumn')] })
    const payment = await payBill(billing, payables, bill, 100)
    await archiveTag(billing, payables.request, bill.transaction_tags[0]?.definition_id ?? '')
    expect(await refusals(apply('VENDOR', [payables.contactId], ['season=Autumn']))).toEqual([
      ['TagValueArchived', 'key_values.0'],
    ])
    // Whether or not its event has arrived by then.
    expect(await refusals(apply('BILL', [bill.id], ['team=Field']))).toEqual([['TagValueArchived', 'entity_ids.0']])
    await announceArchived(bill.transaction_tags[0])
    expect(await refusals(apply('BILL', [bill.id], ['team=Field']))).toEqual([['TagValueArchived', undefined]])
    await remove('BILL', [bill.id], ['season=Autumn'])
    expect(await linesOf(bill.id)).toEqual([['ACCRUAL', 'Cr ACCOUNTS_PAYABLE 100', 'Dr OPERATING_EXPENSES 100']])
    expect((await linesOf(payment.id))[1]).toEqual([
      'CASH',
      'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 100',
      'Dr OPERATING_EXPENSES 100',
    ])
  })

  test('an archived account blocks it, too; in a closed period all is reposted at the first open instant', async () => {
    const own = await openPayables(billing)
    const bill = await makeBill(billing, own, { line_items: [line(10, { account_identifier: CHARITY })] })
    const other = await makeBill(billing, own)
    await archiveAccount(billing, own.request, CHARITY.stable_name)
    expect(await refusals(apply('BILL', [bill.id], ['team=Field'], { payables: own }))).toEqual([
      ['AccountArchived', undefined],
    ])
    await closeBooks(billing, own.request, '2026-02-01')
    await apply('BILL', [other.id], ['team=Field'], { payables: own })
    expect(await standingEntries(billing, own.request, other.id)).toMatchObject([
      {
        at: '2026-02-02T00:00:00.000Z',
        lines: ['Cr ACCOUNTS_PAYABLE 100 team=Field', 'Dr OPERATING_EXPENSES 100 team=Field'],
      },
    ])
  })
})

/** Repeated until it is done: each of these requests changes what the others have to query, so some get a retryable refusal. */
const insisting = async (act: () => Promise<unknown>): Promise<void> => {
  while (JSON.stringify(await refusals(act())).includes('VersionConflict'));
}

test('a bill and its payment, tagged concurrently during further payments, end as if serialized', async () => {
  const changes = await changesOn(billing, payables, ['ACCOUNTS_PAYABLE', 'OPERATING_EXPENSES'])
  const bill = await makeBill(billing, payables, { line_items: [line(1_000)] })
  const payment = await payBill(billing, payables, bill, 100)
  const done = await Promise.all([
    ...['a', 'b'].map((key) => insisting(() => apply('BILL', [bill.id], [`${key}=1`]))),
    insisting(() => apply('BILL_PAYMENT', [payment.id], ['d=1'])),
    insisting(() => payBill(billing, payables, bill, 100)),
  ])
  expect(done).toHaveLength(4)
  const onBill = 'a=1 b=1'
  expect(await linesOf(bill.id)).toEqual([
    ['ACCRUAL', `Cr ACCOUNTS_PAYABLE 1000 ${onBill}`, `Dr OPERATING_EXPENSES 1000 ${onBill}`],
  ])
  expect((await linesOf(payment.id))[0]).toEqual([
    'ACCRUAL',
    `Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 100 ${onBill} d=1`,
    `Dr ACCOUNTS_PAYABLE 100 ${onBill} d=1`,
  ])
  expect(await changes()).toEqual({ ACCOUNTS_PAYABLE: [800, 0], OPERATING_EXPENSES: [1_000, 200] })
})

test('an invoice and its documents, tagged concurrently, never deadlock, and end as if serialized', async () => {
  const of = await somebody()
  const { invoice, payment, refund, payout, refundPayment } = await settledInvoice(of)
  const further = await makeInvoice(billing, of, { line_items: [invoiceLine(1_000)] })
  const ids = [further.id, invoice.id]
  const both = await makeInvoicePayment(billing, of, { allocations: [{ invoice_id: further.id, amount: 100 }] })
  const before = await deadlocksIn(admin)
  const place = { payables: of }
  await Promise.all([
    ...['a', 'b'].map((key, n) => insisting(() => apply('INVOICE', n ? ids : ids.toReversed(), [`${key}=1`], place))),
    insisting(() => apply('INVOICE_PAYMENT', [payment.id, both.id], ['c=1'], place)),
    insisting(() => apply('REFUND', [refund.id], ['e=1'], place)),
    insisting(() => apply('PAYOUT', [payout.id], ['g=1'], place)),
  ])
  expect((await deadlocksIn(admin)) - before).toBe(0)
  const [onPayment, onRefund] = ['a=1 b=1 c=1', 'a=1 b=1 e=1']
  expect((await linesOf(both.id, of.request))[0]).toEqual([
    'ACCRUAL',
    `Cr ACCOUNTS_RECEIVABLE 100 ${onPayment}`,
    `Dr UNDEPOSITED_FUNDS 100 ${onPayment}`,
  ])
  expect((await linesOf(idIn(refundPayment), of.request))[0]).toEqual([
    'ACCRUAL',
    `Cr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 20 ${onRefund}`,
    `Dr REFUND_LIABILITIES 20 ${onRefund}`,
  ])
  const onPayout = { own: 'g=1', ofOther: 'g=1 place=Far', ofPayment: onPayment, ofRefund: onRefund }
  expect(await linesOf(payout.id, of.request)).toEqual([payoutLines(onPayout)])
})
