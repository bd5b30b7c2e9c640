/** Whatever is thrown at an operation, it answers as documented and never fails. */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  billed,
  contractOf,
  credited,
  debitSideOf,
  moneyIn,
  moneyOut,
  named,
  newClient,
  Payables,
  payablesOf,
  Receivables,
  receivablesOf,
  sale,
  sold,
  target,
  tasksOf,
  type Books,
  type OperationId,
  type TestClient,
  type VendorCredit,
} from './src/index.ts'
import { callsOf, spoiltCallsOf, type GarbageCall } from './src/garbage.ts'
import { leavesUntouched } from './src/untouched.ts'

/** Of each operation: so many calls that are right but for one nasty value, and as many that are random. */
const RUNS = 1
const operations = [...(await contractOf(target().baseUrl)).operations.values()]

/** Without it there are no tasks. */
const ENROLLED = { bookkeeping_enrolled: true }

let client: TestClient
let books: Books
let banking: Banking
let payables: Payables
let receivables: Receivables
let ids: Record<string, string[]>

/** Something of everything that a path can name. */
async function idsOf(of: Books): Promise<Record<string, string[]>> {
  const entry = await of.posted(sale(5))
  const account = await banking.account('garbage')
  const transactions = await banking.imported(account.id, [moneyIn('a', 5), moneyOut('b', 7)])
  const inPayables = await payablesOf(payables, 'garbage')
  const inReceivables = await receivablesOf(receivables, 'garbage')
  return {
    provider: ['quickbooks'],
    businessId: [of.id],
    entryId: [entry.id],
    accountId: ['CASH', entry.line_items[0]?.account.id.id ?? ''],
    bankAccountId: [account.bank_account_id],
    externalAccountId: [account.id],
    transactionId: transactions.map(({ id }) => id),
    ruleId: [await newRule()],
    vendorId: [inPayables.vendor],
    billId: [inPayables.bill, inPayables.expense],
    paymentId: [inPayables.billPayment, inReceivables.invoicePayment],
    vendorCreditId: [inPayables.vendorCredit],
    vendorRefundId: [inPayables.vendorRefund],
    allocationId: [inPayables.creditAllocation],
    customerId: [inReceivables.customer],
    invoiceId: [inReceivables.invoice],
    writeOffId: [inReceivables.writeOff],
    refundId: [inReceivables.refund],
    payoutId: [inReceivables.payout],
    taskId: [(await tasksOf(of, 'garbage')).task],
  }
}

const newRule = async (): Promise<string> =>
  (await banking.createRule({ name: 'x', conditions: { description_contains: 'x' }, category: 'SALES' })).body.data.id

beforeAll(async () => {
  client = await newClient(target(), 'garbage')
  books = await client.books(ENROLLED)
  banking = new Banking(books)
  payables = new Payables(books)
  receivables = new Receivables(books)
  ids = await idsOf(books)
})

/** What an operation would end gets one of its own: the others need theirs. */
const OF_ITS_OWN: Partial<Record<OperationId, () => Promise<Record<string, string>>>> = {
  archiveBusiness: async () => ({ businessId: (await client.books()).id }),
  archiveBankAccount: async () => ({ bankAccountId: (await banking.account('to archive')).bank_account_id }),
  archiveExternalAccount: async () => ({ externalAccountId: (await banking.account('to archive, too')).id }),
  deleteCategorizationRule: async () => ({ ruleId: await newRule() }),
  voidBill: async () => ({ billId: await newBill() }),
  deleteBillPayment: async () => ({
    paymentId: (await payables.paid(5, [], { vendor_id: await newVendor() })).id,
  }),
  deleteVendorCredit: async () => ({ vendorCreditId: (await newCredit()).id }),
  deleteVendorRefund: async () => ({
    vendorRefundId: (
      await payables.refunded([{ vendor_credit_id: (await newCredit()).id, amount: 1 }], { received_at: undefined })
    ).id,
  }),
  removeVendorCreditAllocation: async () => {
    const vendor_id = await newVendor()
    const allocations = [{ bill_id: await newBill(vendor_id), amount: 1 }]
    return { allocationId: (await newCredit({ vendor_id, allocations })).allocations[0]?.id ?? '' }
  },
  voidInvoice: async () => ({ invoiceId: await newInvoice() }),
  undoWriteOff: async () => {
    const invoiceId = await newInvoice()
    return { invoiceId, writeOffId: (await receivables.writeOff(invoiceId, { amount: 1 })).body.data.id }
  },
}

/** What is thrown at the others may have archived them. */
const newVendor = async (): Promise<string> => (await payables.vendor(`garbage ${(contacts += 1)}`)).id

const newBill = async (vendorId?: string): Promise<string> =>
  (await payables.createBill({ vendor_id: vendorId ?? (await newVendor()), line_items: [billed('COGS', 5)] })).body.data
    .id

const newCredit = async (more: object = {}): Promise<VendorCredit> =>
  (await payables.createCredit({ vendor_id: await newVendor(), line_items: [credited('COGS', 5)], ...more })).body.data

