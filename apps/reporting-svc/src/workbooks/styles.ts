/** How cells of reports look. Each look is one object, since the writer knows styles by identity. */
import { amountFormat, DAY_FORMAT, type CellStyle } from './cells.ts'

const bold = { bold: true }
const above = { top: { style: 'thin' } } as const

export const TITLE: CellStyle = { font: { bold: true, size: 14 } }
export const SUBTITLE: CellStyle = { font: { color: { argb: 'FF666666' } } }

const heading: CellStyle = { font: bold, border: { bottom: { style: 'thin' } } }
export const HEADING: CellStyle = { ...heading, alignment: { horizontal: 'left', vertical: 'bottom', wrapText: true } }
export const AMOUNT_HEADING: CellStyle = {
  ...heading,
  alignment: { horizontal: 'right', vertical: 'bottom', wrapText: true },
}
/** A heading over several columns, which stand beside one another without being merged: they can still be sorted. */
export const GROUP_HEADING: CellStyle = { ...heading, alignment: { horizontal: 'centerContinuous' } }

export const TEXT: CellStyle = { alignment: { horizontal: 'left', vertical: 'top' } }
export const BOLD_TEXT: CellStyle = { ...TEXT, font: bold }
export const TOTAL_TEXT: CellStyle = { ...BOLD_TEXT, border: above }
export const DAY: CellStyle = { numFmt: DAY_FORMAT, alignment: { horizontal: 'left', vertical: 'top' } }
export const TOTAL_DAY: CellStyle = { ...DAY, font: bold, border: above }
export const COUNT: CellStyle = { numFmt: '0', alignment: { vertical: 'top' } }

/** No spreadsheet indents further. */
const MAX_INDENT = 15
const INDENTED = [TEXT, TOTAL_TEXT].map((style) =>
  Array.from({ length: MAX_INDENT + 1 }, (_, indent) => ({ ...style, alignment: { ...style.alignment, indent } })),
)

/** The name of a row at this depth. */
export const nameStyle = (depth: number, isTotal: boolean): CellStyle =>
  INDENTED[isTotal ? 1 : 0]?.[Math.min(depth, MAX_INDENT)] ?? TEXT

export type AmountStyles = { amount: CellStyle; total: CellStyle }

/** The looks of amounts in a currency. */
export function amountStyles(currency: string): AmountStyles {
  const amount = { numFmt: amountFormat(currency), alignment: { horizontal: 'right', vertical: 'top' } } as const
  return { amount, total: { ...amount, font: bold, border: above } }
}
