/** A CSV file as rows of texts. Pure. */
import { CsvError, parse } from 'csv-parse/sync'
import { MAX_LINES, tooManyLines, unreadable } from './statement.ts'

export type CsvRow = { line: number; cells: string[] }

const DELIMITERS = [',', ';', '\t', '|'] as const
/** Rows of banks are shorter, and have fewer cells. */
const MAX_LINE_CHARACTERS = 64 * 1024
const MAX_CELLS = 1_000
/** Lines that show the delimiter. */
const SAMPLE_LINES = 20

/** Rows with their line in the file; empty ones are left out. @throws UnreadableStatement */
export function csvTable(text: string, options: { delimiter?: string | undefined; skipRows: number }): CsvRow[] {
  requireShortLines(text)
  const delimiter = options.delimiter ?? delimiterOf(text, options.skipRows)
  // A header and one line more than there may be.
  const rows = readRows(text, delimiter, options.skipRows + 1, MAX_LINES + 2)
  if (rows.length > MAX_LINES + 1) throw tooManyLines()
  return rows
}

function readRows(text: string, delimiter: string, fromLine: number, limit: number): CsvRow[] {
  const skipped = skipLines(text, fromLine - 1)
  try {
    const records = parse(skipped, {
      delimiter,
      to: limit,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: MAX_LINE_CHARACTERS,
      on_record: withinWidth,
    }) as unknown as { info: { lines: number }; record: string[] }[]
    return records.map(({ info, record }) => ({ line: info.lines + fromLine - 1, cells: record }))
  } catch (error) {
    if (error instanceof CsvError)
      throw unreadable(`The file is no CSV that can be read: ${error.message.slice(0, 200)}.`)
    throw error
  }
}

/** Called for each record as it is read, so a file of delimiters alone ends at the first one. */
function withinWidth<Record>(read: Record): Record {
  const { record } = read as { record: string[] }
  if (record.length > MAX_CELLS) throw unreadable(`A row of the file has more than ${MAX_CELLS} cells.`)
  return read
}

/** @throws UnreadableStatement */
function requireShortLines(text: string): void {
  for (let at = 0; at < text.length;) {
    const next = text.indexOf('\n', at)
    const end = next < 0 ? text.length : next
    if (end - at > MAX_LINE_CHARACTERS)
      throw unreadable(`A line of the file has more than ${MAX_LINE_CHARACTERS} characters: it is no CSV of a bank.`)
    at = end + 1
  }
}

/** Lines above the table are not CSV: they may have any quotes. */
function skipLines(text: string, count: number): string {
  let at = 0
  for (let line = 0; line < count; line++) {
    const next = text.indexOf('\n', at)
    if (next < 0) return ''
    at = next + 1
  }
  return text.slice(at)
}

/** The one that splits most of the first lines into the same number of cells; of these the one with most cells. */
function delimiterOf(text: string, skipRows: number): string {
  const head = skipLines(text, skipRows).slice(0, 64 * 1024)
  const lines = head.split(/\r?\n/).slice(0, SAMPLE_LINES)
  let best: { delimiter: string; score: number } = { delimiter: ',', score: 0 }
  for (const delimiter of DELIMITERS) {
    const widths = widthsOf(lines, delimiter)
    const first = widths[0] ?? 0
    const score = first < 2 ? 0 : (widths.filter((width) => width === first).length / widths.length) * 100 + first / 100
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** A quoted cell may continue beyond the last of the lines: then fewer lines decide. */
function widthsOf(lines: readonly string[], delimiter: string): number[] {
  for (let count = lines.length; count > 0; count--)
    try {
      return readRows(lines.slice(0, count).join('\n'), delimiter, 1, SAMPLE_LINES).map(({ cells }) => cells.length)
    } catch {
      continue
    }
  return []
}