/** Of a customer of its own: what is thrown at the others may have archived them. */
const newInvoice = async (): Promise<string> => {
  const input = { customer_external_id: `garbage ${(contacts += 1)}`, line_items: [sold('SALES', 5)] }
  return (await receivables.createInvoice(input)).body.data.id
}
let contacts = 0

/** What was closed by chance would refuse most of what comes after it for that alone. */
const CLOSING = ['updateAccountingConfiguration', 'updateClientAccountingConfiguration'] as const

async function reopen(): Promise<void> {
  const path = { clientId: client.id, businessId: books.id }
  for (const operationId of CLOSING) await client.api.call(operationId, { path, body: { closing_date: null } })
}

/** What an operation is called that is there in two forms. */
const firstIdOf = (operationId: OperationId): OperationId =>
  operationId.replace(/By(Patch|Post|Delete)$/, '') as OperationId

test.each(operations.map((operation, turn) => ({ ...operation, turn })))('$operationId', async (operation) => {
  const operationId = operation.operationId as OperationId
  const firstId = firstIdOf(operationId)
  const own = Object.entries((await OF_ITS_OWN[firstId]?.()) ?? {}).map(([name, id]) => [name, [id]])
  const known = { ...ids, ...(Object.fromEntries(own) as Record<string, string[]>) }
  const isForm = operation.requestBody?.content['application/x-www-form-urlencoded'] !== undefined
  await fc.assert(
    fc.asyncProperty(callsOf(operation, known), async ({ headers, rawBody, ...call }) => {
      const type: Record<string, string> = isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
      const answer = await client.api.call(operationId, {
        ...call,
        headers: { ...type, ...headers },
        ...(rawBody === undefined ? {} : { rawBody }),
        isRandom: true,
      })
      expect(answer.status).toBeLessThan(500)
    }),
    {
      numRuns: 2 * RUNS,
      examples: spoiltCallsOf(operation, known, operation.turn, RUNS).map((call): [GarbageCall] => [call]),
    },
  )
  if (CLOSING.some((name) => name === firstId)) await reopen()
  if (firstId === 'updateBusiness') await books.api.call('updateBusiness', { body: ENROLLED })
})

/** That every field of its kind has the same schema is a matter of the document; here each kind is sent. */
describe('extreme values in a body', () => {
  /** Stands for the value in question. */
  const IT = '<it>'
  const invoice = (line: object = {}, more: object = {}) => ({
    customer_external_id: 'extreme values',
    line_items: [{ account_identifier: named('SALES'), unit_price: 1, ...line }],
    ...more,
  })

  const ask = (operationId: OperationId, body: object, it: string) =>
    client.api.call(operationId, {
      path: { businessId: books.id, invoiceId: ids.invoiceId?.[0] ?? '' },
      rawBody: JSON.stringify(body).replace(`"${IT}"`, it),
    })

  async function expectRefused(operationId: OperationId, body: object, it: string, field?: string): Promise<void> {
    const { refusal } = await ask(operationId, body, it)
    const expected = { status: 400, error_enum: 'InvalidPayload', ...(field === undefined ? {} : { field }) }
    expect([operationId, it.slice(0, 20), refusal]).toMatchObject([operationId, it.slice(0, 20), expected])
  }

  const NEVER = ['9007199254740992', '-9007199254740992', '1e21', '1.5', '"1"', '"1e3"', 'true', '[1]', '{}']
  const BELOW_ZERO = ['-1', '-9007199254740991']

  describe('leave nothing behind', () => {
    leavesUntouched(() => books)

    test.each<[kind: string, OperationId, body: object, field: string, values: string[]]>([
      ['goes either way', 'createInvoice', invoice({ unit_price: IT }), 'line_items.0.unit_price', NEVER],
      ['may be nothing', 'createInvoice', invoice({}, { tips: IT }), 'tips', [...NEVER, ...BELOW_ZERO]],
      ['is above zero', 'payInvoice', { method: 'CASH', amount: IT }, 'amount', [...NEVER, ...BELOW_ZERO, '0']],
    ])('an amount that %s is refused where it is none', async (_kind, operationId, body, field, values) => {
      for (const it of values) await expectRefused(operationId, body, it, field)
    })

    test('metadata are refused where they are too large, too deep or none', async () => {
      const body = invoice({}, { metadata: IT })
      const large = JSON.stringify({ a: 'x'.repeat(1_017) })
      expect(large).toHaveLength(1_025)
      for (const it of [large, JSON.stringify({ é: 'é'.repeat(509) }), '[]', '"{}"'])
        await expectRefused('createInvoice', body, it, 'metadata')
      for (const deep of ['['.repeat(40) + ']'.repeat(40), '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)])
        await expectRefused('createInvoice', body, `{"a":${deep}}`)
    })
  })

  test('and what is merely written otherwise is taken for what it is', async () => {
    const sent = await ask('createInvoice', invoice({ unit_price: IT }), '1.0e3')
    expect([sent.status, JSON.parse(sent.text)]).toMatchObject([201, { data: { total_amount: 1_000 } }])
  })
})

test('and the books still balance', async () => {
  const nodes = await books.balanceNodes({ include_archived: true })
  expect(nodes.reduce((sum, node) => sum + debitSideOf(node), 0)).toBe(0)
  expect((await books.allEntries()).length).toBeGreaterThan(0)
})
