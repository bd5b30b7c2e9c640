/** Documents, vendors and customers of billing for tests, as in its events and replay. */
import { randomUUID } from 'node:crypto'
import { domainEvent, readEvent, type CloudEvent, type Delivery, type StagedEvent } from '@pacioli/events'
import type { BusinessWrite } from '@pacioli/rpc'
import type { TestBanking } from '../banking.test-helpers.ts'
import type { ContactKind } from '../contacts/contact.ts'
import { eventsSubscriber } from '../consumers/events.subscriber.ts'

export type TestTag = { dimension_id: string; definition_id: string }

/** A document; a bill may be an expense. */
export type TestDocument = {
  aggregate:
    | 'bill_payment'
    | 'vendor_refund'
    | 'bill'
    | 'invoice_payment'
    | 'invoice_payment_return'
    | 'refund_payment'
    | 'payout'
  id: string
  version: number
  isExpense: boolean
  /** False for one that no bank will report, whose event carries no candidate. */
  isReported: boolean
  isOpen: boolean
  direction: 'CREDIT' | 'DEBIT'
  amount: number
  date: string
  clearingAccountId: string
  description: string
  customer: Pick<TestContact, 'id'> | null
  vendor: Pick<TestContact, 'id'> | null
  /** They sum to the amount. */
  parts: readonly { amount: number; tags: readonly TestTag[] }[]
}

export type TestContact = {
  aggregate: ContactKind
  id: string
  version: number
  external_id: string | null
  name: string
  updated_at: string
}

export const aContact = (
  aggregate: ContactKind,
  external_id: string | null = null,
  name = 'Acme Supplies',
): TestContact => ({
  aggregate,
  id: randomUUID(),
  version: 1,
  external_id,
  name,
  updated_at: '2026-01-10T00:00:00.000Z',
})

export const aVendor = (external_id: string | null = null, name?: string): TestContact =>
  aContact('vendor', external_id, name)

export const aCustomer = (external_id: string | null = null, name?: string): TestContact =>
  aContact('customer', external_id, name)

type Given = Partial<TestDocument> & { clearingAccountId: string }

/** Paid to a vendor on 14 January, as one part without tags. */
export function aDocument(given: Given): TestDocument {
  const amount = given.amount ?? 1_000
  return {
    aggregate: 'bill_payment',
    id: randomUUID(),
    version: 1,
    isExpense: given.aggregate === 'bill',
    isReported: true,
    isOpen: true,
    direction: 'DEBIT',
    date: '2026-01-14T00:00:00.000Z',
    description: 'May',
    customer: null,
    vendor: aVendor(),
    ...given,
    amount,
    parts: given.parts ?? [{ amount, tags: [] }],
  }
}

export const anExpense = (given: Given): TestDocument => aDocument({ ...given, aggregate: 'bill' })

/** Paid back by a vendor on that day. */
export const aVendorRefund = (given: Given): TestDocument =>
  aDocument({ aggregate: 'vendor_refund', direction: 'CREDIT', ...given })

/** Paid by a customer on that day. */
export const anInvoicePayment = (given: Given): TestDocument =>
  aDocument({ aggregate: 'invoice_payment', direction: 'CREDIT', customer: aCustomer(), vendor: null, ...given })

/** Taken back by the bank of a customer on that day. */
export const aReturn = (given: Given): TestDocument =>
  anInvoicePayment({ aggregate: 'invoice_payment_return', direction: 'DEBIT', ...given })

/** Paid back to a customer on that day. */
export const aRefundPayment = (given: Given): TestDocument =>
  anInvoicePayment({ aggregate: 'refund_payment', direction: 'DEBIT', ...given })

/** Paid out by a processor on that day. */
export const aPayout = (given: Given): TestDocument =>
  anInvoicePayment({ aggregate: 'payout', customer: null, ...given })

/** The next version of it. */
export const changedContact = (contact: TestContact, change: Partial<TestContact>): TestContact => ({
  ...contact,
  version: contact.version + 1,
  ...change,
})

