/** Reports as callers see them: the rows come one after the other and are nested on the way, however many there are. */
import type { FlatRow__Output, ReportColumn__Output, ReportPart__Output } from '@pacioli/protos/reporting'

/** The keys of the columns that have cells, from left to right. */
const leafKeys = (columns: readonly ReportColumn__Output[]): string[] =>
  columns.flatMap(({ column_key, columns: below }) => (below.length > 0 ? leafKeys(below) : [column_key]))

/**
 * The JSON text of an answer with one report, in pieces. A row holds what is deeper and follows it.
 * @param parts the head first, then rows
 */
export async function* reportJson(parts: AsyncIterable<ReportPart__Output>): AsyncGenerator<string> {
  let keys: string[] = []
  let depth = -1
  for await (const { head, rows } of parts) {
    if (head) {
      keys = leafKeys(head.columns).map((key) => JSON.stringify(key))
      const { business_id, columns } = head
      yield `{"data":{"type":"Unified_Report","business_id":${JSON.stringify(business_id)},"columns":${JSON.stringify(columns)},"rows":[`
    }
    let text = ''
    for (const row of rows) {
      text += between(depth, row.depth) + rowText(row, keys)
      depth = row.depth
    }
    if (text !== '') yield text
  }
  yield `${']}'.repeat(depth + 1)}]}}`
}

/** From one row to the next: into it, to its neighbour, or out of as many as have ended. */
function between(before: number, depth: number): string {
  if (depth > before) return ''
  return `${']}'.repeat(before - depth + 1)},`
}

/** A row up to the rows that it holds. */
function rowText({ row_key, display_name, cells }: FlatRow__Output, keys: readonly string[]): string {
  const texts = cells.map(({ amount, text, lines_url }, index) => {
    const value = amount ?? (text === undefined ? 'null' : JSON.stringify(text))
    const link = lines_url === undefined ? 'null' : JSON.stringify(lines_url)
    return `${keys[index]}:{"value":${value},"lines_url":${link}}`
  })
  return `{"row_key":${JSON.stringify(row_key)},"display_name":${JSON.stringify(display_name)},"cells":{${texts.join(',')}},"rows":[`
}
