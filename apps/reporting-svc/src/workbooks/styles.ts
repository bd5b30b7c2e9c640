/** Styles of cells. Each is one object, since the writer knows styles by identity. */
import { amountFormat, DAY_FORMAT, type CellStyle } from './cells.ts'

// Named, since programs choose different fonts for one that is only bold.
const font = { name: 'Calibri', family: 2, size: 11 }
const bold = { ...font, bold: true }
const above = { top: { style: 'thin' } } as const

export const TITLE: CellStyle = { font: { ...bold, size: 14 } }
export const SUBTITLE: CellStyle = { font: { ...font, color: { argb: 'FF666666' } } }

const heading: CellStyle = { font: bold, border: { bottom: { style: 'thin' } } }
export const HEADING: CellStyle = { ...heading, alignment: { horizontal: 'left', vertical: 'bottom', wrapText: true } }
/** Over a column of texts or days beside one of amounts, which it would touch. */
export const INSET_HEADING: CellStyle = { ...HEADING, alignment: { ...HEADING.alignment, indent: 1 } }
export const AMOUNT_HEADING: CellStyle = {
  ...heading,
  alignment: { horizontal: 'right', vertical: 'bottom', wrapText: true },
}
/** A heading over several columns, which are not merged, so that they can be sorted. */
export const GROUP_HEADING: CellStyle = { ...heading, alignment: { horizontal: 'centerContinuous' } }

export const TEXT: CellStyle = { alignment: { horizontal: 'left', vertical: 'top' } }
export const WRAPPED_TEXT: CellStyle = { alignment: { ...TEXT.alignment, wrapText: true } }
export const BOLD_TEXT: CellStyle = { ...TEXT, font: bold }
export const TOTAL_TEXT: CellStyle = { ...BOLD_TEXT, border: above }
export const INSET_TEXT: CellStyle = { alignment: { ...TEXT.alignment, indent: 1 } }
export const TOTAL_INSET_TEXT: CellStyle = { ...INSET_TEXT, font: bold, border: above }
export const DAY: CellStyle = { numFmt: DAY_FORMAT, alignment: { horizontal: 'left', vertical: 'top' } }
export const INSET_DAY: CellStyle = { ...DAY, alignment: { ...DAY.alignment, indent: 1 } }
export const TOTAL_INSET_DAY: CellStyle = { ...INSET_DAY, font: bold, border: above }
export const COUNT: CellStyle = { numFmt: '0', alignment: { vertical: 'top' } }

/** Spreadsheets indent no further. */
const MAX_INDENT = 15
const INDENTED = [TEXT, TOTAL_TEXT].map((style) =>
  Array.from({ length: MAX_INDENT + 1 }, (_, indent) => ({ ...style, alignment: { ...style.alignment, indent } })),
)

export const nameStyle = (depth: number, isTotal: boolean): CellStyle =>
  INDENTED[isTotal ? 1 : 0]?.[Math.min(depth, MAX_INDENT)] ?? TEXT

export type AmountStyles = { amount: CellStyle; total: CellStyle }

export function amountStyles(currency: string): AmountStyles {
  const amount = { numFmt: amountFormat(currency), alignment: { horizontal: 'right', vertical: 'top' } } as const
  return { amount, total: { ...amount, font: bold, border: above } }
}
