/**
 * How refusals of payables and receivables come to a caller. Which there are is proved where they are decided: in
 * billing-svc, by the tests of its use cases.
 */
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  billed,
  moneyOut,
  newClient,
  Payables,
  payablesOf,
  payablesOperations,
  Receivables,
  receivablesOf,
  receivablesOperations,
  sold,
  Tagging,
  target,
  type Answer,
  type BankTransaction,
  type Call,
  type OperationId,
  type PayablesIds,
  type ReceivablesIds,
  type TestClient,
  sayRefused,
} from './src/index.ts'
import { untouched } from './src/untouched.ts'

const MAX = Number.MAX_SAFE_INTEGER
const NOBODY = '00000000-0000-4000-8000-000000000000'
const january = '2026-01-15T12:00:00Z'
const line_items = [billed('COGS', 1)]

let client: TestClient
/** One business that has everything of both. */
let payables: Payables
let receivables: Receivables
let ids: PayablesIds & ReceivablesIds

beforeAll(async () => {
  client = await newClient(target(), 'documents-refusals')
  const books = await client.books()
  payables = new Payables(books)
  receivables = new Receivables(books)
  ids = { ...(await payablesOf(payables, 'all')), ...(await receivablesOf(receivables, 'all')) }
})

const nobody: PayablesIds & ReceivablesIds = {
  ...{ vendor: NOBODY, bill: NOBODY, lineItem: NOBODY, expense: NOBODY, billPayment: NOBODY },
  ...{ vendorCredit: NOBODY, creditAllocation: NOBODY, vendorRefund: NOBODY, billPosting: NOBODY },
  ...{ customer: NOBODY, invoice: NOBODY, invoiceLineItem: NOBODY, invoicePayment: NOBODY, invoiceAllocation: NOBODY },
  ...{ writeOff: NOBODY, refund: NOBODY, refundAllocation: NOBODY, refundPayment: NOBODY, payout: NOBODY },
  invoicePosting: NOBODY,
}

const operationsOn = (known: () => PayablesIds & ReceivablesIds): [OperationId, () => Call][] => [
  ...payablesOperations(known),
  ...receivablesOperations(known),
]

type Refused = { status: number; error_enum: string; field?: string }

const expectRefusal = ({ operationId, refusal }: Answer<unknown>, expected: Refused): void =>
  expect([operationId, refusal]).toEqual([operationId, expected])

describe('what is not there', () => {
  test('is unknown by its id to every operation', async () => {
    const { api } = payables.books
    const names = (operationId: OperationId): Record<string, string> => ({
      vendorId: 'VendorNotFound',
      billId: 'BillNotFound',
      paymentId: operationId.includes('Bill') ? 'BillPaymentNotFound' : 'InvoicePaymentNotFound',
      vendorCreditId: 'VendorCreditNotFound',
      vendorRefundId: 'VendorRefundNotFound',
      allocationId: 'AllocationNotFound',
      customerId: 'CustomerNotFound',
      invoiceId: 'InvoiceNotFound',
      writeOffId: 'WriteOffNotFound',
      refundId: 'RefundNotFound',
      payoutId: 'PayoutNotFound',
    })
    await untouched(payables.books, async () => {
      for (const [operationId, call] of operationsOn(() => nobody)) {
        const { path = {}, ...rest } = call()
        // Where an operation names two things, the other one is there.
        const there = { invoiceId: ids.invoice, writeOffId: ids.writeOff }
        for (const field of Object.keys(path))
          for (const id of [NOBODY, 'nonsense'])
            expectRefusal(await api.call(operationId, { ...rest, path: { ...there, [field]: id } }), {
              status: 404,
              error_enum: names(operationId)[field] ?? '',
              field,
            })
      }
    })
  })

  test('is not found by a cursor of something else, or half a filter', async () => {
    const { api } = payables.books
    const withTags: OperationId[] = [
      ...(['listVendors', 'listBills', 'listBillPayments', 'listVendorCredits', 'listVendorRefunds'] as const),
      ...(['listCustomers', 'listInvoices', 'listInvoicePayments', 'listRefunds', 'listPayouts'] as const),
    ]
    for (const operationId of [...withTags, 'listRefundPayments'] as const)
      expectRefusal(await api.call(operationId, { query: { cursor: 'x' } }), {
        status: 400,
        error_enum: 'InvalidCursor',
        field: 'cursor',
      })
    for (const operationId of withTags)
      expectRefusal(await api.call(operationId, { query: { tag_key: 'store' } }), {
        status: 400,
        error_enum: 'MissingTagValues',
        field: 'tag_values',
      })
  })
})

test('a document is refused with the field that is wrong, and nothing is written', async () => {
  const bill = { vendor_id: ids.vendor, received_at: january, line_items }
  const invoice = { customer_id: ids.customer, sent_at: january, line_items: [sold('SALES', 1)] }
  await untouched(payables.books, async () => {
    expectRefusal(await payables.createBills([bill, { ...bill, vendor_id: NOBODY }]), {
      status: 404,
      error_enum: 'VendorNotFound',
      field: '1.vendor_id',
    })
    expectRefusal(await receivables.createInvoice({ ...invoice, customer_id: NOBODY }), {
      status: 404,
      error_enum: 'CustomerNotFound',
      field: 'customer_id',
    })
    expectRefusal(await payables.updateBill(ids.bill, { external_id: 'all expense' }), {
      status: 409,
      error_enum: 'DuplicateExternalId',
      field: 'external_id',
    })
    expectRefusal(await payables.allocate(ids.billPayment, { bill_id: ids.bill, amount: MAX }), {
      status: 422,
      error_enum: 'OverAllocated',
      field: 'amount',
    })
    expectRefusal(await receivables.voidInvoice(ids.invoice), {
      status: 422,
      error_enum: 'InvoiceHasPayments',
      field: 'move_payments_to_credit',
    })
  })
})

