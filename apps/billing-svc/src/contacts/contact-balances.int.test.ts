/** What vendors are owed and customers owe, kept while documents and journal lines change. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { domainEvent, readEvent, type CloudEvent } from '@pacioli/events'
import { loadAccounts, requireBusiness } from '@pacioli/ledger-facts'
import { Database } from '@pacioli/db'
import { connectAt, deadlocksIn, lockWaits } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '../checking/check-billing.store.ts'
import { checkBusiness } from '../checking/check-business.ts'
import { eventsSubscriber } from '../consumers/events.subscriber.ts'
import { allocateLater, makePayment as payVendor, payBill } from '../testing/bill-payments.test-helpers.ts'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import {
  anotherVendor,
  billInput,
  changeOf,
  line as billLine,
  makeBill,
  openPayables,
  type TestPayables,
} from '../testing/bills.test-helpers.ts'
import {
  anotherCustomer,
  invoiceInput,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  payFor,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import {
  createInvoices,
  createBills,
  deleteBillPayment,
  deleteVendorCredit,
  getCustomer,
  getVendor,
  listCustomers,
  updateBill,
  voidBill,
  voidInvoice,
  writeOffInvoice,
} from '../testing/use-cases.test-helpers.ts'
import { makeCredit } from '../testing/vendor-credits.test-helpers.ts'

let billing: TestBilling
let admin: Database
beforeAll(async () => {
  billing = await startTestBilling()
  admin = new Database({ url: billing.adminUrl, applicationName: 'test admin', poolSize: 2 })
})
afterAll(async () => {
  expect(billing.refusedPostings).toEqual([])
  await admin.close()
  await billing.stop()
})

type Contact = TestPayables | TestReceivables

const at = (moment: string): TestBilling => ({ ...billing, now: () => new Date(moment) })

/** Balance, what of it is overdue, and credit, as of a moment. */
const owedTo = async ({ request, contactId }: Contact, moment = '2026-06-01T12:00:00Z') => {
  const { data } = await getVendor(at(moment), request, contactId)
  return [data?.balance, data?.overdue_balance, data?.credit_balance]
}
const owedBy = async ({ request, contactId }: Contact, moment = '2026-06-01T12:00:00Z') => {
  const { data } = await getCustomer(at(moment), request, contactId)
  return [data?.balance, data?.overdue_balance, data?.credit_balance]
}

describe('a vendor', () => {
  test('is owed its bills less unallocated credits; what payments left is its credit', async () => {
    const vendor = await openPayables(billing)
    expect(await owedTo(vendor)).toEqual([0, 0, 0])
    const bill = await makeBill(billing, vendor)
    expect(await owedTo(vendor)).toEqual([100, 100, 0])
    const credit = await makeCredit(billing, vendor)
    expect(await owedTo(vendor)).toEqual([50, 100, 0])
    const payment = await payBill(billing, vendor, bill, 30)
    expect(await owedTo(vendor)).toEqual([20, 70, 0])
    const rest = await payVendor(billing, vendor, { amount: 90 })
    expect(await owedTo(vendor)).toEqual([20, 70, 90])
    await allocateLater(billing, vendor, rest, { bill_id: bill.id, amount: 60 })
    expect(await owedTo(vendor)).toEqual([-40, 10, 30])
    await deleteVendorCredit(billing, vendor.request, credit.id)
    await deleteBillPayment(billing, vendor.request, payment.id)
    expect(await owedTo(vendor)).toEqual([40, 40, 30])
    await deleteBillPayment(billing, vendor.request, rest.id)
    expect(await owedTo(vendor)).toEqual([100, 100, 0])
    await voidBill(billing, vendor.request, bill.id)
    expect(await owedTo(vendor)).toEqual([0, 0, 0])
    expect(await checkBusiness(billing, vendor.request)).toEqual([])
  })

  test('that is not the vendor of a bill any more is not owed it', async () => {
    const vendor = await openPayables(billing)
    const other = await anotherVendor(billing, vendor)
    const bill = await makeBill(billing, vendor)
    await updateBill(
      billing,
      vendor.request,
      changeOf(bill, { vendor_id: other.contactId, line_items: { items: [billLine(70)] } }),
    )
    expect([await owedTo(vendor), await owedTo(other)]).toEqual([
      [0, 0, 0],
      [70, 70, 0],
    ])
  })

  test('is shown with its balances in a document', async () => {
    const vendor = await openPayables(billing)
    await makeBill(billing, vendor)
    const { vendor: shown } = await makeBill(billing, vendor)
    expect(shown).toMatchObject({ balance: 200, overdue_balance: 200, credit_balance: 0 })
  })
})

