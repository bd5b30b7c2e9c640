/** From a figure of a report down to who asked for what it is the sum of. */
import { B, type Books } from '../shared/books.ts'
import { flat, type Shown } from './books.ts'

export type Origin = { day: string; memo: string; amount: number; user: string; requestId: string }

type Line = { entry_id: string; date: string; amount: number; direction: 'DEBIT' | 'CREDIT'; memo: string | null }
type Loose = (path: string, init: object) => Promise<{ body: { data: Line[] } }>

/** The lines that the figure of an account in a report leads to, each with its entry and who asked for that. */
export async function originsOf({ pacioli, path }: Books, report: Shown, name: string): Promise<Origin[]> {
  const row = flat(report.rows).find(({ display_name }) => display_name === name)
  const [cell] = Object.values(row?.cells ?? {})
  if (!cell?.lines_url) return []
  const get = pacioli.GET
  // Which path it is depends on the figure, so no type says what its answer is.
  const { body } = await (get as unknown as Loose)(cell.lines_url, {})
  return Promise.all(
    body.data.map(async ({ entry_id, date, amount, direction, memo }) => {
      const query = { aggregate_id: entry_id, type: ['entry.posted'] }
      const { data } = (await get(`${B}/audit-log`, { params: { path, query } })).body
      return {
        day: date.slice(0, 10),
        memo: memo ?? '',
        amount: direction === 'DEBIT' ? amount : -amount,
        user: data[0]?.actor?.user ?? '',
        requestId: data[0]?.request_id ?? '',
      }
    }),
  )
}
