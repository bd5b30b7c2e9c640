import type { Database } from '@pacioli/db'
import type { Tenant } from '@pacioli/rpc'
import { Afterwards } from './afterwards.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** A month is posted to for some days after its end, and these postings need not move its sum yet. */
const DAYS_AFTER_A_MONTH = 10

/** The day, the first of a month, before which months have sums. */
export const monthsBefore = (now: Date): string =>
  `${new Date(now.getTime() - DAYS_AFTER_A_MONTH * DAY_MS).toISOString().slice(0, 7)}-01`

type Months = Tenant & { before: string }

/**
 * Has the months of a business summed that are over: the first posting of a day in this process asks whether there are any.
 * Until then they are read by day, which only takes longer; so what fails is left to the next day.
 */
export class MonthSums {
  readonly #afterwards: Afterwards<Months>
  #day = ''
  readonly #asked = new Set<string>()

  /** @param sum sums one month, and tells whether more are left */
  constructor(
    sum: (tenant: Tenant, before: string) => Promise<boolean>,
    onFailure: (error: unknown, tenant: Tenant) => void,
  ) {
    this.#afterwards = new Afterwards<Months>(
      ({ businessId }) => businessId,
      async (months) => {
        if (await sum(months, months.before)) this.#afterwards.add([months])
      },
      onFailure,
    )
  }

  /** Tells that a posting to the business is answered. */
  posted({ clientId, businessId }: Tenant, now: Date): void {
    const day = now.toISOString().slice(0, 10)
    if (day !== this.#day) {
      this.#day = day
      this.#asked.clear()
    }
    if (this.#asked.has(businessId)) return
    this.#asked.add(businessId)
    this.#afterwards.add([{ clientId, businessId, before: monthsBefore(now) }])
  }

  /** Resolves when nothing is waiting. */
  idle(): Promise<void> {
    return this.#afterwards.idle()
  }

  stop(): Promise<void> {
    return this.#afterwards.stop()
  }
}

/**
 * Sums the days of a month of a business that is read by day, if it ends by this day (see `sum_months_v1`).
 * @param before the first day of a month, `YYYY-MM-DD`
 * @returns whether more months are left
 */
export async function sumMonths(db: Database, { clientId, businessId }: Tenant, before: string): Promise<boolean> {
  const [row] = await db.call<{ more: boolean }>(
    'SELECT sum_months_v1($1, $2, $3) AS more',
    [clientId, businessId, before],
    businessId,
  )
  return row?.more ?? false
}