describe('a customer', () => {
  test('owes open invoices, and has what payments left', async () => {
    const customer = await openReceivables(billing)
    const invoice = await makeInvoice(billing, customer)
    await payFor(billing, customer, invoice, 30)
    expect(await owedBy(customer)).toEqual([70, 70, 0])
    await makePayment(billing, customer, { amount: 15 })
    expect(await owedBy(customer)).toEqual([70, 70, 15])
    await writeOffInvoice(billing, customer.request, {
      invoice_id: invoice.id,
      amount: 20,
      write_off_at: '2026-01-25T12:00:00Z',
      tags: [],
    })
    expect(await owedBy(customer)).toEqual([50, 50, 15])
    const other = await makeInvoice(billing, customer, { line_items: [line(5)] })
    expect(await owedBy(customer)).toEqual([55, 55, 15])
    await voidInvoice(billing, customer.request, { invoice_id: other.id })
    expect(await owedBy(customer)).toEqual([50, 50, 15])
    const page = { page: null, reference_numbers: [], tag_values: [] }
    const { data } = await listCustomers(at('2026-06-01T12:00:00Z'), customer.request, page)
    expect(data).toMatchObject([{ balance: 50, overdue_balance: 50, credit_balance: 15 }])
  })

  test('is found by whether anything is owed', async () => {
    const customer = await openReceivables(billing)
    const settled = await anotherCustomer(billing, customer)
    const never = await anotherCustomer(billing, customer)
    await makeInvoice(billing, customer)
    const invoice = await makeInvoice(billing, settled)
    await payFor(billing, settled, invoice, 100)
    for (const mostGathered of [10_000, 0]) {
      const found = async (has_balance: boolean | undefined) => {
        const page = { page: null, reference_numbers: [], tag_values: [], has_balance }
        const { data = [] } = await listCustomers({ ...billing, mostGathered }, customer.request, page)
        return data.map(({ id }) => id).sort()
      }
      expect(await found(true)).toEqual([customer.contactId])
      expect(await found(false)).toEqual([settled.contactId, never.contactId].sort())
      expect(await found(undefined)).toHaveLength(3)
    }
  })

  test('is overdue from the day after a due date, in the zone of the business', async () => {
    const customer = await openReceivables(billing, { time_zone: 'America/Santiago' })
    await makeInvoice(billing, customer, { due_at: '2026-03-10T01:00:00Z' })
    await makeInvoice(billing, customer, { sent_at: '2026-03-09T20:00:00Z', line_items: [line(7)] })
    // 9 March ends at 03:00 UTC.
    expect(await owedBy(customer, '2026-03-10T02:59:59.999Z')).toEqual([107, 0, 0])
    expect(await owedBy(customer, '2026-03-10T03:00:00Z')).toEqual([107, 107, 0])
  })
})

