/** What has changed between two reports: the entries that were recorded meanwhile, and by how much each account moved. */
import fc from 'fast-check'
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  credit,
  debit,
  newClient,
  sale,
  target,
  type Answers,
  type Books,
  type Call,
  type TestClient,
} from './src/index.ts'
import { Tagging } from './src/tagging.ts'
import { sidesOf, type Sides } from './src/trial-balances.ts'

type Changes = Answers['getReportChanges']['data']
type Entry = Changes['entries'][number]
type Told = { through: string; sides: Sides; names: Record<string, string> }

const ALL = { effective_date: '2026-12-31' }
const EARLY = { effective_date: '2026-01-15' }

let client: TestClient

beforeAll(async () => {
  client = await newClient(target(), 'report changes')
})

/** The trial balance, once reports have everything that was done. */
async function told({ api }: Books, query: Call['query'] = ALL): Promise<Told> {
  const now = Date.now()
  const report = await waitFor('the reports', async () => {
    const { headers, body } = await api.call('getTrialBalance', { query })
    return Date.parse(String(headers['pacioli-through'])) > now && body.data
  })
  const names = Object.fromEntries(report.rows.map(({ row_key, display_name }) => [row_key, display_name]))
  return { through: report.through, sides: sidesOf(report), names }
}

/** All pages: what they say of the whole is the same on each. */
async function changesOf({ api }: Books, query: Call['query']): Promise<Changes> {
  const entries: Entry[] = []
  let first: Changes | undefined
  let cursor: string | undefined
  do {
    const { data, meta } = (await api.call('getReportChanges', { query: { ...query, cursor } })).body
    first ??= data
    expect({ ...data, entries, generated_at: first.generated_at }).toEqual({ ...first, entries })
    entries.push(...data.entries)
    cursor = meta.pagination.cursor ?? undefined
    expect(meta.pagination.has_more).toBe(cursor !== undefined)
  } while (cursor !== undefined)
  return { ...first, entries }
}

const signed = (normality: string, amount: number): number => (normality === 'DEBIT' ? amount : 0 - amount)

/** Debits less credits that the lines of entries come to, by account. */
function sumsOf(entries: readonly Entry[]): Sides {
  const sums: Sides = {}
  for (const { line_items } of entries)
    for (const { account, amount, direction } of line_items)
      sums[account?.id ?? ''] = (sums[account?.id ?? ''] ?? 0) + signed(direction, amount)
  return sums
}

const positionOf = (through: string): number => Number(/^ledger:(\d+)/.exec(through)?.[1])

/** Whatever the changes are, they lead from what was told before to what was told after. */
function expectToLead(changes: Changes, before: Told, after: Told): void {
  expect([changes.since, changes.until]).toEqual([before.through, after.through])
  const moved = Object.keys(after.sides).filter((id) => (before.sides[id] ?? 0) !== after.sides[id])
  expect(changes.accounts.map(({ account }) => account?.id).sort()).toEqual(moved.sort())
  const sums = sumsOf(changes.entries)
  for (const { account, ...figures } of changes.accounts) {
    const { id = '', normality = '', account_number, name = '' } = account ?? {}
    const shown = (sides: Sides): number => signed(normality, sides[id] ?? 0)
    expect(figures).toEqual({ before: shown(before.sides), after: shown(after.sides), moved: shown(sums) })
    expect([account_number, name].filter((part) => part !== null).join(' ')).toBe(after.names[id])
  }
  for (const [id, sum] of Object.entries(sums)) expect([id, sum !== 0]).toEqual([id, moved.includes(id)])
  const positions = changes.entries.map(({ recorded_position }) => recorded_position)
  expect(positions).toEqual([...new Set(positions)].sort((one, other) => one - other))
  for (const position of positions) {
    expect(position).toBeGreaterThan(positionOf(before.through))
    expect(position).toBeLessThanOrEqual(positionOf(after.through))
  }
}

