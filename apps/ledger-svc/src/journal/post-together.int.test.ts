/** `post_together_v1` against one call for each posting: the same answers, and the same rows in every business. */
import type { BusinessWrite } from '@pacioli/rpc'
import { Database } from '@pacioli/db'
import { deadlocksIn, rightsOf } from '@pacioli/testing'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { updateConfiguration } from '../use-cases.test-helpers.ts'
import type { Basis, EntryType } from './journal-entry.ts'
import type { PostingBatch } from './posting-call.ts'
import { postEntries, postTogether, sealAccountDay } from './posting.store.ts'
import {
  batchOf,
  LATER,
  NAMES,
  NOW,
  openBooks,
  posting,
  rowsOf,
  sale,
  type Books,
  type Posting,
} from './posting.test-helpers.ts'

let ledger: TestLedger
let admin: pg.Client

beforeAll(async () => {
  ledger = await startTestLedger({ onOneShard: true })
  admin = await ledger.connect()
})
afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

const PLACES = 4

const FIRST = posting(sale({ at: '2025-01-01T00:00:00.000Z' }))

/** Businesses that were posted to once. */
async function openAll(): Promise<Books[]> {
  const all = await Promise.all(Array.from({ length: PLACES }, () => openBooks(ledger)))
  for (const books of all) expect(await alone(books, FIRST)).toMatchObject({ outcome: 'POSTED' })
  return all
}

/** What becomes of a posting: its outcome, or what it fails with. */
const alone = (books: Books, what: Posting): Promise<unknown> =>
  postEntries(ledger.db, batchOf(books, what)).then(named(books), String)

const together = async (batches: readonly PostingBatch[]): Promise<unknown[]> => postTogether(ledger.db, batches)

/** Accounts by name, so that businesses can be compared. */
const named =
  ({ accounts }: Books) =>
  (outcome: unknown): unknown =>
    JSON.parse(
      [...accounts].reduce((text, [name, { id }]) => text.replaceAll(id, name), JSON.stringify(outcome)),
      (key, value: unknown) => (key === 'clientId' || key === 'businessId' ? undefined : value),
    )

const violations = ({ business }: Books) =>
  ledger.db.call(
    'SELECT * FROM check_books_v1($1, $2) WHERE invariant <> $3',
    [business.clientId, business.businessId, 'an entry that closes belongs to a closing'],
    business.businessId,
  )

const entriesOf = async ({ business }: Books): Promise<number> =>
  (await admin.query('SELECT FROM journal_entries WHERE business_id = $1', [business.businessId])).rowCount ?? 0

