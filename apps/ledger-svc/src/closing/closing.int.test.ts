/** Closings of random books, against an oracle that reads nothing but the lines. */
import { endOfDay } from '@pacioli/calendar'
import { DomainError } from '@pacioli/errors'
import type { ClosingAction, LedgerEntry } from '@pacioli/protos/ledger'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, replicaOf, requestFor, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { postPostings } from '../posting/post-postings.ts'
import type { EntryRequest } from '../write-request.ts'
import { closeRetainedEarnings } from './close-retained-earnings.ts'
import type { ClosingRequest } from './closing.ts'
import { previewClosing } from './preview-closing.ts'
import { getClosing, listClosings } from './read-closings.ts'
import { reverseClosing } from './reverse-closing.ts'

let ledger: TestLedger
let admin: pg.Client

beforeAll(async () => {
  ledger = await startTestLedger()
  admin = new pg.Client({ connectionString: ledger.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

const asked = (more: Partial<ClosingRequest> = {}): ClosingRequest => ({
  through: { year: 2025 },
  startsAt: null,
  target: null,
  override: null,
  memo: null,
  metadata: null,
  referenceNumber: null,
  ...more,
})

const fresh = ({ clientId, businessId }: EntryRequest): EntryRequest => requestFor(clientId, businessId)

/** Dimensions of which the first ones are BALANCING, each with its values. */
const DIMENSIONS = { store: ['one', 'two'], team: ['red', 'blue'], note: ['x', 'y'] }
type Tags = { key: string; value: string }[]

async function defineTags(business: EntryRequest, balancing: number): Promise<void> {
  for (const [index, [key, values]] of Object.entries(DIMENSIONS).entries()) {
    const id = ledger.newId()
    await admin.query(
      `INSERT INTO tag_dimensions (business_id, id, key, strictness, balancing_epoch, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, now(), now())`,
      [business.businessId, id, key, ...(index < balancing ? ['BALANCING', 1] : ['NON_BALANCING', null])],
    )
    for (const value of values)
      await admin.query(
        `INSERT INTO tag_definitions (business_id, id, dimension_id, value, created_at, updated_at)
         VALUES ($1, $2, $3, $4, now(), now())`,
        [business.businessId, ledger.newId(), id, value],
      )
  }
}

type Post = {
  at: Date
  basis: string
  debit: string
  credit: string
  amount: number
  /** On the whole entry, and on its first line alone. */
  tags?: Tags
  note?: Tags
}

const posting = (key: string, { at, basis, debit, credit, amount, tags = [], note = [] }: Post) => ({
  posting_key: key,
  source_type: 'test',
  source_id: key,
  entry_type: 'MANUAL',
  basis,
  agent: 'API',
  entry_at: at.toISOString(),
  line_items: [
    { account_identifier: { type: 'StableName', stable_name: debit }, direction: 'DEBIT', amount, tags: note },
    { account_identifier: { type: 'StableName', stable_name: credit }, direction: 'CREDIT', amount, tags: [] },
  ],
  tags,
})

const post = (business: EntryRequest, postings: ReturnType<typeof posting>[]) =>
  postPostings(ledger, fresh(business), { askedEpoch: 1_000_000, postings })

const reversal = (key: string, reverses: string) => ({
  ...posting(key, { at: new Date(), basis: 'BOTH', debit: 'CASH', credit: 'CASH', amount: 1 }),
  line_items: [],
  reverses,
})

/** Debits less credits, by account, basis of the books and the tags on the lines, of the lines that are within. */
async function oracle(
  business: EntryRequest,
  within: { from?: Date; through?: Date; types?: string[]; override?: Tags; dimensions?: string[] } = {},
): Promise<Record<string, number>> {
  const { rows } = await admin.query<{
    name: string
    basis: string
    direction: string
    amount: string
    tags: Record<string, string> | null
  }>(
    `SELECT coalesce(a.stable_name, a.name) AS name, l.basis, l.direction, l.amount,
            (SELECT json_object_agg(d.key, v.value) FROM line_item_tags t
               JOIN tag_definitions v ON v.business_id = t.business_id AND v.id = t.definition_id
               JOIN tag_dimensions d ON d.business_id = t.business_id AND d.id = t.dimension_id
              WHERE t.business_id = l.business_id AND t.line_id = l.id) AS tags
       FROM line_items l JOIN accounts a ON a.business_id = l.business_id AND a.id = l.account_id
      WHERE l.business_id = $1 AND l.entry_at >= $2 AND l.entry_at <= $3 AND a.account_type = ANY ($4::text[])`,
    [
      business.businessId,
      within.from ?? '-infinity',
      within.through ?? 'infinity',
      within.types ?? ['ASSET', 'LIABILITY', 'EQUITY', 'REVENUE', 'EXPENSE'],
    ],
  )
  const sums: Record<string, number> = {}
  for (const row of rows) {
    const tags = row.tags ?? {}
    const narrowed = [...Map.groupBy(within.override ?? [], ({ key }) => key)].every(([key, values]) =>
      values.some(({ value }) => tags[key] === value),
    )
    if (!narrowed) continue
    const shown = (within.dimensions ?? []).map((key) => `${key}=${tags[key] ?? ''}`).join(' ')
    for (const books of ['ACCRUAL', 'CASH']) {
      if (row.basis !== 'BOTH' && row.basis !== books) continue
      const key = [books, row.name, shown].join(' ').trim()
      sums[key] = (sums[key] ?? 0) + (row.direction === 'DEBIT' ? 1 : -1) * Number(row.amount)
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}

const violationsOf = ({ clientId, businessId }: EntryRequest) =>
  ledger.db.call('SELECT * FROM check_books($1, $2)', [clientId, businessId])

/** What is posted, without the ids and the time of recording. */
const bare = (entry: LedgerEntry | null | undefined) => ({
  type: entry?.entry_type,
  basis: entry?.basis,
  at: entry?.entry_at,
  memo: entry?.memo,
  metadata: entry?.metadata,
  reference: entry?.reference_number,
  source: entry?.source_type,
  tags: entry?.transaction_tags?.map(({ key, value }) => `${key}=${value}`),
  lines: entry?.line_items?.map((line) => [
    line.account?.name,
    line.direction,
    line.amount,
    line.transaction_tags?.map(({ key, value }) => `${key}=${value}`).join(' '),
  ]),
})

const bareOf = (closing: Pick<ClosingAction, 'primary_entry' | 'secondary_entries' | 'closing_action'>) => ({
  asked: closing.closing_action,
  entries: [closing.primary_entry, ...(closing.secondary_entries ?? [])].map(bare),
})

const ACTIVATION = new Date('2025-01-15T12:00:00.000Z')
const MOMENTS = ['2025-01-15T18:00:00Z', '2025-02-01T00:00:00Z', '2025-06-30T23:30:00Z', '2025-12-01T00:00:00Z']
const EDGES = ['start', 'close'] as const
const ACCOUNTS = ['SALES', 'COGS', 'OLD_COSTS', 'CASH', 'BANK_ACCOUNTS']

const step = fc.record({
  moment: fc.oneof(
    fc.constantFrom(...MOMENTS),
    fc.tuple(fc.constantFrom(...EDGES), fc.constantFrom(-3_600_000, -1, 0, 1, 3_600_000)),
  ),
  basis: fc.constantFrom('ACCRUAL', 'CASH', 'BOTH'),
  debit: fc.constantFrom(...ACCOUNTS),
  credit: fc.constantFrom(...ACCOUNTS),
  amount: fc.integer({ min: 1, max: 4 }),
  store: fc.option(fc.constantFrom(...DIMENSIONS.store)),
  team: fc.option(fc.constantFrom(...DIMENSIONS.team)),
  note: fc.option(fc.constantFrom(...DIMENSIONS.note)),
  reversed: fc.boolean(),
})

const tag = (key: string, value: string | null): Tags => (value === null ? [] : [{ key, value }])

const overrides: (Tags | null)[] = [
  null,
  null,
  [],
  tag('store', 'one'),
  [...tag('store', 'one'), ...tag('store', 'two')],
  [...tag('team', 'red'), ...tag('store', 'one')],
  tag('note', 'x'),
]

const scenario = fc.record({
  steps: fc.array(step, { minLength: 3, maxLength: 25 }),
  zone: fc.constantFrom('UTC', 'America/New_York', 'Pacific/Kiritimati'),
  balancing: fc.integer({ min: 0, max: 2 }),
  override: fc.constantFrom(...overrides),
  startsAt: fc.option(fc.constantFrom(new Date('2025-02-01T00:00:00.000Z'), new Date('2025-06-30T23:30:00.000Z'))),
  through: fc.constantFrom<ClosingRequest['through']>({ year: 2025 }, { effectiveDate: '2025-07-01' }),
})

test('any books are closed as previewed, to zero and once, and are as before when that is reversed', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ steps, zone, balancing, override, startsAt, through }) => {
      const business = await openTestBusiness(ledger, { time_zone: zone })
      const { businessId } = business
      await admin.query('UPDATE businesses SET activation_at = $2 WHERE id = $1', [businessId, ACTIVATION])
      await admin.query(
        `INSERT INTO accounts (business_id, id, name, stable_name, normality, account_type, account_subtype, created_at, updated_at)
         VALUES ($1, $2, 'Old costs', 'OLD_COSTS', 'DEBIT', 'EXPENSE', 'COGS', now(), now())`,
        [businessId, ledger.newId()],
      )
      await defineTags(business, balancing)
      const from = startsAt ?? ACTIVATION
      const close = endOfDay('year' in through ? '2025-12-31' : through.effectiveDate, zone)
      const timeOf = (moment: (typeof steps)[number]['moment']): Date =>
        typeof moment === 'string'
          ? new Date(moment)
          : new Date((moment[0] === 'start' ? from : close).getTime() + moment[1])
      await post(
        business,
        steps.map(({ moment, store, team, note, ...one }, index) =>
          posting(`p${index}`, {
            ...one,
            at: timeOf(moment),
            tags: [...tag('store', store), ...tag('team', team)],
            note: tag('note', note),
          }),
        ),
      )
      const undone = steps.flatMap((one, index) => (one.reversed ? [reversal(`r${index}`, `p${index}`)] : []))
      if (undone.length > 0) await post(business, undone)
      await admin.query(
        `UPDATE accounts SET archived_at = now(), archived_epoch = 1 WHERE business_id = $1 AND name = 'Old costs'`,
        [businessId],
      )
      await admin.query(
        `UPDATE tag_definitions SET archived_at = now(), archived_epoch = 1 WHERE business_id = $1 AND value = 'one'`,
        [businessId],
      )

      const request = asked({ through, startsAt, override, memo: 'm', metadata: '{"a":1}', referenceNumber: 'r' })
      const names = Object.keys(DIMENSIONS).filter(
        (key, index) => index < balancing || override?.some((one) => one.key === key),
      )
      const left = () =>
        oracle(business, {
          from,
          through: close,
          types: ['REVENUE', 'EXPENSE'],
          override: override ?? [],
          dimensions: names,
        })
      const before = await oracle(business)
      const open = await left()

      const preview = await previewClosing(ledger, business, request)
      const closed = (await closeRetainedEarnings(ledger, fresh(business), request)).data ?? []
      expect(closed.map(bareOf)).toEqual((preview.data ?? []).map(bareOf))
      expect(closed.length > 0).toBe(Object.keys(open).length > 0)
      expect(await left()).toEqual({})
      expect(await violationsOf(business)).toEqual([])

      const net = (books: string): number =>
        Object.entries(open).reduce((sum, [key, value]) => (key.startsWith(books) ? sum + value : sum), 0)
      const after = await oracle(business)
      for (const books of ['ACCRUAL', 'CASH']) expect(after[`${books} RETAINED_EARNINGS`] ?? 0).toBe(net(books))
      const bases = closed.map(({ primary_entry, secondary_entries }) =>
        [primary_entry, ...(secondary_entries ?? [])].map((entry) => entry?.basis).join(),
      )
      for (const one of bases) expect(['BOTH', 'ACCRUAL', 'CASH', 'ACCRUAL,CASH']).toContain(one)
      if (override !== null) expect(closed.length).toBeLessThanOrEqual(1)
      else
        for (const { primary_entry } of closed)
          for (const line of primary_entry?.line_items ?? [])
            expect(line.transaction_tags?.map((one) => one.value)).toEqual(
              primary_entry?.transaction_tags?.map((one) => one.value),
            )

      expect((await closeRetainedEarnings(ledger, fresh(business), request)).data).toEqual([])
      for (const { id } of closed) {
        const answer = await reverseClosing(ledger, fresh(business), { closingId: id ?? '', memo: null })
        expect(answer.created).toBe(true)
      }
      expect(await oracle(business)).toEqual(before)
      expect(await violationsOf(business)).toEqual([])
      const again = await closeRetainedEarnings(ledger, fresh(business), request)
      expect((again.data ?? []).map(bareOf)).toEqual(closed.map(bareOf))
    }),
    { numRuns: 60 },
  )
}, 300_000)

const AT = new Date('2025-05-05T12:00:00Z')
const sale = (amount: number, more: Partial<Post> = {}): Post => ({
  at: AT,
  basis: 'BOTH',
  debit: 'CASH',
  credit: 'SALES',
  amount,
  ...more,
})

/** A business of 2025 with these entries. */
async function booksOf(posts: Post[], balancing = 0): Promise<EntryRequest> {
  const business = await openTestBusiness(ledger)
  await admin.query('UPDATE businesses SET activation_at = $2 WHERE id = $1', [business.businessId, ACTIVATION])
  await defineTags(business, balancing)
  if (posts.length > 0)
    await post(
      business,
      posts.map((one, index) => posting(`p${index}`, one)),
    )
  return business
}

const refusalOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof DomainError) return [error.errorEnum, error.problems[0].meta.field]
      throw error
    },
  )

