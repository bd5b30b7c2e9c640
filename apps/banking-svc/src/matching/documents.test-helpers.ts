/** Documents and vendors of billing for tests, as its events and its replay tell of them. */
import { randomUUID } from 'node:crypto'
import { domainEvent, readEvent, type CloudEvent, type Delivery, type StagedEvent } from '@pacioli/events'
import type { BusinessWrite } from '@pacioli/rpc'
import type { TestBanking } from '../banking.test-helpers.ts'
import { intakeSubscriber } from '../intake/intake.subscriber.ts'

export type TestTag = { dimension_id: string; definition_id: string }

/** A bill payment, or a bill that may be an expense. */
export type TestDocument = {
  aggregate: 'bill_payment' | 'bill'
  id: string
  version: number
  isExpense: boolean
  isOpen: boolean
  direction: 'CREDIT' | 'DEBIT'
  amount: number
  date: string
  clearingAccountId: string
  description: string
  vendor: Pick<TestVendor, 'id'> | null
  /** They sum to the amount. */
  parts: readonly { amount: number; tags: readonly TestTag[] }[]
}

export type TestVendor = {
  aggregate: 'vendor'
  id: string
  version: number
  external_id: string | null
  name: string
  updated_at: string
}

export const aVendor = (external_id: string | null = null, name = 'Acme Supplies'): TestVendor => ({
  aggregate: 'vendor',
  id: randomUUID(),
  version: 1,
  external_id,
  name,
  updated_at: '2026-01-10T00:00:00.000Z',
})

/** Paid to a vendor on 14 January, as one part without tags. */
export function aDocument(given: Partial<TestDocument> & { clearingAccountId: string }): TestDocument {
  const amount = given.amount ?? 1_000
  return {
    aggregate: 'bill_payment',
    id: randomUUID(),
    version: 1,
    isExpense: given.aggregate === 'bill',
    isOpen: true,
    direction: 'DEBIT',
    date: '2026-01-14T00:00:00.000Z',
    description: 'May',
    vendor: aVendor(),
    ...given,
    amount,
    parts: given.parts ?? [{ amount, tags: [] }],
  }
}

export const anExpense = (given: Partial<TestDocument> & { clearingAccountId: string }): TestDocument =>
  aDocument({ ...given, aggregate: 'bill' })

/** The next version of it. */
export const changedVendor = (vendor: TestVendor, change: Partial<TestVendor>): TestVendor => ({
  ...vendor,
  version: vendor.version + 1,
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
    document.aggregate === 'bill' && !document.isExpense
      ? null
      : {
          is_open: document.isOpen,
          direction: document.direction,
          amount: document.amount,
          date: document.date,
          clearing_account_id: document.clearingAccountId,
          description: document.description,
          customer_id: null,
          customer_external_id: null,
          vendor_id: document.vendor?.id ?? null,
          allocations: document.parts,
        },
})

export type Told = TestDocument | TestVendor

const stateOf = (told: Told, filler: string): object =>
  told.aggregate === 'vendor' ? { ...told, memo: filler } : stateOfDocument(told, filler)

/** @param filler makes the state large */
export const stagedBy = (businessId: string, told: Told, filler = ''): StagedEvent =>
  domainEvent({
    id: randomUUID(),
    time: new Date('2026-01-20T00:00:00Z'),
    service: 'billing',
    businessId,
    aggregateType: told.aggregate,
    aggregateId: told.id,
    version: told.version,
    type: told.version === 1 ? 'created' : 'changed',
    data: stateOf(told, filler),
  })

export const deliveryOf = (businessId: string, told: Told, filler = ''): Delivery => {
  const { subject, event } = stagedBy(businessId, told, filler)
  return { businessId, subject, event: readEvent(event) as CloudEvent }
}

/** Tells banking of documents and vendors by their events, in one delivery. */
export const tell = (banking: TestBanking, { businessId }: BusinessWrite, ...told: readonly Told[]): Promise<void> =>
  intakeSubscriber(banking).handle(
    businessId,
    told.map((one) => deliveryOf(businessId, one)),
  )

/** What billing has, for whoever asks it. */
export function keepInBilling(banking: TestBanking, { businessId }: BusinessWrite, ...kept: readonly Told[]): void {
  banking.billingPeer.aggregates.set(
    businessId,
    kept.map((one) => {
      const { aggregateType, aggregateId, version, event } = stagedBy(businessId, one)
      return { type: aggregateType, id: aggregateId, version, event }
    }),
  )
}

/** What the document itself has in the journal: for what it was, it left its amount in its clearing account. */
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
