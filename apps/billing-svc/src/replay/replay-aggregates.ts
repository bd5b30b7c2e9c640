import type { Database, Tx } from '@pacioli/db'
import { wholeEvent, type StagedEvent } from '@pacioli/events'
import { replayRows, type EventHead, type OwnedRows, type RowsAfter } from '@pacioli/history'
import type { Aggregate } from '@pacioli/protos/billing'
import { isUuid } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import {
  eventOf,
  type Announcement,
  type DocumentKind,
  type DocumentTable,
  type Recorded,
} from '../documents/document-kind.ts'
import { BILL_PAYMENTS } from '../payables/bill-payment.kind.ts'
import { BILLS } from '../payables/bill.kind.ts'
import { VENDOR_CREDITS } from '../payables/vendor-credit.kind.ts'
import { VENDOR_REFUNDS } from '../payables/vendor-refund.kind.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { announcementOfReturn, INVOICE_PAYMENTS } from '../receivables/invoice-payment.kind.ts'
import { findPaymentsOfReturns } from '../receivables/invoice-payment.store.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import { PAYOUTS } from '../receivables/payout.kind.ts'
import { findRefundsOfPayments } from '../receivables/refund-payment.store.ts'
import { announcementOfPayment, REFUNDS } from '../receivables/refund.kind.ts'
import { findIdsAfter } from './replay.store.ts'

const PAGE = 200

/** A kind of aggregate; announces the current state of those with these ids. */
type Replayed = { table: DocumentTable; announce: (tx: Tx, ids: readonly string[]) => Promise<Announcement[]> }

/** The first announcement is of the document itself. */
const replayedKind = <Document extends Recorded>(
  kind: Pick<DocumentKind<Document, never, never>, 'table' | 'load' | 'announcementsOf'>,
): Replayed => ({
  table: kind.table,
  announce: async (tx, ids) =>
    (await kind.load(tx, ids)).flatMap((after) => kind.announcementsOf({ before: after, after }).slice(0, 1)),
})

/** Each with its refund. */
const replayedRefundPayments: Replayed = {
  table: 'refund_payments',
  announce: async (tx, ids) => {
    const refundIds = new Set((await findRefundsOfPayments(tx, ids)).values())
    const requested = new Set(ids)
    return (await REFUNDS.load(tx, [...refundIds])).flatMap((refund) =>
      refund.payments
        .filter(({ id }) => requested.has(id))
        .map((payment) => announcementOfPayment({ before: payment, after: payment }, refund)),
    )
  },
}

/** Each with its payment. */
const replayedReturns: Replayed = {
  table: 'invoice_payment_returns',
  announce: async (tx, ids) => {
    const paymentIds = new Set((await findPaymentsOfReturns(tx, ids)).values())
    const requested = new Set(ids)
    return (await INVOICE_PAYMENTS.load(tx, [...paymentIds])).flatMap((payment) =>
      payment.returns
        .filter(({ id }) => requested.has(id))
        .map((back) => announcementOfReturn({ before: back, after: back }, payment)),
    )
  },
}

const AGGREGATES: Readonly<Record<string, Replayed>> = {
  vendor: replayedKind(VENDORS),
  bill: replayedKind(BILLS),
  bill_payment: replayedKind(BILL_PAYMENTS),
  vendor_credit: replayedKind(VENDOR_CREDITS),
  vendor_refund: replayedKind(VENDOR_REFUNDS),
  customer: replayedKind(CUSTOMERS),
  invoice: replayedKind(INVOICES),
  invoice_payment: replayedKind(INVOICE_PAYMENTS),
  invoice_payment_return: replayedReturns,
  refund: replayedKind(REFUNDS),
  refund_payment: replayedRefundPayments,
  payout: replayedKind(PAYOUTS),
}

/** All that billing has of a business, including what is archived, voided and deleted. */
export const ownedRows = (businessId: string, head: () => EventHead): OwnedRows =>
  Object.fromEntries(
    Object.entries(AGGREGATES).map(([type, { table, announce }]) => [
      type,
      async (tx, after, limit) => {
        const ids = await findIdsAfter(tx, table, { afterId: after, limit })
        const events = (await announce(tx, ids)).map((one) => announced(businessId, one, head()))
        return { events, last: ids.length < limit ? null : (ids.at(-1) ?? null) }
      },
    ]),
  )

const announced = (businessId: string, one: Announcement, head: EventHead): StagedEvent =>
  eventOf(one, { businessId, ...head }, wholeEvent)

/** Types and ids to replay; all where none is named. */
export type ReplayScope = { types?: readonly string[]; ids?: readonly string[] }

/**
 * The current state of all aggregates of a business, including archived, voided and deleted ones; nothing for an unknown
 * business, type or id. Each page is a transaction of its own: changes in between also arrive as events.
 */
export async function* replayBusiness(
  { db, newId, now }: Billing,
  businessId: string,
  { types = [], ids = [] }: ReplayScope = {},
): AsyncGenerator<Aggregate> {
  const head = (): EventHead => ({ id: newId(), time: now() })
  const requested = [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))]
  for (const [type, after] of Object.entries(ownedRows(businessId, head))) {
    if (types.length > 0 && !types.includes(type)) continue
    const events =
      ids.length > 0 ? replayThese(db, businessId, AGGREGATES[type], requested, head) : replayAll(db, businessId, after)
    for await (const { aggregateType, aggregateId: id, version, event } of events)
      yield { type: aggregateType, id, version, event }
  }
}

const replayAll = (db: Database, businessId: string, after: RowsAfter): AsyncGenerator<StagedEvent> =>
  replayRows((work) => db.transact({ businessId }, work), after, PAGE)

async function* replayThese(
  db: Database,
  businessId: string,
  replayed: Replayed | undefined,
  ids: readonly string[],
  head: () => EventHead,
): AsyncGenerator<StagedEvent> {
  for (let from = 0; from < ids.length; from += PAGE) {
    const some = ids.slice(from, from + PAGE)
    const found = await db.transact({ businessId }, async (tx) => (await replayed?.announce(tx, some)) ?? [])
    yield* found.map((one) => announced(businessId, one, head()))
  }
}
