/** Lists of the API, read page by page. */
import type { Api } from './api.ts'

const PAGE = 500

type Page<Row> = { data: Row[]; meta: { pagination: { cursor: string | null; total_count: number } } }

/** How many there are. @param path with the filters */
export const countOf = async (api: Api, path: string): Promise<number> =>
  (await api<Page<unknown>>('GET', `${path}${path.includes('?') ? '&' : '?'}limit=1`)).meta.pagination.total_count

/** All that match, in the order of the list. */
export async function* rowsOf<Row>(api: Api, path: string, filters: Record<string, string>): AsyncGenerator<Row> {
  let cursor: string | null = null
  do {
    const query = new URLSearchParams({ ...filters, limit: String(PAGE), ...(cursor ? { cursor } : {}) })
    const page: Page<Row> = await api('GET', `${path}?${query.toString()}`)
    yield* page.data
    cursor = page.meta.pagination.cursor
  } while (cursor !== null)
}
