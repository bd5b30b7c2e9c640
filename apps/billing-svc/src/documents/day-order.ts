/** Documents are not dated before what they follow from, compared by days of the business's zone. Pure. */
import { dayOf } from '@pacioli/calendar'
import type { Problems } from '@pacioli/errors'

/** Something that a request dates; `field` is where. */
type Dated = { at: Date; field: string }

/** What it follows from; `what` says it: `The payment … was made`. */
type Cause = { at: Date; what: string }

/** Adds `DatedTooEarly` where it is dated before the day of its cause: the same day passes. */
export function refuseEarlier({ at, field }: Dated, cause: Cause, timeZone: string, problems: Problems): void {
  if (at >= cause.at) return
  const [day, earliest] = [dayOf(at, timeZone), dayOf(cause.at, timeZone)]
  if (day < earliest)
    problems.add('DatedTooEarly', `${cause.what} on ${earliest}. Expected that day or a later one; here is ${day}.`, {
      field,
      value: at.toISOString(),
      earliest_day: earliest,
    })
}

/** The same of the day on which it is due; without one, nothing is due too early. @param what `The bill is received` */
export function refuseEarlyDueDate(
  { documentDate, dueAt }: { documentDate: Date; dueAt: Date | null },
  { what, field }: { what: string; field: string },
  timeZone: string,
  problems: Problems,
): void {
  if (dueAt !== null) refuseEarlier({ at: dueAt, field }, { at: documentDate, what }, timeZone, problems)
}
