/** How slow callers may be, apart from what a running service needs: whoever serves files loads no more. */
export { MinDataRate } from './min-data-rate.ts'
export type { Transfer, DataRateLimits } from './min-data-rate.ts'
export { limitSlowResponse } from './limit-slow-response.ts'