describe('concurrent requests', () => {
  test('for the same contacts in opposite orders leave what their documents come to', async () => {
    const deadlocks = await deadlocksIn(billing.relayDb)
    const first = await openReceivables(billing)
    const second = await anotherCustomer(billing, first)
    const bulk = (...customers: TestReceivables[]) =>
      createInvoices(
        billing,
        first.request,
        customers.flatMap((one) => [
          invoiceInput(one),
          invoiceInput(one, { payments: [{ amount: 30, paid_at: '2026-01-20T12:00:00Z' }] }),
        ]),
      )
    const invoice = await makeInvoice(billing, first, { line_items: [line(1000)] })
    await Promise.all([
      ...[bulk(first, second), bulk(second, first), bulk(first), bulk(second, first), bulk(first, second)],
      ...Array.from({ length: 6 }, () => payFor(billing, first, invoice, 100)),
    ])
    expect(await owedBy(first)).toEqual([1250, 1250, 0])
    expect(await owedBy(second)).toEqual([680, 680, 0])
    const vendor = await openPayables(billing)
    const other = await anotherVendor(billing, vendor)
    const bills = (...vendors: TestPayables[]) =>
      createBills(
        billing,
        vendor.request,
        vendors.map((one) => billInput(one)),
      )
    await Promise.all([
      ...[bills(vendor, other), bills(other, vendor), bills(vendor), bills(other, vendor)],
      ...Array.from({ length: 4 }, () => payVendor(billing, vendor, { amount: 10 })),
    ])
    expect([await owedTo(vendor), await owedTo(other)]).toEqual([
      [400, 400, 40],
      [300, 300, 0],
    ])
    expect(await deadlocksIn(billing.relayDb)).toBe(deadlocks)
    expect(await checkBusiness(billing, first.request)).toEqual([])
    expect(await checkBusiness(billing, vendor.request)).toEqual([])
  })
})

type Line = {
  account: string
  amount: number
  direction?: 'DEBIT' | 'CREDIT'
  customer_id?: string
  vendor_id?: string
}
type Entry = {
  id: string
  entry_at: string
  lines: Line[]
  reversal_of_id?: string
  source_type?: string
  version?: number
}

/** An event of the ledger, as it is delivered. */
async function entryEvent({ request }: Contact, { lines, version = 1, ...entry }: Entry) {
  const { business } = { business: await requireBusiness(billing, request) }
  const rows = await admin.call<{ account_id: string; stable_name: string }>(
    'SELECT account_id, stable_name FROM accounts WHERE business_id = $1 AND stable_name IS NOT NULL',
    [business.id],
    business.id,
  )
  const idOf = new Map(rows.map((row) => [row.stable_name, row.account_id]))
  const data = {
    business_id: business.id,
    basis: 'BOTH',
    reversal_of_id: null,
    source_type: null,
    version,
    ...entry,
    line_items: lines.map(({ account, direction = 'DEBIT', ...one }) => ({
      id: randomUUID(),
      account_id: idOf.get(account),
      direction,
      customer_id: null,
      vendor_id: null,
      ...one,
    })),
  }
  const head = { id: randomUUID(), time: new Date('2026-01-01T00:00:00Z'), service: 'ledger', businessId: business.id }
  const { subject, event } = domainEvent({
    ...{ ...head, aggregateType: 'entry', aggregateId: entry.id, version, type: 'posted' },
    data,
  })
  return { businessId: business.id, subject, event: readEvent(event) as CloudEvent }
}

const deliver = async (contact: Contact, entries: readonly Entry[]) => {
  const deliveries = await Promise.all(entries.map((entry) => entryEvent(contact, entry)))
  await eventsSubscriber(billing).handle(contact.request.businessId, deliveries)
}

