/** Whatever is thrown at an operation, it answers as documented and never fails. */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  contractOf,
  debitSideOf,
  moneyIn,
  moneyOut,
  newClient,
  Payables,
  payablesOf,
  Receivables,
  receivablesOf,
  sale,
  target,
  tasksOf,
  type Books,
  type OperationId,
  type TestClient,
} from './src/index.ts'
import { callsOf } from './src/garbage.ts'

const RUNS = 30
const operations = [...(await contractOf(target().baseUrl)).operations.values()]

/** Without it there are no tasks. */
const ENROLLED = { bookkeeping_enrolled: true }

let client: TestClient
let books: Books
let ids: Record<string, string[]>

/** Something of everything that a path can name. */
async function idsOf(of: Books): Promise<Record<string, string[]>> {
  const entry = await of.posted(sale(5))
  const banking = new Banking(of)
  const account = await banking.account('garbage')
  const transactions = await banking.imported(account.id, [moneyIn('a', 5), moneyOut('b', 7)])
  const rule = await banking.createRule({ name: 'x', conditions: { description_contains: 'x' }, category: 'SALES' })
  const payables = await payablesOf(new Payables(of), 'garbage')
  const receivables = await receivablesOf(new Receivables(of), 'garbage')
  return {
    provider: ['quickbooks'],
    businessId: [of.id],
    entryId: [entry.id],
    accountId: ['CASH', entry.line_items[0]?.account.id.id ?? ''],
    bankAccountId: [account.bank_account_id],
    externalAccountId: [account.id],
    transactionId: transactions.map(({ id }) => id),
    ruleId: [rule.body.data.id],
    vendorId: [payables.vendor],
    billId: [payables.bill, payables.expense],
    paymentId: [payables.billPayment, receivables.invoicePayment],
    vendorCreditId: [payables.vendorCredit],
    allocationId: [payables.creditAllocation],
    customerId: [receivables.customer],
    invoiceId: [receivables.invoice],
    writeOffId: [receivables.writeOff],
    refundId: [receivables.refund],
    payoutId: [receivables.payout],
    taskId: [(await tasksOf(of, 'garbage')).task],
  }
}

beforeAll(async () => {
  client = await newClient(target(), 'garbage')
  books = await client.books(ENROLLED)
  ids = await idsOf(books)
})

/** What would end the books, or the test: these get a business of their own. */
const DESTRUCTIVE = [
  ...['archiveBusiness', 'archiveBankAccount', 'archiveExternalAccount', 'deleteCategorizationRule'],
  ...['voidBill', 'deleteBillPayment', 'deleteVendorCredit', 'removeVendorCreditAllocation'],
  ...['voidInvoice', 'undoWriteOff'],
]

/** What was closed by chance would refuse most of what comes after it for that alone. */
const CLOSING = ['updateAccountingConfiguration', 'updateClientAccountingConfiguration'] as const

async function reopen(): Promise<void> {
  const path = { clientId: client.id, businessId: books.id }
  for (const operationId of CLOSING) await client.api.call(operationId, { path, body: { closing_date: null } })
}

