import type { SheetCell } from './cells.ts'
import { SUBTITLE, TITLE } from './styles.ts'
import type { Sheet } from './workbook.ts'

export type Heading = { title: string; subtitles: readonly string[] }

/** Rows of the heading, including the empty one below it. */
export const headingRows = ({ subtitles }: Heading): number => subtitles.length + 2

export async function writeHeading(sheet: Sheet, { title, subtitles }: Heading): Promise<void> {
  await sheet.row([{ value: title, style: TITLE }])
  for (const subtitle of subtitles) await sheet.row([{ value: subtitle, style: SUBTITLE }])
  await sheet.row([])
}

/** An amount, with its formula if there is one. */
export const summed = (result: number, formula: string | undefined): SheetCell['value'] =>
  formula === undefined ? result : { formula, result }
