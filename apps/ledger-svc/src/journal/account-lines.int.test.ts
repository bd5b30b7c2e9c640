/** What a page of a long account reads, in rows: each stored sum once, and no more lines than it shows. */
import type { BusinessWrite } from '@pacioli/rpc'
import { rowsReadBy } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { postPostings } from '../posting/post-postings.ts'
import { loadDefinitionIds } from '../tags/tag.store.ts'
import { listAccountLines } from '../use-cases.test-helpers.ts'
import { countLines, loadBefore, loadLinePage, type LineFilter } from './account-lines.store.ts'

const DAYS = 400
const MONTHS = 14
const OF_LONG_DAY = 1_500
const LONG_DAY = '2026-06-15'

let ledger: TestLedger
let business: BusinessWrite
let cash: string

const at = (day: number): string => new Date(Date.UTC(2025, 0, 1 + day, 12)).toISOString()

const posting = (key: string, entry_at: string, site?: string) => ({
  ...{
    posting_key: key,
    source_type: 'test',
    source_id: key,
    entry_type: 'MANUAL',
    basis: 'BOTH',
    agent: 'API',
    entry_at,
  },
  line_items: (['DEBIT', 'CREDIT'] as const).map((direction) => ({
    account_identifier: { type: 'StableName', stable_name: direction === 'DEBIT' ? 'CASH' : 'SALES' },
    ...{ direction, amount: 1, tags: [] },
  })),
  tags: site === undefined ? [] : [{ key: 'site', value: site }],
})

beforeAll(async () => {
  ledger = await startTestLedger()
  // Five hours behind UTC, so that the days of the business begin and end within UTC days.
  business = await openTestBusiness(ledger, { time_zone: 'America/New_York' })
  const daily = Array.from({ length: DAYS }, (_, day) =>
    posting(`d${day}`, at(day), day % 2 === 0 ? 'north' : undefined),
  )
  const long = Array.from({ length: OF_LONG_DAY }, (_, n) =>
    posting(`l${n}`, `${LONG_DAY}T02:00:00Z`, n < 3 ? 'south' : undefined),
  )
  for (let from = 0; from < OF_LONG_DAY; from += 500)
    await postPostings(ledger, business, { decisionEpoch: 1_000_000, postings: long.slice(from, from + 500) })
  await postPostings(ledger, business, { decisionEpoch: 1_000_000, postings: daily })
  await ledger.daySums.idle()
  cash = (await listAccountLines(ledger, business, { accountId: 'CASH', page: { limit: 1 } })).account.id
})
afterAll(() => ledger.stop())

const all: Omit<LineFilter, 'accountId'> = { otherBasis: 'CASH', withReversals: true, withClosing: true }
const page = { limit: 500, sortBy: 'date', after: undefined, totalCount: undefined }

describe('running balances of a page that leaves lines out', () => {
  test.each(['ASC', 'DESC'] as const)('read each stored sum once, and each line once: %s', async (sortOrder) => {
    const { lines, sums, rows } = await ledger.db.transact(business, async (tx) => {
      const definitionIds = await loadDefinitionIds(tx, business.businessId, 'site', ['north'])
      const filter = { ...all, accountId: cash, definitionIds }
      const { lines } = await loadLinePage(tx, business.businessId, filter, { ...page, sortOrder })
      const read = async (table: string) =>
        (await rowsReadBy(tx, table, () => loadBefore(tx, business.businessId, filter, lines))).rowsRead
      return { lines, sums: await read('account_balances'), rows: await read('line_items') }
    })
    expect(lines).toHaveLength(DAYS / 2)
    // Months before each, and the days of each month; the first line of a day has nothing before it.
    expect(sums).toBeLessThanOrEqual(MONTHS + DAYS)
    expect(rows).toBeLessThanOrEqual(lines.length)
  })
})

describe('a page', () => {
  const month = { from: new Date('2025-08-01T00:00:00Z'), before: new Date('2025-09-01T00:00:00Z') }
  const after = ['2025-08-10T12:00:00.000Z', '1']

  test.each([
    ['of a month', month, undefined],
    ['that goes on', {}, after],
    ['that goes on within a month', month, after],
  ])('%s reads the lines that it shows, in both orders, under tags or not', async (_what, range, goesOnAfter) => {
    const read = await ledger.db.transact(business, async (tx) => {
      const north = await loadDefinitionIds(tx, business.businessId, 'site', ['north'])
      const rowsOf = async (sortOrder: 'ASC' | 'DESC', definitionIds: string[] | undefined): Promise<number> => {
        const filter = { ...all, ...range, accountId: cash, definitionIds }
        const asked = { ...page, limit: 5, sortOrder, after: goesOnAfter }
        const found = await rowsReadBy(tx, 'line_items', () => loadLinePage(tx, business.businessId, filter, asked))
        expect(found.answer.lines).toHaveLength(5)
        return found.rowsRead
      }
      return [
        ...[await rowsOf('ASC', undefined), await rowsOf('DESC', undefined)],
        ...[await rowsOf('ASC', north), await rowsOf('DESC', north)],
      ]
    })
    for (const rows of read) expect(rows).toBeLessThanOrEqual(6)
  })
})

describe('the number of lines under a tag', () => {
  test('reads of a long day that is cut by the zone no line without that tag', async () => {
    const filter = {
      ...all,
      accountId: cash,
      from: new Date(`${LONG_DAY}T01:00:00Z`),
      before: new Date(`${LONG_DAY}T04:00:00Z`),
    }
    const { answer, rowsRead } = await ledger.db.transact(business, async (tx) => {
      const definitionIds = await loadDefinitionIds(tx, business.businessId, 'site', ['south', 'north'])
      return rowsReadBy(tx, 'line_items', () => countLines(tx, business.businessId, { ...filter, definitionIds }))
    })
    expect(answer).toBe(3)
    expect(rowsRead).toBeLessThanOrEqual(3)
  })
})
