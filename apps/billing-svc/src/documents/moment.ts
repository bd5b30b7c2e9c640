import type { Billing } from '../billing.ts'

/** An instant, and the zone in whose days it counts. */
export type Moment = { now: Date; timeZone: string }

/** Now, in the days of a business. */
export const momentOf = ({ now }: Pick<Billing, 'now'>, { timeZone }: { timeZone: string }): Moment => ({
  now: now(),
  timeZone,
})