test('any postings of several businesses leave what each of them would leave alone, and are answered alike', async () => {
  const one = fc.record({
    place: fc.nat(PLACES - 1),
    at: fc.constantFrom(
      '2025-12-31T23:59:59.999Z',
      '2026-01-01T00:00:00.000Z',
      '2026-01-31T12:00:00.000Z',
      '2024-06-01T00:00:00.000Z',
    ),
    moved: fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.integer({ min: 1, max: 900 })), {
      minLength: 1,
      maxLength: 4,
    }),
    other: fc.constantFrom(...NAMES, ...NAMES, ...NAMES, 'NOWHERE'),
    missing: fc.constantFrom(0, 0, 0, 0, 0, 0, 1),
    basis: fc.constantFrom<Basis>('BOTH', 'ACCRUAL', 'CASH'),
    type: fc.constantFrom<EntryType>('MANUAL', 'BANK', 'OPENING_BALANCE'),
    externalId: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { freq: 2 }),
    postingKey: fc.option(fc.constantFrom('k', 'l', 'm', 'n', 'o'), { freq: 2 }),
    memo: fc.option(fc.constantFrom('memo', "it's {}")),
    tag: fc.option(fc.constantFrom('red', 'blue')),
    key: fc.option(
      fc.record({ key: fc.constantFrom('1', '2', '3', '4', '5', '6'), requestHash: fc.constantFrom('x', 'y') }),
      { nil: undefined },
    ),
    now: fc.constantFrom(NOW, NOW, LATER),
    booksEpoch: fc.constantFrom(1, 1, 1, 1, 1, 2),
    decisionEpoch: fc.constantFrom(0, 1, 1),
  })
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.array(one, { minLength: 2, maxLength: 12, size: 'max' }) },
    {
      weight: 1,
      arbitrary: fc.record({
        seal: fc.constantFrom(...NAMES),
        day: fc.constantFrom('2025-12-31', '2026-01-31'),
        place: fc.nat(PLACES - 1),
      }),
    },
  )
  const met = new Set<unknown>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14, size: 'max' }), async (steps) => {
      const [apart, company] = await Promise.all([openAll(), openAll()])
      const at = (all: readonly Books[], place: number) => all[place] as Books
      for (const taken of steps) {
        if ('seal' in taken) {
          for (const { business, accounts } of [at(apart, taken.place), at(company, taken.place)])
            await sealAccountDay(
              ledger.db,
              { ...business, accountId: accounts.get(taken.seal)?.id ?? '', day: taken.day },
              3,
            )
          continue
        }
        const postings = withoutRepeats(taken).map(
          ({ place, moved, other, missing, now, booksEpoch, decisionEpoch, ...sketch }) => {
            const total = moved.reduce((sum, [, amount]) => sum + amount, 0)
            const lines = [...moved, [other, missing - total] as [string, number]]
            return { place, what: posting({ ...sketch, lines }, { now, booksEpoch, decisionEpoch }) }
          },
        )
        const outcomes = await together(postings.map(({ place, what }) => batchOf(at(company, place), what)))
        const first = postings.filter((_, index) => outcomes[index] !== 'APART')
        const last = postings.filter((_, index) => outcomes[index] === 'APART')
        for (const outcome of outcomes)
          met.add(typeof outcome === 'string' ? outcome : (outcome as { outcome: string }).outcome)
        const expected = []
        for (const { place, what } of first) expected.push(await alone(at(apart, place), what))
        const answered = outcomes.filter((outcome) => outcome !== 'APART')
        expect(answered.map(withoutDays)).toEqual(expected.map(withoutDays))
        for (const { place, what } of last)
          expect(await alone(at(company, place), what)).toEqual(await alone(at(apart, place), what))
      }
      for (let place = 0; place < PLACES; place++) {
        expect(await rowsOf(admin, at(company, place))).toEqual(await rowsOf(admin, at(apart, place)))
        expect(await violations(at(company, place))).toEqual([])
      }
    }),
    { numRuns: 6, endOnFailure: true },
  )
  for (const outcome of ['POSTED', 'STALE', 'APART']) expect(met).toContain(outcome)
}, 180_000)

/** Of those that name the same, only one is in a call. */
function withoutRepeats<
  One extends {
    place: number
    externalId: string | null
    postingKey: string | null
    key?: { key: string } | undefined
  },
>(all: readonly One[]): One[] {
  const names = new Set<string>()
  return all.filter(({ place, externalId, postingKey, key }) => {
    const own = [externalId && `e${externalId}`, postingKey && `p${postingKey}`, key && `k${key.key}`]
      .filter((name) => typeof name === 'string')
      .map((name) => `${place} ${name}`)
    if (own.some((name) => names.has(name))) return false
    for (const name of own) names.add(name)
    return true
  })
}

/** Days that may want sums are told with the first that is posted. */
const withoutDays = (outcome: unknown): unknown => ({ ...(outcome as object), longDays: undefined, answer: undefined })

const POSTED = { outcome: 'POSTED', longDays: [] }

