/** Banking and a real billing-svc: events one way, calls both ways. */
import { Broker } from '@pacioli/events'
import { OutboxRelay } from '@pacioli/events/relay'
import {
  BillPaymentsService,
  BillsService,
  CustomersService,
  TagsService,
  VendorRefundsService,
  VendorsService,
  type BillInput,
} from '@pacioli/protos/billing'
import { clientOfService, serve, type BusinessWrite, type RpcServer } from '@pacioli/rpc'
import { testBilling, waitFor, type ServiceProcess } from '@pacioli/testing'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { openTestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import { connectBilling } from '../billing-clients.ts'
import { loadContacts } from '../contacts/contact.store.ts'
import type { ContactKind } from '../contacts/contact.ts'
import { documentMatchesRpc } from './document-matches.rpc.ts'
import { candidatesNow, deliverAll, idOf, startConsumer, transactionNow } from './matching.test-helpers.ts'
import {
  confirm,
  openPayables,
  refusalOf,
  reported,
  standing,
  standingLines,
  suggestionsFor,
  violationsOf,
  type Payables,
} from './payables.test-helpers.ts'
import { uncategorizeTransaction } from '../use-cases.test-helpers.ts'

let banking: TestBanking
let intake: { stop: () => Promise<void> }
let server: RpcServer
let billing: ServiceProcess
let inBilling: pg.Client
const closing: (() => unknown)[] = []

beforeAll(async () => {
  // It relays all events of its database to billing.
  const peerless = await startTestBanking({ ownDatabase: true })
  server = await serve({ host: '127.0.0.1', port: 0, services: [documentMatchesRpc(peerless)] })
  billing = await testBilling({
    natsUrl: peerless.natsUrl,
    ledgerTarget: peerless.ledgerProcess.target,
    bankingTarget: `127.0.0.1:${server.port}`,
  })
  const { billing: clients, close } = connectBilling(billing.target)
  closing.push(close)
  banking = { ...peerless, billing: clients }
  intake = startConsumer(banking)
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const broker = new Broker({ url: banking.natsUrl, name: 'test relay', log: quiet })
  const relay = new OutboxRelay({ db: banking.relayDb, app: banking.db, broker, log: quiet })
  inBilling = new pg.Client({ connectionString: billing.adminUrl })
  await inBilling.connect()
  closing.push(
    () => relay.stop(),
    () => broker.close(),
    () => inBilling.end(),
  )
}, 120_000)
afterAll(async () => {
  await intake.stop()
  for (const close of closing) await close()
  await billing.stop()
  await server.stop()
  await banking.stop()
})
afterEach(() => {
  expect(banking.refusedPostings.splice(0)).toEqual([])
})

/** A client's calls to billing for one business. */
function payer({ clientId, businessId }: BusinessWrite) {
  const at = { target: billing.target, count: 1 }
  const [vendors, bills, payments, refunds, customers, tags] = [
    clientOfService(VendorsService, at),
    clientOfService(BillsService, at),
    clientOfService(BillPaymentsService, at),
    clientOfService(VendorRefundsService, at),
    clientOfService(CustomersService, at),
    clientOfService(TagsService, at),
  ]
  closing.push(vendors.close, bills.close, payments.close, refunds.close, customers.close, tags.close)
  const options = { context: { clientId, businessId }, timeoutMs: 15_000 }
  return {
    vendor: async (external_id: string): Promise<string> =>
      (await vendors.client.CreateVendor({ external_id, company_name: 'Acme Supplies' }, options)).message.data?.id ??
      '',
    changeVendor: (vendor_id: string, change: { external_id?: string; company_name?: string }) =>
      vendors.client.UpdateVendor({ vendor_id, ...change }, options),
    customer: async (external_id: string): Promise<string> =>
      (await customers.client.CreateCustomer({ external_id, company_name: 'Acme Buyers' }, options)).message.data?.id ??
      '',
    changeCustomer: (customer_id: string, change: { external_id?: string; company_name?: string }) =>
      customers.client.UpdateCustomer({ customer_id, ...change }, options),
    bill: async (input: BillInput): Promise<string> =>
      (await bills.client.CreateBill(input, options)).message.data?.id ?? '',
    tag: (entity_type: string, entity_ids: string[], value: string) =>
      tags.client.ApplyTags({ entity_type, entity_ids, key_values: [{ key: 'Region', value }] }, options),
    pay: async (vendor_id: string, amount: number, allocations: { bill_id: string; amount: number }[]) => {
      const input = { vendor_id, amount, allocations, method: 'ACH', paid_at: '2026-01-14T00:00:00Z' }
      return (await payments.client.CreateBillPayment(input, options)).message.data?.id ?? ''
    },
    delete: (payment_id: string) => payments.client.DeleteBillPayment({ payment_id }, options),
    payBack: async (payment_id: string, amount: number) => {
      const input = {
        amount,
        allocations: [{ payment_id, amount }],
        method: 'ACH',
        received_at: '2026-01-14T12:00:00Z',
      }
      return (await refunds.client.CreateVendorRefund(input, options)).message.data?.id ?? ''
    },
    deleteRefund: (vendor_refund_id: string) => refunds.client.DeleteVendorRefund({ vendor_refund_id }, options),
  }
}

const line = (unit_price: number) => ({
  unit_price,
  account_identifier: { type: 'StableName', stable_name: 'OPERATING_EXPENSES' },
})

const candidateOf = ({ request }: Payables, id: string) =>
  waitFor('the candidate', async () => (await candidatesNow(banking, request)).find((one) => one.id === id))

const matchesInBilling = async (documentId: string): Promise<unknown[]> =>
  (await inBilling.query('SELECT transaction_id FROM document_matches WHERE document_id = $1', [documentId])).rows

/** The error, with the transaction that it names. */
async function problemOf(act: Promise<unknown>): Promise<{ error: string | undefined; transaction: unknown }> {
  let transaction: unknown
  const error = await refusalOf(
    act.catch((thrown: { problems?: { meta: Record<string, unknown> }[] }) => {
      transaction = thrown.problems?.[0]?.meta['transaction_id']
      throw thrown
    }),
  )
  return { error, transaction }
}

test('a payment over two bills is suggested, matched under their tags, cannot be deleted while it is matched, and can afterwards', async () => {
  const payables = await openPayables(banking)
  const { request } = payables
  const by = payer(request)
  const vendor_id = await by.vendor('V-1')
  const received_at = '2026-01-02T00:00:00Z'
  const tags = [{ key: 'Region', value: 'North' }]
  const [first, second] = [
    await by.bill({ vendor_id, received_at, line_items: [line(600)], tags }),
    await by.bill({ vendor_id, received_at, line_items: [line(300)] }),
  ] as const
  const payment = await by.pay(vendor_id, 1_000, [
    { bill_id: first, amount: 600 },
    { bill_id: second, amount: 300 },
  ])
  const paid = await reported(payables)
  await candidateOf(payables, payment)
  expect(await suggestionsFor(payables, paid)).toMatchObject([{ id: payment, matchType: 'BILL_PAYMENT' }])
  expect(await standing(payables)).toEqual([0, 1_000])
  const { data, posting } = await confirm(payables, paid, { id: payment })
  expect(posting).toBe('posted')
  expect(data).toMatchObject({ vendor_id, vendor_external_id: 'V-1', match: { details: { id: payment } } })
  expect(await standing(payables)).toEqual([-1_000, 0])
  await waitFor('the match in billing', async () => (await matchesInBilling(payment)).length === 1)
  expect(await matchesInBilling(payment)).toEqual([{ transaction_id: paid.id }])
  expect((await standingLines(payables)).sort()).toEqual(
    ['CREDIT 600 North', 'DEBIT 600 North', 'CREDIT 300', 'DEBIT 300', 'CREDIT 100', 'DEBIT 100'].sort(),
  )

  // A paid bill gets other tags: the match is reposted.
  await by.tag('BILL', [second], 'South')
  await waitFor('the repost of the match', async () => (await standingLines(payables)).includes('CREDIT 300 South'))
  await deliverAll(banking, request)
  expect(await standing(payables)).toEqual([-1_000, 0])
  expect(await transactionNow(banking, request, paid)).toMatchObject({ status: 'MATCHED' })

  expect(await problemOf(by.delete(payment))).toEqual({ error: 'DocumentMatched', transaction: paid.id })
  await uncategorizeTransaction(banking, request, paid.id)
  await waitFor('its end in billing', async () => (await matchesInBilling(payment)).length === 0)
  await by.delete(payment)
  await waitFor('the candidate to be closed', async () => !(await candidateOf(payables, payment)).is_open)
  expect(await standing(payables)).toEqual([0, 0])
  expect(await refusalOf(confirm(payables, paid, { id: payment }))).toBe('MatchNotPossible')
  expect(await violationsOf(payables)).toEqual([])
}, 60_000)

test('the first use of a business reads what billing has, and later changes arrive', async () => {
  const request = await openTestBusiness(banking)
  const by = payer(request)
  const vendor_id = await by.vendor('V-1')
  const customer_id = await by.customer('C-1')
  const [kept, deleted] = [await by.pay(vendor_id, 1_000, []), await by.pay(vendor_id, 500, [])] as const
  await by.delete(deleted)
  await by.changeVendor(vendor_id, { external_id: 'V-2' })
  await by.changeCustomer(customer_id, { external_id: 'C-2' })
  const checking = await openTestAccount(banking, request)
  expect(await candidatesNow(banking, request)).toMatchObject(
    [
      { id: kept, is_open: true },
      { id: deleted, is_open: false },
    ].sort((one, other) => (one.id < other.id ? -1 : 1)),
  )
  const clearingAccountId = await idOf(banking, request, 'OUTGOING_PAYMENT_CLEARING_ACCOUNT')
  const payables = { banking, request, checking, clearingAccountId }
  const { data } = await confirm(payables, await reported(payables), { id: kept })
  expect(data).toMatchObject({ vendor_id, vendor_external_id: 'V-2' })

  const later = { vendor: await by.vendor('V-1'), customer: await by.customer('C-1') }
  await by.changeVendor(later.vendor, { company_name: 'Zebra Carriers' })
  await by.changeCustomer(later.customer, { company_name: 'Zebra Buyers' })
  const known = (kind: ContactKind, ids: string[]) => banking.db.transact(request, (tx) => loadContacts(tx, kind, ids))
  for (const [kind, ids, names] of [
    ['vendor', [vendor_id, later.vendor], ['Acme Supplies', 'Zebra Carriers']],
    ['customer', [customer_id, later.customer], ['Acme Buyers', 'Zebra Buyers']],
  ] as const) {
    const found = await waitFor(`each ${kind} as it is now`, async () => {
      const contacts = await known(kind, [...ids])
      return contacts.size === 2 && [...contacts.values()].every(({ version }) => version === 2) && contacts
    })
    expect(ids.map((id) => [found.get(id)?.externalId?.at(-1), found.get(id)?.name])).toEqual([
      ['2', names[0]],
      ['1', names[1]],
    ])
  }
  expect(await violationsOf(payables)).toEqual([])
}, 60_000)

type Payer = ReturnType<typeof payer>

test.each([
  {
    kind: 'a payment',
    clearing: 'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
    direction: 'DEBIT' as const,
    make: (by: Payer, vendorId: string) => by.pay(vendorId, 1_000, []),
    remove: (by: Payer, id: string) => by.delete(id),
  },
  {
    kind: 'a vendor refund',
    clearing: 'UNDEPOSITED_FUNDS',
    direction: 'CREDIT' as const,
    make: async (by: Payer, vendorId: string) => by.payBack(await by.pay(vendorId, 1_000, []), 1_000),
    remove: (by: Payer, id: string) => by.deleteRefund(id),
  },
])(
  '$kind that is deleted while it is being matched is refused, or ends up matched to nothing',
  async ({ clearing, direction, make, remove }) => {
    const { request, ...opened } = await openPayables(banking)
    const payables = { ...opened, request, clearingAccountId: await idOf(banking, request, clearing) }
    const by = payer(request)
    const vendor_id = await by.vendor('V-1')
    let cleared = 0
    for (let round = 0; round < 2; round++) {
      const document = await make(by, vendor_id)
      const told = await reported(payables, { direction })
      await candidateOf(payables, document)
      const confirming = confirm(payables, told, { id: document })
      if (round === 0) await confirming
      const [confirmed, deletion] = await Promise.all([refusalOf(confirming), refusalOf(remove(by, document))])
      expect([undefined, 'MatchNotPossible']).toContain(confirmed)
      expect([undefined, 'DocumentMatched']).toContain(deletion)
      const meant = deletion === 'DocumentMatched' ? 'MATCHED' : 'READY_FOR_INPUT'
      await waitFor('both to say the same', async () => {
        const { is_open } = await candidateOf(payables, document)
        const { status } = await transactionNow(banking, request, told)
        return is_open === (deletion !== undefined) && status === meant
      })
      await deliverAll(banking, request)
      cleared += deletion === undefined ? 0 : direction === 'CREDIT' ? 1_000 : -1_000
      expect(await standing(payables)).toEqual([cleared, 0])
    }
    expect(cleared).not.toBe(0)
    expect(await violationsOf(payables)).toEqual([])
  },
  120_000,
)
