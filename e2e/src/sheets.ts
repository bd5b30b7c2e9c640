/** Workbooks, read by a library that is not ours. */
import ExcelJS from 'exceljs'

const DAY_MS = 86_400_000
/** 1970-01-01, as spreadsheets count days. */
const FIRST_DAY = 25_569

/** Where a cell of the first sheet leads. */
export type CellLink = { cell: string; address: string; value: ExcelJS.CellValue }

/** The library takes what is in a cell with a link for text, also a number or a day; of zero it tells nothing. */
function shownIn({ value, numFmt }: ExcelJS.Cell): ExcelJS.CellValue {
  const { text = 0 } = value as { text?: string | number }
  return typeof text === 'number' && numFmt === 'yyyy-mm-dd' ? new Date((text - FIRST_DAY) * DAY_MS) : text
}

/** The sheets of a workbook, with the values of their cells in place of links, which are told of the first sheet. */
export async function sheetsIn(file: ArrayBuffer): Promise<{ sheets: ExcelJS.Worksheet[]; links: CellLink[] }> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(file)
  const sheets = workbook.worksheets
  const links: CellLink[] = []
  for (const sheet of sheets)
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        const { type, address: at, hyperlink: address } = cell
        if (type !== ExcelJS.ValueType.Hyperlink) return
        cell.value = shownIn(cell)
        if (sheet === sheets[0]) links.push({ cell: at, address, value: cell.value })
      }),
    )
  return { sheets, links }
}
