/** Values and formats of cells. Pure. */
import type { Day } from '@pacioli/calendar'
import { decimalsOf } from '@pacioli/money'
import type { Style } from 'exceljs'

export type CellStyle = Partial<Style>

/** A formula comes with its result, for programs that show it without calculating. */
export type CellValue = string | number | null | { formula: string; result: number }

/** `link` is the address of what the value is made of. */
export type SheetCell = { value: CellValue; style: CellStyle; link?: string | undefined }

/** Spreadsheets store no longer texts. */
export const MAX_TEXT = 32_767

/** Characters that XML 1.0 cannot represent, and DEL, which the writer would drop. Lone surrogates are replaced separately. */
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g

/**
 * Text that a cell can store. It is written as text, so that `=1+1` is no formula. A line break is a line feed, since XML has no
 * other.
 */
export function cellText(text: string): string {
  const written = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(UNWRITABLE, '\ufffd')
    // Spreadsheets read _x0041_ as A, unless its underscore is escaped the same way.
    .replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
  if (written.length <= MAX_TEXT) return written
  // Never split a surrogate pair.
  return `${written.slice(0, MAX_TEXT - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Minor units as the displayed number. */
export const majorUnits = (amount: number, currency: string): number => amount / 10 ** decimalsOf(currency)

export function amountFormat(currency: string): string {
  const decimals = decimalsOf(currency)
  return decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`
}

export const DAY_FORMAT = 'yyyy-mm-dd'

const DAY_MS = 86_400_000
/** Spreadsheets count days from here, as of March 1900. */
const EPOCH = Date.parse('1899-12-30T00:00:00Z')
const FIRST_SERIAL = 61

/** A day as the number that spreadsheets sort and compare; a day before their calendar, as text. */
export function dayValue(day: Day): number | string {
  const serial = (Date.parse(`${day}T00:00:00Z`) - EPOCH) / DAY_MS
  return serial >= FIRST_SERIAL ? serial : day
}

/** `A` for 1, `AA` for 27. */
export function columnName(number: number): string {
  const index = number - 1
  return `${index >= 26 ? columnName(Math.floor(index / 26)) : ''}${String.fromCharCode(65 + (index % 26))}`
}

const MAX_SHEET_NAME = 31

/** A valid name of a sheet. */
export function sheetName(name: string): string {
  const cleaned = cellText(name)
    .replace(/[[\]:*?/\\\n\t\ufffd]/g, ' ')
    .trim()
    .slice(0, MAX_SHEET_NAME)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/^'+|'+$/g, '')
    .trim()
  return cleaned === '' || cleaned.toLowerCase() === 'history' ? 'Sheet' : cleaned
}

/** How many lines a text takes in a column of so many characters: it wraps between words, and within long words. */
export function linesIn(text: string, width: number): number {
  let [lines, used] = [1, 0]
  for (const word of text.split(' ')) {
    const { length } = word
    const isFitting = used === 0 || used + 1 + length <= width
    if (!isFitting) lines += 1
    used = isFitting && used > 0 ? used + 1 + length : length
    lines += Math.max(0, Math.ceil(used / width) - 1)
    used = used > width ? used % width || width : used
  }
  return lines
}
