/** What a request costs by the size of its body: tokens of the caller's bucket, and capacity of the gateway. */
import type { Workload } from '@pacioli/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from './auth/caller.ts'
import { whenFinished } from './edge/when-finished.ts'
import { applyGrant } from './rate-limit/headers.ts'
import type { Grant } from './rate-limit/grant.ts'

/** A request costs one token, and one more for each further unit of its body: some six journal entries. */
const BYTES_OF_ONE = 2 * 1024

/** Tokens paid before the body is there. */
const COST_OF_ADMISSION = 1

/** The cost of a body, in tokens. */
export const costOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / BYTES_OF_ONE))

type CostOptions = {
  workload: Workload
  /**
   * Takes more tokens of the caller's bucket; absent where limits are off, or the endpoint has a bucket that counts
   * requests.
   */
  takeMore: ((cost: number, taken: number) => Grant | Promise<Grant>) | undefined
}

/**
 * Charges the body of an admitted request: before it is read where its length is announced, else before it is
 * processed. A large one waits for a permit of its client, which lasts until the answer is sent.
 * @throws RateLimitExceeded; later ServiceUnavailable
 */
export async function trackCost(
  { workload, takeMore }: CostOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
) {
  const { businessId } = request.params as { businessId?: string }
  const work = { clientId: caller.clientId, businessId }
  let paid = COST_OF_ADMISSION
  const pay = async (bytes: number): Promise<void> => {
    const cost = costOf(bytes)
    if (cost <= paid || !takeMore) return
    applyGrant(reply, await takeMore(cost, paid))
    paid = cost
  }
  // Named, then assigned: V8 takes a function that is written where it is assigned to a property for one that stays, and
  // keeps it, with its request, until a full collection.
  const admitBody = async (bytes: number): Promise<void> => {
    request.bodyReceivedAt = performance.now()
    await pay(bytes)
    whenFinished(reply, await workload.begin(work, bytes))
  }
  const reserveBytes = (bytes: number, { mayRefuse } = { mayRefuse: false }): void =>
    whenFinished(reply, mayRefuse ? workload.reserve(work, bytes) : workload.charge(work, bytes))
  request.admitBody = admitBody
  request.reserveBytes = reserveBytes
  const announced = Number(request.headers['content-length'] ?? 0)
  // A body refused for its length costs no more than any other refusal.
  if (announced <= request.route.bodyLimit) await pay(announced)
}
