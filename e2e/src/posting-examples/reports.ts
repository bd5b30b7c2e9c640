/** The reports that examples read. */
import type { Books } from '../books.ts'
import type { Acts } from './acts.ts'
import type { ExampleStep, ExpectedRow } from './parse.ts'

export function actsOfReports(books: Books): Acts {
  return {
    'receivable aging': (step) => aging(books, step),
    'payable aging': (step) => aging(books, step),
  }
}

function aging(books: Books, { verb, at }: ExampleStep) {
  const operation = verb === 'receivable aging' ? 'getArAging' : 'getApAging'
  const query = { effective_date: at.slice(0, 10), include_documents: false }
  return books.api.call(operation, { query })
}

/** The rows of the report that a step reads. */
export async function rowsOf(books: Books, step: ExampleStep): Promise<ExpectedRow[]> {
  const { data } = (await aging(books, step)).body
  const names = new Map(data.columns.map(({ column_key, display_name }) => [column_key, display_name.toLowerCase()]))
  return data.rows.map(({ display_name: name, cells }) => {
    const shown = Object.entries(cells).flatMap(([key, cell]): [string, number][] => {
      const amount = Number(cell?.value)
      return amount === 0 ? [] : [[names.get(key) ?? key, amount]]
    })
    return { name, amounts: Object.fromEntries(shown) }
  })
}
