/** How large a report in a response may be. Pure. */
import { refused } from '@pacioli/errors'

/** A larger report has to be exported as a file. */
export const MAX_ROWS = 150_000

/** @throws ReportTooLarge */
export function requireFewRows(rows: number, limit: number): void {
  if (rows > limit)
    throw refused(
      'ReportTooLarge',
      `The report would have ${rows} rows; at most ${limit} are answered. Ask for a shorter time or fewer accounts, or export it as a spreadsheet.`,
    )
}