describe('between two reports of random books', { timeout: 240_000 }, () => {
  const place = fc.nat({ max: 30 })
  const posting = fc.record({
    kind: fc.constant('post' as const),
    place,
    day: fc.integer({ min: 1, max: 28 }),
    amount: fc.integer({ min: 1, max: 900 }),
  })
  const step = fc.oneof(
    { weight: 3, arbitrary: posting },
    fc.record({ kind: fc.constantFrom('reverse' as const, 'tag' as const, 'rename' as const), place }),
  )
  const steps = fc.array(step, { minLength: 12, maxLength: 18 })

  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
  type Happened = ['RECORDED' | 'RETAGGED', string]

  /** @returns the entries that the step has recorded or retagged */
  async function take(books: Books, one: Step, nth: number, posted: readonly string[]): Promise<Happened[]> {
    const entryId = posted[one.place % posted.length] ?? ''
    if (one.kind === 'post') {
      const day = String(one.day).padStart(2, '0')
      return [['RECORDED', (await books.posted(sale(one.amount, `2026-01-${day}T12:00:00Z`))).id]]
    }
    if (one.kind === 'reverse') {
      const answer = await books.reverse(entryId)
      return answer.status === 201 ? [['RECORDED', answer.body.data.id]] : []
    }
    if (one.kind === 'tag') {
      const tag = { key: `step${nth}`, value: 'yes' }
      expect((await new Tagging(books).apply('JOURNAL_ENTRY', [entryId], tag)).status).toBe(200)
      // An entry and its reversal always have the same tags.
      const { reversal_id, reversal_of_id } = await books.entry(entryId)
      return [entryId, reversal_id, reversal_of_id].flatMap((id): Happened[] => (id === null ? [] : [['RETAGGED', id]]))
    }
    const { line_items } = await books.entry(entryId)
    const accountId = line_items[one.place % line_items.length]?.account.id.id ?? ''
    await books.api.call('updateAccountByPatch', { path: { accountId }, body: { name: `Account ${nth}` } })
    return []
  }

  test('every entry is told once, in its order, and what the accounts were, they moved by and are is what was told', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 2, max: 7 }), async (given, limit) => {
        const books = await client.books({ activation_at: '2025-12-01T00:00:00Z' })
        const happened: Happened[] = [['RECORDED', (await books.posted(sale(5))).id]]
        const recordedOf = (some: Happened[]) => some.filter(([kind]) => kind === 'RECORDED').map(([, id]) => id)
        const keep = async () => {
          const [all, early] = await Promise.all([told(books), told(books, EARLY)])
          return { all, early, happened: happened.length }
        }
        const kept = [await keep()]
        for (const [nth, one] of given.entries()) {
          happened.push(...(await take(books, one, nth, recordedOf(happened))))
          if (nth % 4 === 3) kept.push(await keep())
        }
        for (const [before, after] of [...kept.slice(1).map((one, nth) => [kept[nth], one]), [kept[0], kept.at(-1)]]) {
          if (!before || !after) continue
          const between = happened.slice(before.happened, after.happened)
          const recorded = recordedOf(between)
          const retagged = new Set(between.map(([, id]) => id).filter((id) => !recorded.includes(id)))
          const changes = await changesOf(books, { since: before.all.through, until: after.all.through, limit })
          const ids = (kind: string) => changes.entries.filter((one) => one.kind === kind).map((one) => one.entry_id)
          expect(ids('RECORDED')).toEqual(recorded)
          expect(ids('RETAGGED').sort()).toEqual([...retagged].sort())
          expectToLead(changes, before.all, after.all)
          const early = { since: before.early.through, until: after.early.through, ...EARLY }
          expectToLead(await changesOf(books, early), before.early, after.early)
        }
      }),
      // A run takes so long that smaller ones would not be looked for in time.
      { numRuns: 3, endOnFailure: true },
    )
  })
})

