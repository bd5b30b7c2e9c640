import type { Tx } from '@pacioli/db'
import { wholeEvent, type DomainEvent, type StagedEvent } from '@pacioli/events'
import type { Aggregate } from '@pacioli/protos/billing'
import { isUuid } from '@pacioli/rpc'
import { paymentEvent } from '../payables/bill-payment.events.ts'
import { loadPayments } from '../payables/bill-payment.store.ts'
import type { Billing } from '../billing.ts'
import { billEvent } from '../payables/bill.events.ts'
import { loadBills } from '../payables/bill.store.ts'
import { contactEvent } from '../contacts/contact.events.ts'
import { loadContacts } from '../contacts/contact.store.ts'
import type { ContactKind } from '../contacts/contact.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { invoicePaymentEvent } from '../receivables/invoice-payment.events.ts'
import { loadInvoicePayments } from '../receivables/invoice-payment.store.ts'
import { invoiceEvent } from '../receivables/invoice.events.ts'
import { loadInvoices } from '../receivables/invoice.store.ts'
import { payoutEvent } from '../receivables/payout.events.ts'
import { loadPayouts } from '../receivables/payout.store.ts'
import { refundEvent, refundPaymentEvent } from '../receivables/refund.events.ts'
import { findRefundsOfPayments, loadRefunds } from '../receivables/refund.store.ts'
import { creditEvent } from '../payables/vendor-credit.events.ts'
import { loadCredits } from '../payables/vendor-credit.store.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { findIdsAfter, type ReplayedTable } from './replay.store.ts'

const PAGE = 200

/** A kind of aggregate, and what announces those with these ids as they are now. */
type Replayed = {
  table: ReplayedTable
  announce: (tx: Tx, billing: Billing, businessId: string, ids: readonly string[]) => Promise<StagedEvent[]>
}

function replayedContacts(kind: ContactKind): Replayed {
  return {
    table: kind.table,
    announce: async (tx, { newId, now }, businessId, ids) =>
      (await loadContacts(tx, kind, businessId, ids)).map((contact) =>
        contactEvent(kind, contact, 'changed', newId(), now(), wholeEvent),
      ),
  }
}

type Loading<Document> = (tx: Tx, businessId: string, ids: readonly string[]) => Promise<readonly Document[]>
type Announcing<Document> = (
  document: Document,
  type: 'changed',
  id: string,
  time: Date,
  announce: (happened: DomainEvent) => StagedEvent,
) => StagedEvent

const replayedDocuments = <Document>(
  table: ReplayedTable,
  load: Loading<Document>,
  eventOf: Announcing<Document>,
): Replayed => ({
  table,
  announce: async (tx, { newId, now }, businessId, ids) =>
    (await load(tx, businessId, ids)).map((document) => eventOf(document, 'changed', newId(), now(), wholeEvent)),
})

/** Each with its refund, of which it is a part. */
const replayedRefundPayments: Replayed = {
  table: 'refund_payments',
  announce: async (tx, { newId, now }, businessId, ids) => {
    const refundIds = new Set((await findRefundsOfPayments(tx, businessId, ids)).values())
    const asked = new Set(ids)
    return (await loadRefunds(tx, businessId, [...refundIds])).flatMap((refund) =>
      refund.payments
        .filter(({ id }) => asked.has(id))
        .map((payment) => refundPaymentEvent(payment, refund, 'changed', newId(), now(), wholeEvent)),
    )
  },
}

const AGGREGATES: Readonly<Record<string, Replayed>> = {
  vendor: replayedContacts(VENDORS),
  bill: replayedDocuments('bills', loadBills, billEvent),
  bill_payment: replayedDocuments('bill_payments', loadPayments, paymentEvent),
  vendor_credit: replayedDocuments('vendor_credits', loadCredits, creditEvent),
  customer: replayedContacts(CUSTOMERS),
  invoice: replayedDocuments('invoices', loadInvoices, invoiceEvent),
  invoice_payment: replayedDocuments('invoice_payments', loadInvoicePayments, invoicePaymentEvent),
  refund: replayedDocuments('refunds', loadRefunds, refundEvent),
  refund_payment: replayedRefundPayments,
  payout: replayedDocuments('payouts', loadPayouts, payoutEvent),
}

/** Of which types, and of these which; all where none is named. */
export type ReplayScope = { types?: readonly string[]; ids?: readonly string[] }

/**
 * What billing has of a business, archived, voided and deleted ones too, each as it is now and as a whole; nothing of a
 * business that it has not met, and nothing of a type or an id that there is not. A page is a transaction of its own: what
 * changes between two of them comes as an event, too.
 */
export async function* replayBusiness(
  billing: Billing,
  businessId: string,
  { types = [], ids = [] }: ReplayScope = {},
): AsyncGenerator<Aggregate> {
  const wanted = [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))]
  for (const [type, replayed] of Object.entries(AGGREGATES)) {
    if (types.length > 0 && !types.includes(type)) continue
    yield* ids.length > 0
      ? replayNamed(billing, businessId, replayed, wanted)
      : replayAll(billing, businessId, replayed)
  }
}

async function* replayAll(billing: Billing, businessId: string, replayed: Replayed): AsyncGenerator<Aggregate> {
  for (let afterId: string | null = null; ;) {
    const [ids, events] = await billing.db.transact({ businessId }, async (tx): Promise<[string[], StagedEvent[]]> => {
      const found = await findIdsAfter(tx, replayed.table, businessId, { afterId, limit: PAGE })
      return [found, await replayed.announce(tx, billing, businessId, found)]
    })
    yield* events.map(toAggregate)
    if (ids.length < PAGE) return
    afterId = ids.at(-1) ?? null
  }
}

async function* replayNamed(
  billing: Billing,
  businessId: string,
  { announce }: Replayed,
  ids: readonly string[],
): AsyncGenerator<Aggregate> {
  for (let from = 0; from < ids.length; from += PAGE) {
    const page = ids.slice(from, from + PAGE)
    yield* (await billing.db.transact({ businessId }, (tx) => announce(tx, billing, businessId, page))).map(toAggregate)
  }
}

const toAggregate = ({ aggregateType, aggregateId, version, event }: StagedEvent): Aggregate => ({
  type: aggregateType,
  id: aggregateId,
  version,
  event,
})
