import { tokensIn, fullAt, availableAt, type BucketRules, type BucketState } from './token-bucket.ts'

/** Whether a request may pass. Instants in milliseconds. */
export type Grant = {
  allowed: boolean
  limit: number
  remaining: number
  cost: number
  fullAt: number
  retryAt: number
}

/**
 * @param leased tokens already taken out of the bucket and not used yet
 * @param cost requested tokens
 */
export function grantFrom(state: BucketState, rules: BucketRules, allowed: boolean, leased = 0, cost = 1): Grant {
  const left = Math.min(rules.capacity, tokensIn(state) + leased)
  return {
    allowed,
    limit: rules.capacity,
    // A refusal has to show too little, even if tokens flowed in while the store answered.
    remaining: allowed ? left : Math.min(left, cost - 1),
    cost,
    fullAt: fullAt(state, rules),
    retryAt: availableAt(state, rules, Math.max(cost - leased, 1)),
  }
}
