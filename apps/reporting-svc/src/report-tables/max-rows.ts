/** How large a report may be that is answered at once. Pure. */
import { refused } from '@pacioli/errors'

/** A table of more rows is no answer but a file. */
export const MAX_ROWS = 150_000

/** @throws ReportTooLarge */
export function requireFewRows(rows: number, most: number): void {
  if (rows > most)
    throw refused(
      'ReportTooLarge',
      `The report would have ${rows} rows; at most ${most} are answered. Ask for a shorter time or fewer accounts, or export it as a spreadsheet.`,
    )
}