describe('strangers are posted, and nothing is written of', () => {
  const cases: [string, (books: Books) => PostingBatch, unknown][] = [
    [
      'what was decided under books of before',
      (books) => batchOf(books, posting(sale(), { booksEpoch: 7 })),
      { outcome: 'STALE' },
    ],
    [
      'a posting by a client that the business is not of',
      (books) =>
        batchOf(books, posting(sale(), { tenant: { clientId: randomUUID(), businessId: books.business.businessId } })),
      { outcome: 'NO_BUSINESS' },
    ],
    [
      'a line on an account that is not there',
      (books) =>
        batchOf(
          books,
          posting(
            sale({
              lines: [
                ['CASH', 5],
                ['NOWHERE', -5],
              ],
            }),
          ),
        ),
      'APART',
    ],
    [
      'what comes before all others',
      (books) => batchOf(books, posting(sale({ at: '2024-01-01T00:00:00.000Z' }))),
      'APART',
    ],
    [
      'an answer that is kept within the budget of large ones',
      (books) =>
        batchOf(books, posting(sale({ key: { key: 'k', requestHash: 'x' } }), { answer: `"${'x'.repeat(20_000)}"` })),
      'APART',
    ],
  ]
  test.each(cases)('%s', async (_, batchFor, expected) => {
    const [one, two, three] = (await openAll()) as [Books, Books, Books]
    const outcomes = await together([batchOf(one, posting(sale())), batchFor(two), batchOf(three, posting(sale()))])
    expect(outcomes).toEqual([POSTED, expected, POSTED])
    expect([await entriesOf(one), await entriesOf(two), await entriesOf(three)]).toEqual([2, 1, 2])
    for (const books of [one, two, three]) expect(await violations(books)).toEqual([])
  })

  test('what falls into the closed period, an external_id that exists, and a key that was used', async () => {
    const [one, two, three, four] = (await openAll()) as [Books, Books, Books, Books]
    await updateConfiguration(ledger, one.business, { closing_date: '2026-03-01', cleared: [] })
    const { rows } = await admin.query<{ books_epoch: string }>('SELECT books_epoch FROM businesses WHERE id = $1', [
      one.business.businessId,
    ])
    const epoch = Number(rows[0]?.books_epoch)
    const keyed = sale({ key: { key: 'k', requestHash: 'x' } })
    await alone(two, posting(sale({ externalId: 'a' })))
    await alone(three, posting(keyed))
    const outcomes = await together([
      batchOf(one, posting(sale(), { booksEpoch: epoch, decisionEpoch: epoch })),
      batchOf(two, posting(sale({ externalId: 'a' }))),
      batchOf(three, posting(keyed)),
      batchOf(four, posting(keyed)),
    ])
    expect(outcomes).toEqual(['APART', 'APART', 'APART', POSTED])
    expect([await entriesOf(one), await entriesOf(two), await entriesOf(three), await entriesOf(four)]).toEqual([
      1, 2, 2, 2,
    ])
  })
})

test('each business has sums of months where its own end, also beside a posting by a client that it is not of', async () => {
  const [one, two, three] = (await openAll()) as [Books, Books, Books]
  for (const [books, monthsBefore] of [
    [one, '2026-01-01'],
    [two, 'infinity'],
    [three, '2026-02-01'],
  ] as const)
    await admin.query('UPDATE businesses SET months_before = $2 WHERE id = $1', [
      books.business.businessId,
      monthsBefore,
    ])
  const at = '2026-01-31T12:00:00.000Z'
  const foreign = { tenant: { clientId: randomUUID(), businessId: three.business.businessId } }
  const outcomes = await together([
    batchOf(one, posting(sale({ at }))),
    batchOf(three, posting(sale({ at }), foreign)),
    batchOf(two, posting(sale({ at }))),
    batchOf(three, posting(sale({ at }))),
  ])
  expect(outcomes).toEqual([POSTED, { outcome: 'NO_BUSINESS' }, POSTED, POSTED])
  for (const books of [one, two, three]) expect(await violations(books)).toEqual([])
})

test('a call with what a constraint refuses is undone for all, and each is to be posted alone', async () => {
  const [one, two, three] = (await openAll()) as [Books, Books, Books]
  const unbalanced = sale({
    lines: [
      ['CASH', 5],
      ['SALES', -4],
    ],
  })
  for (const wrong of [unbalanced, sale({}, 2 ** 45)]) {
    const outcomes = await together(
      [one, two, three].map((books, index) => batchOf(books, posting(index === 1 ? wrong : sale()))),
    )
    expect(outcomes).toEqual(['APART', 'APART', 'APART'])
  }
  expect([await entriesOf(one), await entriesOf(two), await entriesOf(three)]).toEqual([1, 1, 1])
})