describe('journal lines that name a contact', () => {
  test('count on its control account alone; the oldest debt is settled first', async () => {
    const customer = await openReceivables(billing)
    const customer_id = customer.contactId
    const entry = (entry_at: string, ...lines: Line[]): Entry => ({ id: randomUUID(), entry_at, lines })
    const owed = (amount: number): Line => ({ account: 'ACCOUNTS_RECEIVABLE', amount, customer_id })
    const settled = (amount: number): Line => ({ ...owed(amount), direction: 'CREDIT' })
    await deliver(customer, [
      entry('2026-05-31T12:00:00Z', owed(100), { account: 'SALES', amount: 100, direction: 'CREDIT', customer_id }),
      entry('2026-06-01T12:00:00Z', owed(40)),
      entry('2026-02-01T12:00:00Z', settled(30)),
      { ...entry('2026-05-01T12:00:00Z', owed(1000)), source_type: 'invoice' },
    ])
    expect(await owedBy(customer)).toEqual([110, 70, 0])
    expect(await owedBy(customer, '2026-06-02T12:00:00Z')).toEqual([110, 110, 0])
    await deliver(customer, [entry('2026-06-01T12:00:00Z', settled(90))])
    expect(await owedBy(customer)).toEqual([20, 0, 0])
    await deliver(customer, [entry('2026-06-01T12:00:00Z', settled(60))])
    expect(await owedBy(customer)).toEqual([-40, 0, 0])
    await makeInvoice(billing, customer)
    expect(await owedBy(customer)).toEqual([60, 100, 0])
  })

  test('of a vendor are the other way round', async () => {
    const vendor = await openPayables(billing)
    const line = { account: 'ACCOUNTS_PAYABLE', vendor_id: vendor.contactId }
    await deliver(vendor, [
      { id: randomUUID(), entry_at: '2026-05-01T12:00:00Z', lines: [{ ...line, amount: 100, direction: 'CREDIT' }] },
      { id: randomUUID(), entry_at: '2026-05-02T12:00:00Z', lines: [{ ...line, amount: 30 }] },
    ])
    expect(await owedTo(vendor)).toEqual([70, 70, 0])
  })

  test('cancel out with their reversals, however often and in whatever order they are delivered', async () => {
    const customer = await openReceivables(billing)
    const line = { account: 'ACCOUNTS_RECEIVABLE', customer_id: customer.contactId }
    const entries: Entry[] = ['2026-01-05', '2026-06-05', '2026-05-05'].map((day, index) => ({
      id: randomUUID(),
      entry_at: `${day}T12:00:00Z`,
      lines: [
        { ...line, amount: 100 * 10 ** index },
        { ...line, amount: 10 ** index, direction: 'CREDIT' },
      ],
    }))
    const reversals = entries.slice(1).map((entry): Entry => ({
      id: randomUUID(),
      entry_at: '2026-05-20T12:00:00Z',
      reversal_of_id: entry.id,
      lines: entry.lines.map(({ direction = 'DEBIT', ...one }) => ({
        ...one,
        direction: direction === 'DEBIT' ? 'CREDIT' : 'DEBIT',
      })),
    }))
    const changed = entries.slice(1).map((entry) => ({ ...entry, version: 2 }))
    const all = [...reversals, ...entries, ...changed]
    await deliver(customer, all)
    for (const one of [...all, ...all.toReversed()]) await deliver(customer, [one])
    await deliver(customer, all.toReversed())
    // Had the reversal of what is not due yet settled the oldest debt, nothing would be overdue.
    expect(await owedBy(customer)).toEqual([99, 99, 0])
    expect(await findViolations(billing.db, customer.request)).toEqual([])
  })

  test('are compared with the journal by the check', async () => {
    const customer = await openReceivables(billing)
    const customer_id = customer.contactId
    await makeInvoice(billing, customer)
    const side = (stable_name: string, direction: string, more = {}) => ({
      account_identifier: { type: 'StableName', stable_name },
      ...{ amount: 30, direction, tags: [], ...more },
    })
    const { message } = await billing.ledger.journal.PostJournalEntry(
      {
        entry_at: '2026-05-01T12:00:00Z',
        line_items: [side('CASH', 'DEBIT'), side('ACCOUNTS_RECEIVABLE', 'CREDIT', { customer_id })],
        tags: [],
      },
      { context: { clientId: customer.request.clientId, businessId: customer.request.businessId } },
    )
    const id = message.data?.id ?? ''
    expect(await checkBusiness(billing, customer.request, { arrivesWithinMs: 0 })).toMatchObject([
      { detail: `entry ${id} of contact ${customer_id}: the journal says -30, kept nothing` },
    ])
    const settled: Line = { account: 'ACCOUNTS_RECEIVABLE', amount: 30, direction: 'CREDIT', customer_id }
    await deliver(customer, [{ id, entry_at: '2026-05-01T12:00:00Z', lines: [settled] }])
    expect(await checkBusiness(billing, customer.request)).toEqual([])
    expect(await owedBy(customer)).toEqual([70, 100, 0])
  })

  test('do not count on an account that is not known here yet', async () => {
    const customer = await openReceivables(billing)
    const line = { amount: 7, customer_id: customer.contactId }
    const delivery = await entryEvent(customer, {
      id: randomUUID(),
      entry_at: '2026-05-01T12:00:00Z',
      lines: [
        { ...line, account: 'ACCOUNTS_RECEIVABLE', direction: 'CREDIT' },
        { ...line, account: 'of a new bank account' },
      ],
    })
    const state = delivery.event.data as { line_items: { account_id?: string }[] }
    for (const one of state.line_items) one.account_id ??= randomUUID()
    await eventsSubscriber(billing).handle(customer.request.businessId, [delivery])
    expect(await owedBy(customer)).toEqual([-7, 0, 0])
  })

  test('count before the business is known here', async () => {
    const customer = await openReceivables(billing)
    const { businessId } = customer.request
    await admin.callToWrite('DELETE FROM accounts WHERE business_id = $1', [businessId], businessId)
    const known = await billing.db.transact(customer.request, (tx) => loadAccounts(tx, []))
    expect(known.size).toBe(0)
    const delivery = await entryEvent(customer, {
      id: randomUUID(),
      entry_at: '2026-05-01T12:00:00Z',
      lines: [{ account: '', amount: 5, customer_id: customer.contactId }],
    })
    const state = delivery.event.data as { line_items: { account_id: string }[] }
    for (const one of state.line_items) one.account_id = randomUUID()
    await eventsSubscriber(billing).handle(customer.request.businessId, [delivery])
    expect(await owedBy(customer)).toEqual([5, 5, 0])
  })
})

