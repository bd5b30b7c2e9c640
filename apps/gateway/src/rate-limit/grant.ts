import { tokensIn, fullAt, availableAt, type BucketRules, type BucketState } from './token-bucket.ts'

/** The answer to "may this request pass?". Instants in milliseconds. */
export type Grant = {
  allowed: boolean
  limit: number
  remaining: number
  cost: number
  fullAt: number
  retryAt: number
}

/**
 * @param leased tokens that were taken out of the bucket already and are not used yet
 * @param cost what was asked for, in tokens
 */
export function grantFrom(state: BucketState, rules: BucketRules, allowed: boolean, leased = 0, cost = 1): Grant {
  const left = Math.min(rules.capacity, tokensIn(state) + leased)
  return {
    allowed,
    limit: rules.capacity,
    // Whoever is refused has too little left, whatever flowed in while the store was asked.
    remaining: allowed ? left : Math.min(left, cost - 1),
    cost,
    fullAt: fullAt(state, rules),
    retryAt: availableAt(state, rules, Math.max(cost - leased, 1)),
  }
}
