import type { Tx } from '@pacioli/db'
import { wholeEvent, type StagedEvent } from '@pacioli/events'
import type { Aggregate } from '@pacioli/protos/billing'
import { isUuid } from '@pacioli/rpc'
import { paymentEvent } from '../bill-payments/bill-payment.events.ts'
import { loadPayments } from '../bill-payments/bill-payment.store.ts'
import type { Billing } from '../billing.ts'
import { billEvent } from '../bills/bill.events.ts'
import { loadBills } from '../bills/bill.store.ts'
import { creditEvent } from '../vendor-credits/vendor-credit.events.ts'
import { loadCredits } from '../vendor-credits/vendor-credit.store.ts'
import { vendorEvent } from '../vendors/vendor.events.ts'
import { loadVendors } from '../vendors/vendor.store.ts'
import { findIdsAfter, type ReplayedTable } from './replay.store.ts'

const PAGE = 200

/** A kind of aggregate, and what announces those with these ids as they are now. */
type Replayed = {
  table: ReplayedTable
  announce: (tx: Tx, billing: Billing, businessId: string, ids: readonly string[]) => Promise<StagedEvent[]>
}

const AGGREGATES: Readonly<Record<string, Replayed>> = {
  vendor: {
    table: 'vendors',
    announce: async (tx, { newId, now }, businessId, ids) =>
      (await loadVendors(tx, businessId, ids)).map((vendor) =>
        vendorEvent(vendor, 'changed', newId(), now(), wholeEvent),
      ),
  },
  bill: {
    table: 'bills',
    announce: async (tx, { newId, now }, businessId, ids) =>
      (await loadBills(tx, businessId, ids)).map((bill) => billEvent(bill, 'changed', newId(), now(), wholeEvent)),
  },
  bill_payment: {
    table: 'bill_payments',
    announce: async (tx, { newId, now }, businessId, ids) =>
      (await loadPayments(tx, businessId, ids)).map((payment) =>
        paymentEvent(payment, 'changed', newId(), now(), wholeEvent),
      ),
  },
  vendor_credit: {
    table: 'vendor_credits',
    announce: async (tx, { newId, now }, businessId, ids) =>
      (await loadCredits(tx, businessId, ids)).map((credit) =>
        creditEvent(credit, 'changed', newId(), now(), wholeEvent),
      ),
  },
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
