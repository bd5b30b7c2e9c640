/**
 * Deliveries by the relay as parts of the requests that left them behind; within a request they are its parts anyway.
 */
import { attribute, tracedBatch } from '@pacioli/telemetry'
import type { WaitingPosting } from './posting.store.ts'

export const tracedDelivery = <Result>(
  businessId: string,
  postings: readonly WaitingPosting[],
  deliver: () => Promise<Result>,
): Promise<Result> =>
  tracedBatch(
    'deliver postings',
    { attributes: { [attribute.businessId]: businessId, [attribute.postings]: postings.length } },
    () => postings,
    deliver,
  )