test('large balances are no concern of a call that posts nothing to them', async () => {
  const [large, fine] = (await openAll()) as [Books, Books]
  const all = posting(sale({}, 2 ** 52 + 1), { alone: true })
  expect(await alone(large, all)).toMatchObject({ outcome: 'POSTED' })
  const stale = posting(sale(), { booksEpoch: 7 })
  expect(await together([batchOf(large, stale), batchOf(fine, posting(sale()))])).toEqual([
    { outcome: 'STALE' },
    POSTED,
  ])
})

test('in a database that the version before has used, events wait where that looks for them', async () => {
  const all = (await openAll()) as [Books, Books, Books, Books]
  const [one, ...others] = all
  await admin.query('UPDATE event_slots SET is_current = false')
  try {
    expect(await alone(one, posting(sale()))).toMatchObject(POSTED)
    expect(await together(others.map((books) => batchOf(books, posting(sale()))))).toEqual(others.map(() => POSTED))
  } finally {
    await admin.query('UPDATE event_slots SET is_current = true WHERE slot = 0')
  }
  const { rows } = await admin.query(
    `SELECT o.business_id AS id, count(*)::int AS events FROM outbox o
      WHERE o.business_id = ANY ($1) AND o.aggregate_type = 'entry' AND o.sent_at IS NULL GROUP BY 1 ORDER BY 1`,
    [all.map(({ business }) => business.businessId)],
  )
  const ids = all.map(({ business }) => business.businessId).sort()
  expect(rows).toEqual(ids.map((id) => ({ id, events: 1 })))
})

describe('whoever holds one business holds up no stranger:', () => {
  /** Posts to three businesses while another transaction has done this to the second. */
  async function whileHeld(
    hold: (holder: pg.Client, books: Books) => Promise<unknown>,
    what = sale(),
  ): Promise<{ outcomes: unknown[]; all: Books[] }> {
    const all = (await openAll()).slice(0, 3)
    const holder = await ledger.connect()
    try {
      await holder.query('BEGIN')
      await hold(holder, all[1] as Books)
      return { outcomes: await together(all.map((books) => batchOf(books, posting(what)))), all }
    } finally {
      await holder.end()
    }
  }

  test('books that are being changed are left out at once', async () => {
    const { outcomes } = await whileHeld((holder, { business }) =>
      holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1::text, 2))', [business.businessId]),
    )
    expect(outcomes).toEqual([POSTED, 'APART', POSTED])
  })

  test('so are settings of a client', async () => {
    const { outcomes } = await whileHeld((holder, { business }) =>
      holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1::text, 3))', [business.clientId]),
    )
    expect(outcomes).toEqual([POSTED, 'APART', POSTED])
  })

  test('a key that another request holds is in progress', async () => {
    const { outcomes } = await whileHeld(
      (holder, { business }) =>
        holder.query('SELECT claim_idempotency_key_v1($1, $2, $3, $4, $5, now())', [
          business.businessId,
          business.clientId,
          'test',
          'k',
          'x',
        ]),
      sale({ key: { key: 'k', requestHash: 'x' } }),
    )
    expect(outcomes).toEqual([POSTED, { outcome: 'IN_PROGRESS', answer: null }, POSTED])
  })

  test('a balance, or an external_id, is not waited for long', async () => {
    const balance = await whileHeld(
      (holder, { business }) =>
        holder.query('SELECT FROM account_balances WHERE business_id = $1 FOR UPDATE', [business.businessId]),
      sale({ at: '2025-01-01T00:00:00.000Z' }),
    )
    expect(balance.outcomes).toEqual(['APART', 'APART', 'APART'])
    const externalId = await whileHeld(
      (holder, { business }) =>
        holder.query(
          `INSERT INTO journal_entries (business_id, id, external_id, entry_type, basis, agent, entry_at, recorded_at, line_count)
           VALUES ($1, gen_random_uuid(), 'held', 'MANUAL', 'BOTH', 'API', now(), now(), 2)`,
          [business.businessId],
        ),
      sale({ externalId: 'held' }),
    )
    expect(externalId.outcomes).toEqual(['APART', 'APART', 'APART'])
    for (const books of [...balance.all, ...externalId.all]) expect(await entriesOf(books)).toBe(1)
  })
})