describe('a report of changes', () => {
  let books: Books
  let march: Told
  let may: Told
  let ids: Record<'late' | 'wrong' | 'reversal' | 'kept', string>

  beforeAll(async () => {
    books = await client.books({ activation_at: '2025-12-01T00:00:00Z' })
    const [kept, wrong] = await books.allPosted([sale(1_000, '2026-01-10T12:00:00Z'), sale(70, '2026-02-01T12:00:00Z')])
    march = await told(books)
    const late = await books.posted({
      entry_at: '2026-01-20T12:00:00Z',
      memo: 'Electricity, billed late',
      reference_number: 'E-1',
      line_items: [debit('COGS', 200), credit('CASH', 200, { memo: 'paid' })],
    })
    const reversal = await books.reverse(wrong?.id ?? '')
    await new Tagging(books).apply('JOURNAL_ENTRY', [kept?.id ?? ''], { key: 'region', value: 'north' })
    ids = { late: late.id, wrong: wrong?.id ?? '', reversal: reversal.body.data.id, kept: kept?.id ?? '' }
    may = await told(books)
  })

  const found = async (query: Call['query'] = {}) => {
    const { accounts, entries } = await changesOf(books, { since: march.through, ...query })
    return {
      accounts: Object.fromEntries(
        accounts.map(({ account, ...figures }) => [account?.stable_name, Object.values(figures)]),
      ),
      entries: entries.map(({ entry_id }) => entry_id),
    }
  }

  test('says of each entry what it is, when it was recorded, and what it moved', async () => {
    const { entries, accounts, ...head } = await changesOf(books, { since: march.through })
    expect(head).toMatchObject({
      business_id: books.id,
      reporting_basis: 'ACCRUAL',
      currency: 'USD',
      start_date: null,
      end_date: null,
    })
    expectToLead({ ...head, entries, accounts }, march, may)
    expect(entries).toMatchObject([
      {
        ...{ entry_id: ids.late, kind: 'RECORDED', day: '2026-01-20', entry_at: '2026-01-20T12:00:00.000Z' },
        ...{ description: 'Electricity, billed late', reference_number: 'E-1', reversal_of_id: null },
        ...{ url: `/v1/businesses/${books.id}/ledger/entries/${ids.late}`, source_type: null, source_id: null },
        line_items: [
          { account: { stable_name: 'COGS', normality: 'DEBIT' }, amount: 200, direction: 'DEBIT', memo: null },
          { account: { stable_name: 'CASH' }, amount: 200, direction: 'CREDIT', memo: 'paid' },
        ],
      },
      { entry_id: ids.reversal, kind: 'RECORDED', reversal_of_id: ids.wrong },
      { entry_id: ids.kept, kind: 'RETAGGED', day: '2026-01-10', line_items: [] },
    ])
    const times = entries.map(({ recorded_at }) => Date.parse(recorded_at))
    expect(times).toEqual(times.toSorted())
  })

  test('is of an account, or of the days of a report, alone', async () => {
    const { late, reversal, kept } = ids
    expect(await found()).toEqual({
      accounts: { CASH: [1_070, 800, -270], SALES: [1_070, 1_000, -70], COGS: [0, 200, 200] },
      entries: [late, reversal, kept],
    })
    expect(await found({ account_id: 'SALES' })).toEqual({
      accounts: { SALES: [1_070, 1_000, -70] },
      entries: [reversal, kept],
    })
    const january = { accounts: { CASH: [1_000, 800, -200], COGS: [0, 200, 200] }, entries: [late, kept] }
    expect(await found({ effective_date: '2026-01-31' })).toEqual(january)
    expect(await found({ end_date: '2026-01-31' })).toEqual(january)
    expect(await found({ start_date: '2026-01-11', end_date: '2026-01-31' })).toEqual({
      accounts: { CASH: [0, -200, -200], COGS: [0, 200, 200] },
      entries: [late],
    })
    expect(await found({ start_date: '2026-02-01' })).toEqual({
      accounts: { CASH: [70, 0, -70], SALES: [70, 0, -70] },
      entries: [reversal],
    })
    expect(await found({ until: march.through })).toEqual({ accounts: {}, entries: [] })
  })

  test('of a basis has the entries of that basis', async () => {
    const { entries } = await found({ reporting_basis: 'CASH' })
    expect(entries).toEqual([ids.late, ids.reversal, ids.kept])
  })

  test('is the same by instants, while these are of the same positions', async () => {
    const at = new Date().toISOString()
    const patient = { ...books, api: books.api.patient() } as Books
    const { until } = await changesOf(patient, { since: march.through, until: at })
    expect(until).toBe(may.through)
    const since = await changesOf(patient, { since: at, until: at })
    expect([since.since, since.until, since.accounts, since.entries]).toEqual([may.through, may.through, [], []])
  })

  test('stays the same from page to page, whatever is recorded meanwhile', async () => {
    const own = await client.books()
    const { through } = await told(own)
    const first = await own.allPosted([sale(1), sale(2)])
    const { through: until } = await told(own)
    const page = async (query: Call['query']) =>
      (await own.api.call('getReportChanges', { query: { since: through, limit: 1, ...query } })).body
    const one = await page({})
    await own.posted(sale(4))
    await told(own)
    const other = await page({ cursor: one.meta.pagination.cursor ?? '' })
    expect([one, other].map(({ data }) => data.entries.map(({ entry_id }) => entry_id))).toEqual(
      first.map(({ id }) => [id]),
    )
    expect([one.data.until, other.data.until, other.meta.pagination.cursor]).toEqual([until, until, null])
    expect(other.data.accounts).toEqual(one.data.accounts)
    const { refusal } = await own.api.call('getReportChanges', {
      query: { since: through, limit: 1, account_id: 'CASH', cursor: one.meta.pagination.cursor ?? '' },
    })
    expect(refusal).toEqual({ status: 400, error_enum: 'InvalidCursor', field: 'cursor' })
  })

  test('is refused of moments that are none, that are to come, and that are the wrong way round', async () => {
    const refusal = async (query: Call['query']) => {
      const { error_enum, field } = (await books.api.call('getReportChanges', { query })).refusal
      return [error_enum, field]
    }
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const since = march.through
    const beyond = since.replace(/\d+/, '999999')
    expect(await refusal({ since: 'yesterday' })).toEqual(['InvalidQuery', 'since'])
    expect(await refusal({})).toEqual(['InvalidQuery', 'since'])
    expect(await refusal({ since, until: 'ledger:1' })).toEqual(['InvalidQuery', 'until'])
    expect(await refusal({ since: tomorrow })).toEqual(['InvalidQuery', 'since'])
    expect(await refusal({ since, until: tomorrow })).toEqual(['InvalidQuery', 'until'])
    expect(await refusal({ since: beyond })).toEqual(['InvalidQuery', 'since'])
    expect(await refusal({ since, until: beyond })).toEqual(['InvalidQuery', 'until'])
    expect(await refusal({ since: may.through, until: since })).toEqual(['InvalidQuery', 'since'])
    expect(await refusal({ since: '2020-01-01T00:00:00Z' })).toEqual(['HistoryIncomplete', 'since'])
    expect(await refusal({ since, effective_date: '2026-01-31', start_date: '2026-01-01' })).toEqual([
      'InvalidQuery',
      'effective_date',
    ])
    expect(await refusal({ since, start_date: '2026-02-01', end_date: '2026-01-01' })).toEqual([
      'InvalidQuery',
      'start_date',
    ])
    expect(await refusal({ since, account_id: 'NOTHING' })).toEqual(['AccountNotFound', 'account_id'])
    expect(await refusal({ since, cursor: 'next' })).toEqual(['InvalidCursor', 'cursor'])
  })

  test('of somebody else is of no business', async () => {
    const stranger = (await newClient(target(), 'stranger of changes')).api.of(books.id)
    const { refusal } = await stranger.call('getReportChanges', { query: { since: march.through } })
    expect(refusal.error_enum).toBe('BusinessNotFound')
  })
})