describe('narrowed to tags, a closing', () => {
  const web = tag('note', 'x')
  const told = { types: ['REVENUE', 'EQUITY'] }
  const inBoth = (sums: Record<string, number>): Record<string, number> =>
    Object.fromEntries(
      Object.entries(sums).flatMap(([name, sum]) => ['ACCRUAL', 'CASH'].map((books) => [`${books} ${name}`, sum])),
    )
  const close = async (business: EntryRequest, override: Tags | null): Promise<string[]> =>
    (await closeRetainedEarnings(ledger, fresh(business), asked({ override }))).data?.map(({ id }) => id ?? '') ?? []
  const refusal = (business: EntryRequest, override: Tags) =>
    refusalOf(closeRetainedEarnings(ledger, fresh(business), asked({ override })))
  const overlap = ['ClosingOverlap', 'override_default_tagging_strategy']

  test('does not close again what was closed without telling them apart', async () => {
    const business = await booksOf([sale(100, { tags: web }), sale(3)])
    const closings = await close(business, null)
    expect(await refusal(business, web)).toEqual(overlap)
    expect(await refusalOf(previewClosing(ledger, business, asked({ override: web })))).toEqual(overlap)
    expect(await oracle(business, told)).toEqual(inBoth({ RETAINED_EARNINGS: -103 }))

    for (const closingId of closings) await reverseClosing(ledger, fresh(business), { closingId, memo: null })
    expect(await close(business, web)).toHaveLength(1)
    expect(await close(business, web)).toEqual([])
    expect(await oracle(business, told)).toEqual(inBoth({ SALES: -3, RETAINED_EARNINGS: -100 }))
    await close(business, null)
    expect(await oracle(business, told)).toEqual(inBoth({ RETAINED_EARNINGS: -103 }))
  })

  test('and neither does one of other tags, unless these kept them apart', async () => {
    const one = tag('store', 'one')
    const business = await booksOf([sale(7, { tags: [...one, ...web] }), sale(2, { tags: web })])
    await close(business, [...one, ...web])
    expect(await close(business, web)).toHaveLength(1)
    expect(await refusal(business, one)).toEqual(overlap)

    const balancing = await booksOf([sale(7, { tags: [...one, ...web] }), sale(2, { tags: tag('store', 'two') })], 1)
    await close(balancing, tag('store', 'two'))
    expect(await close(balancing, [...one, ...web])).toHaveLength(1)
    expect(await oracle(balancing, told)).toEqual(inBoth({ RETAINED_EARNINGS: -9 }))
  })
})

