/** Reads files of rows with a header: CSV, gzipped or not. Pure. */
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { Refusal } from './refusal.ts'

/** `where` names the row for people; the columns are in lower case. */
export type CsvRow = { record: Partial<Record<string, string>>; where: string }

/**
 * The rows of the file, at least one.
 * @param columns that it must have, whatever their case
 * @throws Refusal
 */
export function csvRows(bytes: Uint8Array, file: string, columns: readonly string[]): CsvRow[] {
  const rows = parsed(textOf(bytes, file), file)
  const [first] = rows
  if (!first) throw new Refusal(`${file} has no rows. Expected a header with the columns ${columns.join(', ')}.`)
  const missing = columns.filter((column) => first.record[column] === undefined)
  if (missing.length > 0) throw new Refusal(`${file} lacks the columns ${missing.join(', ')}.`)
  return rows.map(({ record, info }) => ({ record, where: `${file}, row ${info.lines}` }))
}

function textOf(bytes: Uint8Array, file: string): string {
  const isGzipped = bytes[0] === 0x1f && bytes[1] === 0x8b
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(isGzipped ? gunzipSync(bytes) : bytes)
    if (text.includes('\0')) throw new Error('it holds zero bytes')
    return text
  } catch (error) {
    throw new Refusal(
      `${file} is not UTF-8 text, plain or gzipped: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function parsed(csv: string, file: string): { record: Partial<Record<string, string>>; info: { lines: number } }[] {
  try {
    const columns = (header: string[]): string[] => header.map((name) => name.trim().toLowerCase())
    return parse(csv, { columns, bom: true, info: true, skip_empty_lines: true, relax_column_count_less: true })
  } catch (error) {
    throw new Refusal(`${file} is no readable CSV: ${error instanceof Error ? error.message : String(error)}`)
  }
}
