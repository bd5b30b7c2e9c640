/** Lists of the lines of accounts, which tell no position themselves, with the one that they are of. */
import { setTimeout as pause } from 'node:timers/promises'
import { waitFor } from '@pacioli/testing'
import type { Answer, Api, Call } from './api.ts'
import type { AccountLine } from './answers.ts'

/** What was listed of an account, page after page. */
export type ListedLines = {
  businessId: string
  through: string
  accountId: string
  query: Call['query']
  pages: object[]
}

const QUERIES: Call['query'][] = [
  {},
  { include_reversals: false },
  { tag_key: 'region', tag_values: ['north'] },
  { sort_order: 'DESC', limit: 3 },
  { include_reversals: false, reporting_basis: 'CASH', limit: 3 },
]
/** So many accounts of each business, at a time. */
const MOST_ACCOUNTS = 4

/** All pages. What lines stem from, and whom they concern, is told as it is now; a cursor is of one moment. */
export async function pagesOf(api: Api, accountId: string, query: Call['query']): Promise<object[]> {
  const pages: object[] = []
  for (let cursor: string | undefined; ;) {
    const answer = await api.call('listAccountLines', { path: { accountId }, query: { ...query, cursor } })
    const { data, meta } = answer.body
    pages.push({
      data: data.map(ofLedger),
      meta: { ...meta, request_id: '', pagination: { ...meta.pagination, cursor: '' } },
    })
    if (meta.pagination.cursor === null) return pages
    cursor = meta.pagination.cursor
  }
}

/** What the ledger tells of a line. */
const ofLedger = ({ transaction: _transaction, invoice: _invoice, source: _source, ...line }: AccountLine): object =>
  line

const throughOf = ({ text }: Answer<unknown>): string =>
  (JSON.parse(text) as { data: { through: string } }).data.through

/** Where the histories are once reports have everything of before. */
async function throughNow(api: Api): Promise<string> {
  const now = new Date().toISOString()
  return waitFor('reports to have everything', async () => {
    const answer = await api.call('getTrialBalance', { query: { effective_date: '2026-12-31' } })
    if (String(answer.headers['pacioli-through'] ?? '') >= now) return throughOf(answer)
    await pause(50)
    return undefined
  })
}

/** The lists of accounts that were posted to; none where something was recorded meanwhile. */
export async function linesNow(api: Api, businessId: string): Promise<ListedLines[]> {
  const through = await throughNow(api)
  const { data } = (await api.call('listEntries', { query: { limit: 100 } })).body
  const accounts = new Set(data.flatMap(({ line_items }) => line_items.map(({ account }) => account.id.id)))
  const asked = [...accounts]
    .slice(0, MOST_ACCOUNTS)
    .flatMap((accountId) => QUERIES.map((query) => ({ accountId, query })))
  const lists = await Promise.all(
    asked.map(async ({ accountId, query }) => ({
      ...{ businessId, through, accountId, query },
      pages: await pagesOf(api, accountId, query),
    })),
  )
  return (await throughNow(api)) === through ? lists : []
}