describe('balances of before they were kept', () => {
  const [fill = ''] = readFileSync(new URL('../migrations/0031-count-contact-balances.sql', import.meta.url), 'utf8')
    .replaceAll(/^\s*--.*$/gm, '')
    .split(';')

  const forget = async ({ request: { businessId } }: Contact) => {
    await admin.callToWrite('DELETE FROM contact_balances WHERE business_id = $1', [businessId], businessId)
  }
  const fillFor = ({ request: { businessId } }: Contact, limit = 200) =>
    admin.callToWrite(fill.replace('LIMIT 200', `LIMIT ${limit}`), [], businessId)

  test('are counted batch by batch, while documents change', async () => {
    const vendor = await openPayables(billing)
    const other = await anotherVendor(billing, vendor)
    const third = await anotherVendor(billing, vendor)
    const bill = await makeBill(billing, vendor)
    await makeCredit(billing, vendor)
    await payVendor(billing, other, { amount: 8 })
    const settled = await makeBill(billing, third)
    await forget(vendor)
    // What is settled before it is counted moves a balance that is not counted yet.
    await payBill(billing, third, settled, 100)
    await payBill(billing, vendor, bill, 30)
    let batches = 0
    while ((await fillFor(vendor, 1)).length > 0) batches++
    expect(batches).toBeGreaterThanOrEqual(3)
    expect(await owedTo(vendor)).toEqual([20, 70, 0])
    expect(await owedTo(other)).toEqual([0, 0, 8])
    expect(await owedTo(third)).toEqual([0, 0, 0])
    await makeBill(billing, vendor)
    expect(await owedTo(vendor)).toEqual([120, 170, 0])
    expect(await checkBusiness(billing, vendor.request)).toEqual([])
  })

  test('wait for a request that changes the documents', async () => {
    const vendor = await openPayables(billing)
    const bill = await makeBill(billing, vendor)
    await forget(vendor)
    const writer = await connectAt(billing.adminUrl, vendor.request.businessId)
    try {
      await writer.query('BEGIN')
      await writer.query(
        `UPDATE bills SET paid_amount = 40, outstanding_balance = 60, status = 'PARTIALLY_PAID' WHERE id = $1`,
        [bill.id],
      )
      const filling = fillFor(vendor)
      await expect.poll(() => lockWaits(billing.relayDb)).not.toHaveLength(0)
      await writer.query('COMMIT')
      await filling
    } finally {
      await writer.end()
    }
    expect(await owedTo(vendor)).toEqual([60, 60, 0])
  })
})
