/** Reports as JSON: rows nested by their depth, however many there are. Pure. */
import type { Positions } from '@pacioli/history/positions'
import { publicHead, type ReportHead } from '../report-query/report-head.ts'
import { leavesOf, type Cell, type Column, type ReadReport, type Row } from '../report-tables/report.ts'

/** Some thirty of them wait for a slow reader. */
export const PIECE_BYTES = 64 * 1024
/** UTF-8 needs no more for a unit of a JavaScript string. */
const BYTES_OF_UNIT = 3

/**
 * The JSON text of a response with one report, in pieces. A row contains the deeper rows that follow it. Written by hand: with
 * a serializer, building objects would take most of the time of a large report.
 */
export async function* reportJson({ head, positions, columns, batches }: ReadReport): AsyncGenerator<Buffer> {
  const cells = cellWriter(columns)
  let piece = Buffer.from(
    `{"data":{"type":"Unified_Report",${fieldsOf(head, positions)},"columns":${JSON.stringify(columns.map(toPublic))},"rows":[`,
  )
  let used = piece.length
  let depth = -1
  for await (const rows of batches)
    for (const row of rows) {
      const text = between(depth, row.depth) + rowText(row, cells(row.cells))
      depth = row.depth
      const most = text.length * BYTES_OF_UNIT
      if (used + most > piece.length) {
        yield piece.subarray(0, used)
        piece = Buffer.allocUnsafe(Math.max(PIECE_BYTES, most))
        used = 0
      }
      used += piece.write(text, used)
    }
  yield piece.subarray(0, used)
  yield Buffer.from(`${']}'.repeat(depth + 1)}]}}`)
}

/** The fields of the head, as those of the object that has the rows. */
const fieldsOf = (head: ReportHead, positions: Positions): string =>
  JSON.stringify(publicHead(head, positions)).slice(1, -1)

type PublicColumn = { column_key: string; display_name: string; columns: PublicColumn[] }

const toPublic = (column: Column): PublicColumn => ({
  column_key: column.key,
  display_name: column.name,
  columns: 'columns' in column ? column.columns.map(toPublic) : [],
})

/** Between two rows: descends, or closes the rows that have ended. */
function between(before: number, depth: number): string {
  if (depth > before) return ''
  return `${']}'.repeat(before - depth + 1)},`
}

/** A row up to its nested rows. */
const rowText = ({ key, name }: Row, cells: string): string =>
  `{"row_key":${JSON.stringify(key)},"display_name":${JSON.stringify(name)},"cells":{${cells}},"rows":[`

/** Writes the cells of a row by column key. The many zeros and repeated cells are written only once. */
function cellWriter(columns: readonly Column[]): (cells: readonly Cell[]) => string {
  const keys = leavesOf(columns).map(({ key }, index) => `${index > 0 ? ',' : ''}${JSON.stringify(key)}:`)
  const zeros = keys.map((key) => key + cellText({ value: 0 }))
  let last: Cell | undefined
  let lastText = ''
  return (cells) => {
    let text = ''
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index]
      if (cell === undefined) continue
      if (cell.value === 0 && cell.linesUrl === undefined) {
        text += zeros[index]
        continue
      }
      if (cell !== last) lastText = cellText(cell)
      last = cell
      text += keys[index] + lastText
    }
    return text
  }
}

const cellText = ({ value, linesUrl }: Cell): string =>
  `{"value":${JSON.stringify(value)},"lines_url":${linesUrl === undefined ? 'null' : JSON.stringify(linesUrl)}}`
