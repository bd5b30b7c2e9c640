/** Minimum data rates. Apart from the main entry point, so that file servers load no more than they need. */
export { MinDataRate } from './min-data-rate.ts'
export type { Transfer, DataRateLimits } from './min-data-rate.ts'
export { limitSlowResponse } from './limit-slow-response.ts'
