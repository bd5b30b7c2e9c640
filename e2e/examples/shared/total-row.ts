/** A row at the end of a file that says what those above it come to, as people who export tables add it. Pure. */
import type { CsvRow } from './csv-rows.ts'

const total = /^(grand |sub)?(totals?|sums?)\b/i

/**
 * Whether a row names nothing of its own.
 * @param names columns that every other row has something in, which the row may fill with the word itself
 */
export function isTotal({ record }: CsvRow, names: readonly string[]): boolean {
  const isNameless = names.every((name) => {
    const value = record[name]?.trim() ?? ''
    return value === '' || total.test(value)
  })
  return isNameless && Object.values(record).some((value) => value !== undefined && value.trim() !== '')
}

/** The rows of the file, and the row of totals where the last one is that. */
export function apartFromTotal(
  rows: readonly CsvRow[],
  names: readonly string[],
): { rows: readonly CsvRow[]; total: CsvRow | undefined } {
  const last = rows.at(-1)
  return last && rows.length > 1 && isTotal(last, names)
    ? { rows: rows.slice(0, -1), total: last }
    : { rows, total: undefined }
}