test('closings one after the other, however they are narrowed, close nothing twice', async () => {
  const scene = fc.record({
    sales: fc.array(
      fc.record({
        store: fc.option(fc.constantFrom(...DIMENSIONS.store)),
        team: fc.option(fc.constantFrom(...DIMENSIONS.team)),
        note: fc.option(fc.constantFrom(...DIMENSIONS.note)),
        amount: fc.integer({ min: 1, max: 9 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    balancing: fc.integer({ min: 0, max: 2 }),
    overrides: fc.array(
      fc.oneof(
        fc.constantFrom(...overrides),
        fc
          .record({ store: fc.constantFrom(...DIMENSIONS.store, null), note: fc.constantFrom(...DIMENSIONS.note) })
          .map(({ store, note }) => [...tag('store', store), ...tag('note', note)]),
      ),
      { minLength: 2, maxLength: 5 },
    ),
  })
  await fc.assert(
    fc.asyncProperty(scene, async ({ sales, balancing, overrides: asks }) => {
      const business = await booksOf(
        sales.map(({ store, team, note, amount }) =>
          sale(amount, { tags: [...tag('store', store), ...tag('team', team), ...tag('note', note)] }),
        ),
        balancing,
      )
      const all = sales.reduce((sum, { amount }) => sum + amount, 0)
      for (const override of [...asks, null]) {
        const refused = await refusalOf(closeRetainedEarnings(ledger, fresh(business), asked({ override })))
        if (refused) expect(refused).toEqual(['ClosingOverlap', 'override_default_tagging_strategy'])
        const { 'ACCRUAL SALES': open = 0, 'ACCRUAL RETAINED_EARNINGS': earned = 0 } = await oracle(business)
        expect(open).toBeLessThanOrEqual(0)
        expect(open + earned).toBe(-all)
      }
      expect(await oracle(business, { types: ['REVENUE', 'EXPENSE'] })).toEqual({})
      expect(await violationsOf(business)).toEqual([])
    }),
    { numRuns: 40 },
  )
}, 120_000)

/** Every row of every table, and where every sequence stands. */
async function everything(): Promise<Record<string, unknown>> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  const seen: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await admin.query<{ hash: string }>(
      `SELECT count(*) || md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS hash FROM ${name} t`,
    )
    seen[name] = rows[0]?.hash
  }
  const { rows } = await admin.query('SELECT schemaname, sequencename, last_value FROM pg_sequences')
  return { ...seen, sequences: rows }
}

test('a preview leaves every table and every sequence as it was', async () => {
  const business = await booksOf([sale(5, { tags: tag('store', 'one') }), sale(3, { basis: 'CASH' })], 1)
  const before = await everything()
  expect((await previewClosing(ledger, business, asked())).data).toHaveLength(2)
  expect((await previewClosing(ledger, business, asked({ override: tag('store', 'one') }))).data).toHaveLength(1)
  expect(await refusalOf(previewClosing(ledger, business, asked({ override: tag('store', 'six') })))).toEqual([
    'TagValueNotFound',
    'override_default_tagging_strategy.0',
  ])
  expect(await everything()).toEqual(before)
})

describe('at once', () => {
  test('closing the same window twice makes one closing', async () => {
    for (let round = 0; round < 8; round++) {
      const business = await booksOf([sale(5)])
      const replicas = [ledger, replicaOf(ledger), ledger, replicaOf(ledger)]
      const answers = await Promise.all(
        replicas.map((replica) => closeRetainedEarnings(replica, fresh(business), asked())),
      )
      expect(answers.map(({ data }) => data?.length).sort()).toEqual([0, 0, 0, 1])
      expect(await oracle(business, { types: ['EQUITY'] })).toEqual({
        'ACCRUAL RETAINED_EARNINGS': -5,
        'CASH RETAINED_EARNINGS': -5,
      })
      expect(await violationsOf(business)).toEqual([])
    }
  })

  test('reversing a closing twice reverses it once', async () => {
    const business = await booksOf([sale(5)])
    const [closing] = (await closeRetainedEarnings(ledger, fresh(business), asked())).data ?? []
    const reverse = (one: typeof ledger | ReturnType<typeof replicaOf>) =>
      reverseClosing(one, fresh(business), { closingId: closing?.id ?? '', memo: null })
    const answers = await Promise.all([ledger, replicaOf(ledger), ledger].map(reverse))
    expect(answers.map(({ created }) => created).sort()).toEqual([false, false, true])
    expect(new Set(answers.map(({ data }) => data?.reversed_at)).size).toBe(1)
    expect(await violationsOf(business)).toEqual([])
  })

  test('posting and closing leave nothing closed in part', async () => {
    const business = await booksOf([sale(5)])
    const posts = Array.from({ length: 40 }, (_, index) =>
      post(business, [posting(`late${index}`, sale(1, { basis: ['ACCRUAL', 'CASH', 'BOTH'][index % 3] ?? '' }))]),
    )
    const closings = Array.from({ length: 6 }, () => closeRetainedEarnings(ledger, fresh(business), asked()))
    await Promise.all([...posts, ...closings])
    await closeRetainedEarnings(ledger, fresh(business), asked())
    expect(await oracle(business, { types: ['REVENUE', 'EXPENSE'] })).toEqual({})
    expect(await violationsOf(business)).toEqual([])
  })
})

describe('an Idempotency-Key', () => {
  const keyed = ({ clientId, businessId }: EntryRequest, hash = 'h') =>
    requestFor(clientId, businessId, { key: 'k', requestHash: hash })

  test('replays the closing it made', async () => {
    const business = await booksOf([sale(5)])
    const first = await closeRetainedEarnings(ledger, keyed(business), asked())
    const again = keyed(business)
    expect(await closeRetainedEarnings(ledger, again, asked())).toEqual(JSON.parse(JSON.stringify(first)))
    expect(again.replayed).toBe(true)
    expect(await refusalOf(closeRetainedEarnings(ledger, keyed(business, 'other'), asked()))).toEqual([
      'IdempotencyKeyReused',
      'Idempotency-Key',
    ])
  })
})

describe('a closing', () => {
  test('that would lead the journal out of its range is refused, in the preview too', async () => {
    const business = await booksOf([sale(2 ** 52)])
    const expected = ['AmountOutOfRange', undefined]
    expect(await refusalOf(previewClosing(ledger, business, asked()))).toEqual(expected)
    expect(await refusalOf(closeRetainedEarnings(ledger, fresh(business), asked()))).toEqual(expected)
    const inRange = await booksOf([sale(2 ** 52 - 1)])
    expect((await closeRetainedEarnings(ledger, fresh(inRange), asked())).data).toHaveLength(1)
    expect(await violationsOf(inRange)).toEqual([])
  })

  test('of more than 10,000 lines is refused, and can be closed part by part', async () => {
    const business = await booksOf([])
    const names = Array.from({ length: 5_001 }, (_, index) => `s${index}`)
    for (let at = 0; at < names.length; at += 1_000)
      await post(
        business,
        names.slice(at, at + 1_000).map((name) => posting(name, sale(1, { tags: tag('store', name) }))),
      )
    await admin.query(
      `UPDATE tag_dimensions SET strictness = 'BALANCING', balancing_epoch = 1 WHERE business_id = $1 AND key = 'store'`,
      [business.businessId],
    )
    // As the server does by itself once tables have grown.
    await admin.query('ANALYZE')
    expect(await refusalOf(previewClosing(ledger, business, asked()))).toEqual([
      'PayloadTooLarge',
      'override_default_tagging_strategy',
    ])
    expect(await refusalOf(closeRetainedEarnings(ledger, fresh(business), asked()))).toEqual([
      'PayloadTooLarge',
      'override_default_tagging_strategy',
    ])
    const override = names.slice(0, 100).map((value) => ({ key: 'store', value }))
    const part = await closeRetainedEarnings(ledger, fresh(business), asked({ override }))
    expect(part.data?.[0]?.primary_entry?.line_items).toHaveLength(200)
    const rest = (await closeRetainedEarnings(ledger, fresh(business), asked())).data ?? []
    expect(rest).toHaveLength(4_901)
    expect(await oracle(business, { types: ['REVENUE', 'EXPENSE'] })).toEqual({})

    const page = await listClosings(ledger, business, { page: { limit: 500 }, referenceNumbers: [] })
    expect([page.closings.length, page.pagination.total_count]).toEqual([500, 4_902])
  }, 60_000)

  test('whose answer would be too long to give is refused before anything is written', async () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `s${index}`)
    const business = await booksOf([])
    for (let at = 0; at < names.length; at += 1_000)
      await post(
        business,
        names.slice(at, at + 1_000).map((name) => posting(name, sale(1, { tags: tag('store', name) }))),
      )
    await admin.query(
      `UPDATE tag_dimensions SET strictness = 'BALANCING', balancing_epoch = 1 WHERE business_id = $1 AND key = 'store'`,
      [business.businessId],
    )
    await admin.query('ANALYZE')
    const wordy = asked({ memo: '€'.repeat(4_000) })
    const expected = ['PayloadTooLarge', 'override_default_tagging_strategy']
    expect(await refusalOf(previewClosing(ledger, business, wordy))).toEqual(expected)
    expect(await refusalOf(closeRetainedEarnings(ledger, fresh(business), wordy))).toEqual(expected)
    expect((await previewClosing(ledger, business, asked())).data).toHaveLength(3_000)
  }, 60_000)

  test('whose period was closed since is reversed only when that is open again', async () => {
    const business = await booksOf([sale(5)])
    const [closing] = (await closeRetainedEarnings(ledger, fresh(business), asked())).data ?? []
    const reverse = () => reverseClosing(ledger, fresh(business), { closingId: closing?.id ?? '', memo: 'oops' })
    const closeThrough = (at: Date | null) =>
      admin.query('UPDATE businesses SET closed_through = $2 WHERE id = $1', [business.businessId, at])
    await closeThrough(new Date(closing?.closes_at ?? ''))
    expect(await refusalOf(reverse())).toEqual(['PeriodClosed', 'closingId'])
    await closeThrough(new Date(Date.parse(closing?.closes_at ?? '') - 1))
    const { data } = await reverse()
    expect(data?.primary_entry?.reversal_id).toMatch(/^[0-9a-f-]{36}$/)
    await closeThrough(new Date(closing?.closes_at ?? ''))
    expect((await reverse()).created).toBe(false)
  })

  test('of another business is not found', async () => {
    const [own, other] = [await booksOf([sale(5)]), await booksOf([])]
    const [closing] = (await closeRetainedEarnings(ledger, fresh(own), asked())).data ?? []
    const closingId = closing?.id ?? ''
    const expected = ['ClosingNotFound', 'closingId']
    expect(await refusalOf(getClosing(ledger, other, closingId))).toEqual(expected)
    expect(await refusalOf(reverseClosing(ledger, fresh(other), { closingId, memo: null }))).toEqual(expected)
    expect((await getClosing(ledger, own, closingId)).id).toBe(closingId)
  })
})

test.each([
  ['closing_actions SET reversed_at = now()', 'a closing is reversed when its entries are'],
  ['closing_actions SET line_count = 3', 'a closing has its entries, at its close and with its lines'],
  ["closing_actions SET starts_at = starts_at - interval '1 day'", 'a closing has the window of its request'],
  [
    "journal_entries SET source_id = 'x' WHERE source_type = 'closing_action'",
    'a closing has its entries, at its close and with its lines',
  ],
])('the check of the books finds out about UPDATE %s', async (change, invariant) => {
  const business = await booksOf([sale(5)])
  await closeRetainedEarnings(ledger, fresh(business), asked())
  const where = change.includes('WHERE') ? 'AND' : 'WHERE'
  await admin.query(`UPDATE ${change} ${where} business_id = $1`, [business.businessId])
  expect(await violationsOf(business)).toMatchObject([{ invariant }])
})

test("the service's role can neither delete a closing nor change it otherwise than by reversing it", async () => {
  const business = await booksOf([sale(5)])
  await closeRetainedEarnings(ledger, fresh(business), asked())
  for (const sql of [
    'DELETE FROM closing_actions',
    'DELETE FROM closing_requests',
    `UPDATE closing_requests SET closes_at = now()`,
    `UPDATE closing_actions SET line_count = 2`,
  ])
    await expect(ledger.db.transact(business, (tx) => tx.rows(sql))).rejects.toThrow(/permission denied/)
})
