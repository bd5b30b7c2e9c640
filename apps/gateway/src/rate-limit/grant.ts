import { tokensIn, whenFull, whenHolding, type BucketRules, type BucketState } from './token-bucket.ts'

/** The answer to "may this request pass?". Instants in milliseconds. */
export type Grant = { allowed: boolean; limit: number; remaining: number; fullAt: number; retryAt: number }

/** `held`: tokens that were taken out of the bucket already and are not used yet. */
export function grantFrom(state: BucketState, rules: BucketRules, allowed: boolean, held = 0): Grant {
  return {
    allowed,
    limit: rules.capacity,
    // Whoever is refused has nothing left, whatever flowed in while the store was asked.
    remaining: allowed ? Math.min(rules.capacity, tokensIn(state) + held) : 0,
    fullAt: whenFull(state, rules),
    retryAt: whenHolding(state, rules, 1),
  }
}