/** The next version of it. */
export const changed = (document: TestDocument, change: Partial<TestDocument>): TestDocument => ({
  ...document,
  version: document.version + 1,
  ...(change.amount === undefined ? {} : { parts: [{ amount: change.amount, tags: [] }] }),
  ...change,
})

const stateOfDocument = (document: TestDocument, filler: string) => ({
  id: document.id,
  memo: filler,
  ...(document.aggregate === 'bill' ? { is_expense: document.isExpense } : {}),
  match_candidate:
    !document.isReported || (document.aggregate === 'bill' && !document.isExpense)
      ? null
      : {
          is_open: document.isOpen,
          direction: document.direction,
          amount: document.amount,
          date: document.date,
          clearing_account_id: document.clearingAccountId,
          description: document.description,
          customer_id: document.customer?.id ?? null,
          vendor_id: document.vendor?.id ?? null,
          allocations: document.parts,
        },
})

export type BillingAggregate = TestDocument | TestContact

const stateOf = (state: BillingAggregate, filler: string): object =>
  'clearingAccountId' in state ? stateOfDocument(state, filler) : { ...state, memo: filler }

/** @param filler makes the state large */
export const stagedBy = (businessId: string, state: BillingAggregate, filler = ''): StagedEvent =>
  domainEvent({
    id: randomUUID(),
    time: new Date('2026-01-20T00:00:00Z'),
    service: 'billing',
    businessId,
    aggregateType: state.aggregate,
    aggregateId: state.id,
    version: state.version,
    type: state.version === 1 ? 'created' : 'changed',
    data: stateOf(state, filler),
  })

export const deliveryOf = (businessId: string, state: BillingAggregate, filler = ''): Delivery => {
  const { subject, event } = stagedBy(businessId, state, filler)
  return { businessId, subject, event: readEvent(event) as CloudEvent }
}

/** Sends banking the events of documents and contacts, in one delivery. */
export const announce = (
  banking: TestBanking,
  { businessId }: BusinessWrite,
  ...states: readonly BillingAggregate[]
): Promise<void> =>
  eventsSubscriber(banking).handle(
    businessId,
    states.map((one) => deliveryOf(businessId, one)),
  )

/** Puts aggregates into the fake billing. */
export function keepInBilling(
  banking: TestBanking,
  { businessId }: BusinessWrite,
  ...kept: readonly BillingAggregate[]
): void {
  banking.billingPeer.aggregates.set(
    businessId,
    kept.map((one) => {
      const { aggregateType, aggregateId, version, event } = stagedBy(businessId, one)
      return { type: aggregateType, id: aggregateId, version, event }
    }),
  )
}

/** Posts the document itself, which leaves its amount in its clearing account. */
export async function postDocument(
  banking: TestBanking,
  request: BusinessWrite,
  document: Pick<TestDocument, 'id' | 'amount' | 'clearingAccountId' | 'aggregate'>,
  { revision = 1, reverses }: { revision?: number; reverses?: number } = {},
): Promise<void> {
  const { clientId, businessId } = request
  const { message: books } = await banking.ledger.postings.AskBooks(
    { account_identifiers: [{ type: 'StableName', stable_name: 'OPERATING_EXPENSES' }] },
    { context: { clientId, businessId } },
  )
  const key = (event: string, number: number) => `${document.aggregate}:${document.id}:${event}:${number}`
  const head = {
    posting_key: key(reverses === undefined ? 'paid' : 'undone', revision),
    source_type: document.aggregate,
    source_id: document.id,
    agent: 'API',
    entry_at: '2026-01-14T00:00:00.000Z',
  }
  const lines = (['DEBIT', 'CREDIT'] as const).map((direction) => ({
    account_identifier: {
      type: 'AccountId',
      id: direction === 'CREDIT' ? document.clearingAccountId : books.accounts[0]?.id?.id,
    },
    amount: document.amount,
    direction,
    tags: [],
  }))
  const posting =
    reverses === undefined
      ? { ...head, entry_type: 'MANUAL', basis: 'BOTH', line_items: lines, tags: [] }
      : { ...head, reverses: key('paid', reverses) }
  await banking.ledger.postings.PostEntries(
    { books_epoch: books.books_epoch, postings: [posting] },
    { context: { clientId, businessId } },
  )
}
