import { readEvent } from '@pacioli/events'
import { aggregateOf } from '@pacioli/ledger-facts'
import type { OutgoingContext } from '@pacioli/rpc'
import type { BillingClients } from './billing-clients.ts'

/** The state of an aggregate of billing, as its event carries it. */
export type Replayed = { aggregate: string; id: string; data: unknown }

/** `ids` narrows the types down; without ids all are sent. */
export type ReplayRequest = { types: readonly string[]; ids?: readonly string[]; timeoutMs: number }

/**
 * The aggregates that billing has of a business, in their current state.
 * @throws ServiceUnavailable while billing does not answer
 */
export async function* replayBilling(
  { replay }: BillingClients,
  context: OutgoingContext,
  businessId: string,
  { types, ids = [], timeoutMs }: ReplayRequest,
): AsyncGenerator<Replayed> {
  const request = { business_id: businessId, types: [...types], ids: [...ids] }
  for await (const { event } of replay.ReplayAggregates(request, { context, timeoutMs })) {
    const read = readEvent(event)
    if (!read) throw new TypeError(`Expected a CloudEvents 1.0 event from billing, got ${event.slice(0, 200)}`)
    yield { aggregate: aggregateOf(read.type), id: read.subject, data: read.data }
  }
}
