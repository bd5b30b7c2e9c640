/** Requests count by their weight: what a body costs of the caller's bucket, and when it may be worked on. */
import type { Workload } from '@pacioli/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from './auth/caller.ts'
import { whenFinished } from './edge/when-finished.ts'
import { applyGrant } from './rate-limit/headers.ts'
import type { Grant } from './rate-limit/grant.ts'

/** A request counts as one, and as one more for each of these that its body has beyond the first: some six journal entries. */
const BYTES_OF_ONE = 2 * 1024

/** What it has paid before its body is there. */
const COST_OF_ADMISSION = 1

/** What a request with a body of so many bytes costs, in tokens of the bucket of its caller. */
export const costOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / BYTES_OF_ONE))

type CostOptions = {
  workload: Workload
  /** Takes more of the caller's bucket; absent where limits are lifted, or the endpoint has a bucket that counts requests. */
  takeMore: ((cost: number, taken: number) => Grant | Promise<Grant>) | undefined
}

/**
 * Weighs the body of a request that was admitted: its cost is taken before anything of it is read where its length is
 * announced, and else before anything is done with it. What is large waits for a turn of its client, which lasts until the
 * answer is sent.
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
  request.admitBody = async (bytes) => {
    request.bodyReceivedAt = performance.now()
    await pay(bytes)
    whenFinished(reply, await workload.begin(work, bytes))
  }
  request.reserveBytes = (bytes, { mayRefuse } = { mayRefuse: false }) =>
    whenFinished(reply, mayRefuse ? workload.reserve(work, bytes) : workload.charge(work, bytes))
  const announced = Number(request.headers['content-length'] ?? 0)
  // What is refused for its length costs as little as whatever else is refused.
  if (announced <= request.routeOptions.bodyLimit) await pay(announced)
}
