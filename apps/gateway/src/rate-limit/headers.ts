import { refused } from '@pacioli/errors'
import type { FastifyReply } from 'fastify'
import type { Grant } from './grant.ts'

/** Shows the caller the state of the bucket, whatever the answer is. */
export function setRateHeaders(reply: FastifyReply, grant: Grant): void {
  reply.header('x-ratelimit-limit', grant.limit)
  reply.header('x-ratelimit-remaining', grant.remaining)
  reply.header('x-ratelimit-reset', Math.ceil(grant.fullAt / 1000))
}

/**
 * Shows the caller the state of the bucket.
 * @throws RateLimitExceeded when the bucket had too few tokens
 */
export function applyGrant(reply: FastifyReply, grant: Grant): void {
  setRateHeaders(reply, grant)
  if (grant.allowed) return
  const seconds = Math.max(1, Math.ceil((grant.retryAt - Date.now()) / 1000))
  reply.header('retry-after', seconds)
  throw refused('RateLimitExceeded', `${describeGrant(grant)} Try again after ${seconds} s.`, { retry_after: seconds })
}

const describeGrant = ({ limit, remaining, cost }: Grant): string =>
  cost === 1
    ? `At most ${limit} requests pass at once.`
    : `At most ${limit} requests pass at once, and one of this size counts as ${cost}; there is room for ${remaining}.`