/** The transaction that the bank reports of a document, with the suggestion of it. */
async function suggested(banking: Banking, account: string, of: ReturnType<typeof moneyOut>) {
  const [transaction] = await banking.imported(account, [of])
  const id = transaction?.id ?? ''
  const matches = async (): Promise<BankTransaction['suggested_matches']> =>
    (await banking.transaction(id)).suggested_matches
  await waitFor('a suggestion', async () => (await matches()).length > 0)
  return { id, matchId: (await matches())[0]?.id ?? '' }
}

test('a document that the bank has reported is not taken from under it', async () => {
  const own = new Payables(await client.books())
  const banking = new Banking(own.books)
  const account = await banking.account('checking')
  const payee = await own.vendor('payee')
  const expense = await own.spent('ACH', [billed('COGS', 4_321)], { paid_at: january })
  const payment = await own.paid(1_234, [], { vendor_id: payee.id, paid_at: january })
  for (const reported of [moneyOut('first', 4_321), moneyOut('second', 1_234)]) {
    const { id, matchId } = await suggested(banking, account.id, reported)
    expect((await banking.match(id, matchId)).status).toBe(200)
  }
  await untouched(own.books, async () => {
    for (const answer of [
      await own.updateBill(expense.id, { method: 'CASH' }),
      await own.voidBill(expense.id),
      await own.deletePayment(payment.id),
    ])
      expect(answer.refusal).toMatchObject({ status: 422, error_enum: 'DocumentMatched' })
  })
})

test('a payment is not matched with a tag that is applied no more', async () => {
  const own = new Payables(await client.books())
  const banking = new Banking(own.books)
  const account = await banking.account('checking')
  const payee = await own.vendor('payee')
  const tags = [{ key: 'shop', value: 'one' }]
  const payment = await own.paid(77, [], { vendor_id: payee.id, paid_at: january, tags })
  const { id, matchId } = await suggested(banking, account.id, moneyOut('out', 77))
  await new Tagging(own.books).updateValue(payment.transaction_tags[0]?.definition_id ?? '', { is_archived: true })
  expect((await banking.match(id, matchId)).refusal).toMatchObject({ status: 422, error_enum: 'TagValueArchived' })
  expect((await banking.transaction(id)).categorizationStatus).toBe('READY_FOR_INPUT')
})

test('what the journal has no room for is no document; a posting that the ledger refused holds up its own', async () => {
  const own = new Payables(await client.books())
  const { api } = own.books
  const payee = await own.vendor('payee')
  const owed = (amount: number) =>
    own.createBill({ vendor_id: payee.id, received_at: january, line_items: [billed('COGS', amount)] })
  const first = await owed(MAX)
  expect([first.status, first.headers['pacioli-posting']]).toEqual([201, 'posted'])
  expect((await owed(MAX)).refusal).toMatchObject({ status: 422, error_enum: 'AmountOutOfRange' })
  await own.voidBill(first.body.data.id)
  const second = await owed(100)
  expect([second.status, second.headers['pacioli-posting']]).toEqual([201, 'posted'])
  const billId = second.body.data.id
  await sayRefused(target().postgresAdminUrl, 'billing', billId)
  expectRefusal(await own.updateBill(billId, { line_items }), { status: 409, error_enum: 'PostingFailed' })
  const [failed, ...others] = (await api.call('listPostings', { query: { status: 'FAILED' } })).body.data
  expect([failed, others]).toMatchObject([{ source_type: 'bill', source_id: billId }, []])
  const path = { postingId: failed?.id ?? '' }
  expect((await api.call('retryPosting', { path })).body.data).toMatchObject({ status: 'POSTED', source_id: billId })
  expect((await own.updateBill(billId, { line_items })).headers['pacioli-posting']).toBe('posted')
})

/** The last: nothing is written to the business from here on. */
test('an archived business is refused by every operation that writes, and read by all others', async () => {
  const { api } = payables.books
  await api.call('archiveBusiness')
  const rename = { path: { vendorId: ids.vendor }, body: { memo: 'No' } }
  await waitFor('the news to reach billing', async () => (await api.call('updateVendor', rename)).status === 422)
  await untouched(payables.books, async () => {
    for (const [operationId, call] of operationsOn(() => ids)) {
      const answer = await api.call(operationId, call())
      const { status } = answer
      const reads = api.contract.operation(operationId).method === 'GET'
      const told = status < 400 ? undefined : answer.refusal.error_enum
      expect([operationId, status, told]).toEqual([
        operationId,
        ...(reads ? [200, undefined] : [422, 'BusinessArchived']),
      ])
    }
    const taggable = [
      ...([
        ['VENDOR', ids.vendor],
        ['BILL', ids.bill],
        ['BILL_PAYMENT', ids.billPayment],
      ] as const),
      ...([
        ['VENDOR_CREDIT', ids.vendorCredit],
        ['CUSTOMER', ids.customer],
        ['INVOICE', ids.invoice],
      ] as const),
      ...([
        ['INVOICE_PAYMENT', ids.invoicePayment],
        ['REFUND', ids.refund],
        ['PAYOUT', ids.payout],
      ] as const),
    ]
    for (const operationId of ['applyTags', 'removeTags'] as const)
      for (const [entity_type, id] of taggable) {
        const body = { entity_type, entity_ids: [id], key_values: [{ key: 'all', value: 'all' }] }
        expect((await api.call(operationId, { body })).refusal).toMatchObject({ error_enum: 'BusinessArchived' })
      }
  })
})
