import type { Tx } from '@pacioli/db'
import { wholeEvent } from '@pacioli/events'
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

/** Types and ids to replay; all where none is named. */
export type ReplayScope = { types?: readonly string[]; ids?: readonly string[] }

/**
 * The current state of all aggregates of a business, including archived, voided and deleted ones; nothing for an unknown
 * business, type or id. Each page is a transaction of its own: changes in between also arrive as events.
 */
export async function* replayBusiness(
  billing: Billing,
  businessId: string,
  { types = [], ids = [] }: ReplayScope = {},
): AsyncGenerator<Aggregate> {
  const requested = [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))]
  for (const [type, replayed] of Object.entries(AGGREGATES)) {
    if (types.length > 0 && !types.includes(type)) continue
    yield* replay(billing, businessId, replayed, ids.length > 0 ? requested : undefined)
  }
}

/** Those with these ids, or all. */
async function* replay(
  { db, newId, now }: Billing,
  businessId: string,
  { table, announce }: Replayed,
  requested?: readonly string[],
): AsyncGenerator<Aggregate> {
  let ids: readonly string[] = []
  for (let from = 0; from === 0 || ids.length === PAGE; from += PAGE) {
    const after = { afterId: ids.at(-1) ?? null, limit: PAGE }
    const announced = await db.transact({ businessId }, async (tx) => {
      ids = requested?.slice(from, from + PAGE) ?? (await findIdsAfter(tx, table, after))
      return announce(tx, ids)
    })
    for (const one of announced) {
      const { event } = eventOf(one, { businessId, id: newId(), time: now() }, wholeEvent)
      yield { type: one.aggregateType, id: one.id, version: one.version, event }
    }
  }
}
