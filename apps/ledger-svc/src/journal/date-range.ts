import { instantRange, type InstantRange } from '@pacioli/calendar'
import { refused } from '@pacioli/errors'

/** The instants that `start_date` and `end_date` mean for the business. @throws InvalidQuery */
export function rangeOf(startDate: string | undefined, endDate: string | undefined, timeZone: string): InstantRange {
  try {
    return instantRange(startDate, endDate, timeZone)
  } catch {
    throw refused('InvalidQuery', 'Dates are YYYY-MM-DD, or a date-time with offset.', {
      field: 'start_date, end_date',
    })
  }
}