test('calls for the same businesses in other orders never block each other for ever', async () => {
  const all = await openAll()
  const before = await deadlocksIn(ledger.db)
  const calls = Array.from({ length: 32 }, (_, n) => {
    const order = all.map((__, place) => all[(place * 3 + n) % PLACES] as Books)
    const batches = (n % 2 ? order : order.toReversed()).map((books, place) =>
      batchOf(books, posting(sale({ at: `2026-03-0${1 + ((n + place) % 4)}T10:00:00.000Z` }))),
    )
    return together(batches)
  })
  const outcomes = (await Promise.all(calls)).flat()
  expect(await deadlocksIn(ledger.db)).toBe(before)
  const posted = outcomes.filter((outcome) => outcome !== 'APART')
  expect(posted.every((outcome) => (outcome as { outcome: string }).outcome === 'POSTED')).toBe(true)
  const counts = await Promise.all(all.map(entriesOf))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(PLACES + posted.length)
  for (const books of all) expect(await violations(books)).toEqual([])
})

describe('the role that posts to several businesses', () => {
  const as = async <Result>(
    businesses: readonly BusinessWrite[],
    act: (client: pg.Client) => Promise<Result>,
  ): Promise<Result> => {
    const client = await ledger.connect('service')
    try {
      await client.query('BEGIN')
      await client.query('SELECT enter_businesses_v1($1::uuid[], $2, 0)', [
        businesses.map(({ businessId }) => businessId),
        '',
      ])
      return await act(client)
    } finally {
      await client.end()
    }
  }

  const TABLES = [
    'account_balances',
    'account_day_blocks',
    'accounts',
    'businesses',
    'entry_tags',
    'idempotency_keys',
    'journal_entries',
    'line_item_tags',
    'line_items',
    'outbox',
    'tag_dimensions',
  ]

  test('may do this in these tables, for the businesses of the transaction', async () => {
    const bound = (column: string) => `((${column} = ANY (app_business_ids())) IS TRUE)`
    const kept = `all where ${bound('business_id')} and with ${bound('business_id')}`
    const written = `insert where and with ${bound('business_id')}`
    const read = `select where ${bound('business_id')} and with`
    const rights = await rightsOf(admin, 'ledger_postings')
    // A cluster has no subqueries in policies.
    const alike = (right: string) =>
      right.replaceAll('( SELECT app_business_ids() AS app_business_ids)::uuid[]', 'app_business_ids()')
    expect(rights.map(alike)).toEqual([
      `account_balances INSERT SELECT UPDATE, ${kept}`,
      `account_day_blocks INSERT SELECT UPDATE, ${kept}`,
      `accounts SELECT, ${read}`,
      `audits INSERT SELECT UPDATE, ${kept}`,
      `businesses SELECT, select where ${bound('id')} and with`,
      `closing_actions SELECT, ${read}`,
      `entry_tag_moves SELECT, ${read}`,
      `entry_tags INSERT SELECT, ${kept}`,
      `event_queue INSERT, ${written}`,
      `event_slots SELECT,`,
      `events INSERT, ${written}`,
      `idempotency_keys INSERT SELECT, ${kept}`,
      `journal_entries INSERT SELECT, ${kept}`,
      `large_states INSERT, ${written}`,
      `line_item_tags INSERT SELECT, ${kept}`,
      `line_items INSERT SELECT, ${kept}`,
      `outbox INSERT SELECT, ${kept}`,
      `record_heads INSERT SELECT UPDATE, ${kept}`,
      `records INSERT SELECT, ${kept}`,
      `tag_dimensions SELECT, ${read}`,
    ])
  })

  test('sees and writes no row of another business', async () => {
    const [mine, other] = (await openAll()) as [Books, Books]
    await alone(other, posting(sale({ tag: 'red', key: { key: 'k', requestHash: 'x' } })))
    for (const table of TABLES) {
      const column = table === 'businesses' ? 'id' : 'business_id'
      const count = (client: pg.Client, { business }: Books) =>
        client
          .query(`SELECT FROM ${table} WHERE ${column} = $1`, [business.businessId])
          .then(({ rowCount }) => rowCount)
      expect([table, await as([mine.business], (client) => count(client, other))]).toEqual([table, 0])
      expect([table, await as([], (client) => count(client, other))]).toEqual([table, 0])
    }
    const write = (client: pg.Client) =>
      client.query(
        `INSERT INTO account_balances VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'D', '2026-01-01', 'BOTH', 0, 1, 1, 1, 0)`,
        [other.business.businessId],
      )
    await expect(as([mine.business], write)).rejects.toThrow('row-level security')
    await as([mine.business, other.business], write)
  })

  test('ends with the call', async () => {
    const db = new Database({ url: ledger.appUrl, applicationName: 'one', poolSize: 1 })
    try {
      const [one, two] = (await openAll()) as [Books, Books]
      const after = async () =>
        (
          await db.call(
            `SELECT current_user::text AS role, current_setting('app.business_ids', true) AS ids, current_setting('lock_timeout') AS patience,
                    (SELECT count(*)::int FROM journal_entries) AS entries`,
            [],
            one.business.businessId,
          )
        )[0]
      const none = { role: 'ledger_app', ids: '', patience: '0', entries: 0 }
      await postTogether(
        db,
        [one, two].map((books) => batchOf(books, posting(sale()))),
      )
      expect(await after()).toEqual(none)
      const unbalanced = sale({
        lines: [
          ['CASH', 5],
          ['SALES', -4],
        ],
      })
      await postTogether(
        db,
        [one, two].map((books) => batchOf(books, posting(unbalanced))),
      )
      expect(await after()).toEqual(none)
    } finally {
      await db.close()
    }
  })

  test('looks rows up by the keys of statements, not by its list', async () => {
    const business = await openTestBusiness(ledger)
    const plan = await as([business], async (client) => {
      await client.query('SET LOCAL plan_cache_mode = force_generic_plan')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>({
        text: `EXPLAIN SELECT FROM unnest($1::uuid[], $2::text[]) AS k(business_id, external_id)
                WHERE EXISTS (SELECT FROM journal_entries j WHERE j.business_id = k.business_id AND j.external_id = k.external_id)`,
        values: [[business.businessId], ['a']],
      })
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toMatch(/Index Cond: \(\(business_id = k.business_id\) AND \(external_id = k.external_id\)\)/)
    expect(plan).toMatch(/Filter: .* IS TRUE/)
  })
})

test('lines name no account of a stranger of the same call', async () => {
  const [one, two] = (await openAll()) as [Books, Books]
  const foreign = { ...one, accounts: two.accounts }
  expect(await together([batchOf(foreign, posting(sale())), batchOf(two, posting(sale()))])).toEqual(['APART', POSTED])
  expect(await alone(foreign, posting(sale()))).toContain('a line names an account the business does not have')
})

test('a day that gets long is told for the business it is of', async () => {
  const [one, two] = (await openAll()) as [Books, Books]
  const pairs = Array.from({ length: 40 }, (_, index): [string, number] => ['CASH', index % 2 === 0 ? 3 : -3])
  const told: unknown[] = []
  for (let time = 0; time < 7; time++)
    told.push(
      ...(await together([batchOf(two, posting(sale())), batchOf(one, posting(sale({ lines: pairs })))])).flatMap(
        (outcome) => (outcome as { longDays: unknown[] }).longDays,
      ),
    )
  const { clientId, businessId } = one.business
  expect(told).toEqual([{ clientId, businessId, accountId: one.accounts.get('CASH')?.id, day: '2026-03-01' }])
})
