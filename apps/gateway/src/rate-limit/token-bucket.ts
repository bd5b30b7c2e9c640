/**
 * The token bucket. Pure. Levels are whole thousandths of a token, so a step of a millisecond adds a whole number and
 * nothing is rounded.
 */

export type BucketRules = {
  /** The most the bucket contains, and its first level. In tokens. */
  capacity: number
  perSecond: number
  /** 1: fills evenly, every millisecond. 1000: fills once per whole second elapsed since the first use. */
  stepMs: 1 | 1000
}

/** One of so many parts of a bucket: at least one token, and one a second. */
export const partOf = ({ capacity, perSecond, stepMs }: BucketRules, parts: number): BucketRules => ({
  capacity: Math.max(1, Math.floor(capacity / parts)),
  perSecond: Math.max(1, Math.floor(perSecond / parts)),
  stepMs,
})

/** `level` in thousandths of a token at the instant `at`, in milliseconds. `at` moves in whole steps only. */
export type BucketState = { level: number; at: number }

const MILLI = 1000

const full = ({ capacity }: BucketRules): number => capacity * MILLI

const perStep = ({ perSecond, stepMs }: BucketRules): number => (perSecond * MILLI * stepMs) / 1000

export const newBucket = (rules: BucketRules, now: number): BucketState => ({ level: full(rules), at: now })

/** The bucket at `now`. A clock that went back, or another machine's that is ahead, adds nothing. */
export function refilled(state: BucketState, rules: BucketRules, now: number): BucketState {
  const steps = Math.floor(Math.max(0, now - state.at) / rules.stepMs)
  return {
    level: Math.min(full(rules), state.level + steps * perStep(rules)),
    at: state.at + steps * rules.stepMs,
  }
}

/** Takes up to `requested` whole tokens. */
export function take(
  state: BucketState,
  rules: BucketRules,
  requested: number,
  now: number,
): { state: BucketState; granted: number } {
  const { level, at } = refilled(state, rules, now)
  const granted = Math.min(requested, Math.floor(level / MILLI))
  return { state: { level: level - granted * MILLI, at }, granted }
}

/** Takes all `requested` tokens, or none. */
export function takeAll(
  state: BucketState,
  rules: BucketRules,
  requested: number,
  now: number,
): { state: BucketState; granted: number } {
  const before = refilled(state, rules, now)
  return tokensIn(before) < requested ? { state: before, granted: 0 } : take(before, rules, requested, now)
}

export const tokensIn = (state: BucketState): number => Math.floor(state.level / MILLI)

/** When an unused bucket contains this many tokens, in milliseconds. */
export function availableAt(state: BucketState, rules: BucketRules, tokens: number): number {
  const missing = Math.max(0, tokens * MILLI - state.level)
  return state.at + Math.ceil(missing / perStep(rules)) * rules.stepMs
}

/** When an unused bucket is full. */
export const fullAt = (state: BucketState, rules: BucketRules): number => availableAt(state, rules, rules.capacity)