test.each(operations)('$operationId', async (operation) => {
  const operationId = operation.operationId as OperationId
  const own = DESTRUCTIVE.includes(operationId) ? await idsOf(await client.books(ENROLLED)) : ids
  const isForm = operation.requestBody?.content['application/x-www-form-urlencoded'] !== undefined
  await fc.assert(
    fc.asyncProperty(callsOf(operation, own), async ({ headers, rawBody, ...call }) => {
      const type: Record<string, string> = isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
      const answer = await client.api.call(operationId, {
        ...call,
        headers: { ...type, ...headers },
        ...(rawBody === undefined ? {} : { rawBody }),
        isRandom: true,
      })
      expect(answer.status).toBeLessThan(500)
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 20_000 },
  )
  if (CLOSING.some((name) => name === operationId)) await reopen()
  if (operationId === 'updateBusiness') await books.api.call('updateBusiness', { body: ENROLLED })
})

describe('extreme values in the bodies of receivables', () => {
  const sales = { account_identifier: { type: 'StableName', stable_name: 'SALES' } }
  const account = { type: 'AccountId', id: '00000000-0000-4000-8000-000000000000' }
  const name = 'customer_external_id'
  /** Stands for the value in question. */
  const IT = '<it>'
  const items = (more: object = {}) => ({ line_items: [{ ...sales, unit_price: 1, ...more }], [name]: 'x' })
  const refunded = { line_items: [{ amount: IT }] }
  const taxes = [{ amount: IT, tax_account: { type: 'Tax_Name', name: 'CA' } }]
  const inCash = (more: object = {}) => ({ method: 'CASH', amount: 1, ...more })
  const paidOut = (more: object = {}) => ({ method: 'CASH', refunded_amount: 1, ...more })
  const fees = { refunded_payment_fees: [{ account, fee_amount: IT }] }
  const given = (allocation: object, ...payments: object[]) => ({
    allocations: [{ [name]: 'x', total_amount: 1, ...allocation }],
    payments,
  })
  const settled = (more: object = {}) => ({
    other_transactions: [{ ...sales, amount: 1, direction: 'CREDIT', ...more }],
  })

  /** What may be below zero is marked so. */
  const amounts: [OperationId, body: object, isSigned?: 'signed'][] = [
    ['createInvoice', items({ unit_price: IT }), 'signed'],
    ['createInvoice', items({ discount_amount: IT })],
    ['createInvoice', items({ sales_taxes: taxes }), 'signed'],
    ['createInvoice', items({ dedicated_refunds: [refunded] })],
    ['createInvoice', { ...items(), additional_sales_taxes: taxes }, 'signed'],
    ['createInvoice', { ...items(), additional_discount: IT }],
    ['createInvoice', { ...items(), tips: IT }],
    ['createInvoice', { ...items(), payments: [inCash({ amount: IT })] }],
    ['createInvoice', { ...items(), payments: [inCash({ fee: IT })] }],
    ['createInvoice', { ...items(), payments: [inCash({ dedicated_refunds: [refunded] })] }],
    ['createInvoice', { ...items(), dedicated_refunds: [{ method: 'CASH', refund_processing_fee: IT }] }],
    ['createInvoice', { ...items(), dedicated_refunds: [fees] }],
    ['createInvoices', [items(), items({ unit_price: IT })], 'signed'],
    ['createInvoices', [items(), { ...items(), payments: [inCash({ amount: IT })] }]],
    ['payInvoice', inCash({ amount: IT })],
    ['payInvoice', inCash({ fee: IT })],
    ['writeOffInvoice', { amount: IT }],
    ['refundInvoice', { refunded_amount: IT }],
    ['refundInvoice', refunded],
    ['createInvoicePayment', inCash({ amount: IT, [name]: 'x' })],
    ['createInvoicePayment', inCash({ allocations: [{ invoice_external_id: 'x', amount: IT }] })],
    ...(['createRefund', 'updateRefund'] as const).flatMap((operationId): [OperationId, object][] => [
      [operationId, given({ total_amount: IT })],
      [operationId, given(refunded)],
      [operationId, given({}, paidOut({ refunded_amount: IT }))],
      [operationId, given({}, paidOut({ refund_processing_fee: IT }))],
      [operationId, given({}, paidOut(fees))],
    ]),
    ['createPayout', { ...settled(), paid_out_amount: IT }, 'signed'],
    ['createPayout', { ...settled(), paid_out_amount: 1, fee: IT }],
    ['createPayout', { ...settled({ amount: IT }), paid_out_amount: 1 }],
  ]

  /** Where the value stands, with dots. */
  function placeOf(value: unknown): string | undefined {
    if (value === IT) return ''
    if (typeof value !== 'object' || value === null) return undefined
    for (const [key, inner] of Object.entries(value)) {
      const place = placeOf(inner)
      if (place !== undefined) return place === '' ? key : `${key}.${place}`
    }
    return undefined
  }

  const ask = (operationId: OperationId, body: object, it: string) =>
    client.api.call(operationId, {
      path: { businessId: books.id, invoiceId: ids.invoiceId?.[0] ?? '', refundId: ids.refundId?.[0] ?? '' },
      rawBody: JSON.stringify(body).replace(`"${IT}"`, it),
    })

  async function expectRefused(operationId: OperationId, body: object, values: readonly string[]): Promise<void> {
    for (const it of values) {
      const { refusal } = await ask(operationId, body, it)
      const expected = { status: 400, error_enum: 'InvalidPayload', field: placeOf(body) }
      expect([operationId, it.slice(0, 20), refusal]).toEqual([operationId, it.slice(0, 20), expected])
    }
  }

  let before: unknown[]
  const everything = () => new Receivables(books).everything()
  beforeAll(async () => {
    before = await everything()
  })

  test.each(amounts)('%s refuses an amount that is none in %j', async (operationId, body, isSigned) => {
    const unsigned = isSigned ? [] : ['-1', '-9007199254740991']
    const never = ['9007199254740992', '-9007199254740992', '1e21', '1.5', '"1"', '"1e3"', 'true', '[1]', '{}']
    await expectRefused(operationId, body, [...never, ...unsigned])
  })

  test.each<[OperationId, object]>([
    ['createCustomer', { external_id: 'y', metadata: IT }],
    ['createInvoice', { ...items(), metadata: IT }],
    ['createInvoice', { ...items(), payments: [inCash({ metadata: IT })] }],
    ['createInvoice', { ...items(), dedicated_refunds: [{ metadata: IT }] }],
    ['createInvoices', [items(), { ...items(), metadata: IT }]],
    ['payInvoice', inCash({ metadata: IT })],
    ['refundInvoice', { line_items: [{ amount: 1, metadata: IT }] }],
    ['createInvoicePayment', inCash({ metadata: IT, [name]: 'x' })],
    ['createInvoicePayment', inCash({ allocations: [{ invoice_external_id: 'x', amount: 1, metadata: IT }] })],
    ...(['createRefund', 'updateRefund'] as const).flatMap((operationId): [OperationId, object][] => [
      [operationId, { ...given({}), metadata: IT }],
      [operationId, given({ metadata: IT })],
      [operationId, given({}, paidOut({ metadata: IT }))],
    ]),
    ['createPayout', { ...settled(), paid_out_amount: 1, metadata: IT }],
  ])('%s refuses metadata that is too large, too deep or none in %j', async (operationId, body) => {
    const large = JSON.stringify({ a: 'x'.repeat(1_017) })
    expect(large).toHaveLength(1_025)
    await expectRefused(operationId, body, [large, JSON.stringify({ é: 'é'.repeat(509) }), '[]', '"{}"'])
    for (const deep of ['['.repeat(40) + ']'.repeat(40), '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)]) {
      const { refusal } = await ask(operationId, body, `{"a":${deep}}`)
      expect([operationId, refusal]).toMatchObject([operationId, { status: 400, error_enum: 'InvalidPayload' }])
    }
  })

  test('nothing of all that is left behind, and what is merely written otherwise is taken for what it is', async () => {
    expect(await everything()).toEqual(before)
    const sent = await ask('createInvoice', items({ unit_price: IT }), '1.0e3')
    expect([sent.status, JSON.parse(sent.text)]).toMatchObject([201, { data: { total_amount: 1_000 } }])
  })
})

test('and the books still balance', async () => {
  const nodes = await books.balanceNodes({ include_archived: true })
  expect(nodes.reduce((sum, node) => sum + debitSideOf(node), 0)).toBe(0)
  expect((await books.allEntries()).length).toBeGreaterThan(0)
})
