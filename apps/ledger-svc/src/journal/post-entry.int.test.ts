/** `post_entry_v1` against `post_entries_v2`: the same entries leave the same rows, and whatever is refused is refused alike. */
import { constraintOf } from '@pacioli/db'
import { deadlocksIn, storedAs } from '@pacioli/testing'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, replicaOf, requestFor, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { postJournalEntries, postJournalEntry, updateConfiguration } from '../use-cases.test-helpers.ts'
import type { Basis, EntryType, JournalEntry } from './journal-entry.ts'
import { callOf, callOfBatch, type PostingBatch } from './posting-call.ts'
import { sealAccountDay } from './posting.store.ts'
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
  type Sketch,
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

/** A business that is posted to by one of the two functions. */
type Side = Books & { call: typeof callOf }

const side = async (call: typeof callOf): Promise<Side> => ({ ...(await openBooks(ledger)), call })

const sides = () => Promise.all([side(callOf), side(callOfBatch)])

type Row = { outcome: string; answer: string | null; long_account_ids: string[] | null; long_days: string[] | null }

/** The outcome, or the constraint that was violated. */
async function post(one: Side, what: Posting): Promise<unknown> {
  const { sql, bind } = one.call(batchOf(one, what))
  const names = new Map([...one.accounts].map(([name, { id }]) => [id, name]))
  try {
    const [row] = await ledger.db.callToWrite<Row>(sql, bind, one.business.businessId)
    return row && { ...row, long_account_ids: row.long_account_ids?.map((id) => names.get(id)).sort() ?? null }
  } catch (error) {
    return constraintOf(error) ?? error
  }
}

/** But for entries that close and belong to no closing: what posts them is not what is tested here. */
const violations = ({ business }: Side) =>
  ledger.db.call(
    'SELECT * FROM check_books_v1($1, $2) WHERE invariant <> $3',
    [business.clientId, business.businessId, 'an entry that closes belongs to a closing'],
    business.businessId,
  )

/** Does the same to both, and returns what became of it, once that is compared. */
async function postToBoth(both: readonly Side[], what: Posting): Promise<unknown> {
  const [one, batch] = [await post(both[0] as Side, what), await post(both[1] as Side, what)]
  expect(one).toEqual(batch)
  return one
}

async function compare(both: readonly Side[]): Promise<void> {
  expect(await rowsOf(admin, both[0] as Side)).toEqual(await rowsOf(admin, both[1] as Side))
  for (const one of both) expect(await violations(one)).toEqual([])
}

const POSTED = { outcome: 'POSTED', answer: null, long_account_ids: null, long_days: null }
const outcomeOf = (outcome: string, answer: string | null = null) => ({ ...POSTED, outcome, answer })

test('one entry without tags is posted by the function for one', async () => {
  const [one] = await sides()
  const batch = batchOf(one, posting(sale()))
  const [entry] = batch.entries
  const tagged = { id: randomUUID(), key: 'k', value: 'v' } as never
  expect(callOf(batch).sql).toContain('post_entry_v1')
  const others: Partial<PostingBatch>[] = [
    { entries: [], events: [] },
    { entries: [entry as JournalEntry, entry as JournalEntry] },
    { entries: [{ ...(entry as JournalEntry), reversalOfId: randomUUID() }] },
    { entries: [{ ...(entry as JournalEntry), tags: [tagged] }] },
    {
      entries: [
        {
          ...(entry as JournalEntry),
          lines: (entry as JournalEntry).lines.map((line) => ({ ...line, tags: [tagged] })),
        },
      ],
    },
    { events: [...batch.events, ...batch.events] },
  ]
  for (const other of others) expect(callOf({ ...batch, ...other }).sql).toContain('post_entries_v2')
})

test('any entries leave the same rows, posted one by one by either function', async () => {
  const moved = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.integer({ min: 1, max: 900 })), {
    minLength: 1,
    maxLength: 4,
  })
  const step = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record({
        at: fc.constantFrom(
          '2025-12-31T23:59:59.999Z',
          '2026-01-01T00:00:00.000Z',
          '2026-01-31T12:00:00.000Z',
          '2026-01-31T13:00:00.000Z',
        ),
        moved,
        other: fc.constantFrom(...NAMES),
        basis: fc.constantFrom<Basis>('BOTH', 'ACCRUAL', 'CASH'),
        type: fc.constantFrom<EntryType>('MANUAL', 'BANK', 'OPENING_BALANCE', 'CLOSING_ACTION_RETAINED_EARNINGS'),
        externalId: fc.option(fc.constantFrom('a', 'b', 'c')),
        postingKey: fc.option(fc.constantFrom('k', 'l', 'm')),
        memo: fc.option(fc.constantFrom('memo', "it's {}")),
        key: fc.option(
          fc.record({ key: fc.constantFrom('1', '2', '3', '4'), requestHash: fc.constantFrom('x', 'y') }),
          { nil: undefined },
        ),
        slot: fc.constantFrom(0, 0, 7),
        alone: fc.boolean(),
        now: fc.constantFrom(NOW, NOW, LATER),
        booksEpoch: fc.constantFrom(1, 1, 1, 1, 2),
        decisionEpoch: fc.constantFrom(0, 1, 1),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ seal: fc.constantFrom(...NAMES), day: fc.constantFrom('2025-12-31', '2026-01-31') }),
    },
  )
  const met = new Set<unknown>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40, size: 'max' }), async (steps) => {
      const both = await sides()
      for (const taken of steps) {
        if ('seal' in taken) {
          for (const { business, accounts } of both)
            await sealAccountDay(
              ledger.db,
              { ...business, accountId: accounts.get(taken.seal)?.id ?? '', day: taken.day },
              3,
            )
          continue
        }
        const { moved: lines, other, slot, alone, now, booksEpoch, decisionEpoch, ...sketch } = taken
        const total = lines.reduce((sum, [, amount]) => sum + amount, 0)
        const change = { slot, alone, now, booksEpoch, decisionEpoch }
        const became = await postToBoth(both, posting({ ...sketch, lines: [...lines, [other, -total]] }, change))
        met.add(typeof became === 'string' ? became : (became as Row).outcome)
      }
      await compare(both)
    }),
    { numRuns: 6 },
  )
  for (const outcome of [
    'POSTED',
    'STALE',
    'REPLAY',
    'REUSED',
    'journal_entries_external_id',
    'journal_entries_posting_key',
  ])
    expect(met).toContain(outcome)
}, 120_000)

describe('what one function refuses the other one refuses', () => {
  const foreign = { tenant: { clientId: randomUUID(), businessId: randomUUID() } }
  const refusals: [string, Sketch, Partial<PostingBatch>, unknown][] = [
    ['books of another epoch', sale(), { booksEpoch: 7 }, outcomeOf('STALE')],
    ['a business that is not there', sale(), foreign, outcomeOf('NO_BUSINESS')],
    [
      'an account that is not there',
      sale({
        lines: [
          ['CASH', 5],
          ['NOWHERE', -5],
        ],
      }),
      {},
      'line_items_account',
    ],
    [
      'lines that do not balance',
      sale({
        lines: [
          ['CASH', 5],
          ['SALES', -4],
        ],
      }),
      {},
      'line_items_balance',
    ],
    [
      'lines of one side',
      sale({
        lines: [
          ['CASH', 5],
          ['SALES', 5],
        ],
      }),
      {},
      'line_items_balance',
    ],
    ['a single line', sale({ lines: [['CASH', 5]] }), {}, 'journal_entries_line_count_check'],
    ['an amount of nothing', sale({}, 0), {}, 'line_items_amount_check'],
    ['an amount beyond what is exact', sale({}, Number.MAX_SAFE_INTEGER + 1), {}, 'line_items_amount_check'],
    ['a type that is none', sale({ type: 'OTHER' as EntryType }), {}, 'journal_entries_entry_type_check'],
    ['a basis that is none', sale({ basis: 'OTHER' as Basis }), {}, 'journal_entries_basis_check'],
    ['a slot that is none', sale(), { slot: 16 }, 'account_balances_slot_check'],
    ['more than may come among others', sale({}, 2 ** 45), {}, 'journal_alone'],
  ]
  test.each(refusals)('%s', async (_, sketch, change, expected) => {
    const both = await sides()
    expect(await postToBoth(both, posting(sketch, change))).toEqual(expected)
    await compare(both)
    for (const one of both)
      expect(
        (await admin.query('SELECT FROM journal_entries WHERE business_id = $1', [one.business.businessId])).rowCount,
      ).toBe(0)
  })

  test('what falls into the closed period, unless it was decided before that was closed', async () => {
    const both = await sides()
    for (const { business } of both)
      await updateConfiguration(ledger, business, { closing_date: '2026-03-01', cleared: [] })
    const { rows } = await admin.query<{ books_epoch: string; closed_epoch: string }>(
      'SELECT books_epoch, closed_epoch FROM businesses WHERE id = $1',
      [both[0].business.businessId],
    )
    const [booksEpoch, closedEpoch] = [Number(rows[0]?.books_epoch), Number(rows[0]?.closed_epoch)]
    const decided = (decisionEpoch: number) => ({ booksEpoch, decisionEpoch })
    expect(await postToBoth(both, posting(sale(), decided(closedEpoch)))).toBe('journal_entries_open_period')
    expect(await postToBoth(both, posting(sale(), decided(closedEpoch - 1)))).toEqual(POSTED)
    const open = sale({ at: '2026-03-02T10:00:00.000Z' })
    expect(await postToBoth(both, posting(open, decided(closedEpoch)))).toEqual(POSTED)
    await compare(both)
  })

  test('a balance that leaves the safe range, posted alone', async () => {
    const both = await sides()
    const most = Number.MAX_SAFE_INTEGER
    expect(await postToBoth(both, posting(sale({}, most), { alone: true }))).toEqual(POSTED)
    expect(await postToBoth(both, posting(sale({}, 1), { alone: true }))).toBe('balance_range')
    expect(await postToBoth(both, posting(sale({}, 1)))).toBe('journal_alone')
    const elsewhere = sale({
      lines: [
        ['INVENTORY', 1],
        ['TIPS', -1],
      ],
    })
    expect(await postToBoth(both, posting(elsewhere))).toEqual(POSTED)
    await compare(both)
  })
})

describe('a key', () => {
  const keyed = (key: string, requestHash = 'x') => sale({ key: { key, requestHash } })

  test('posts once, tells its answer, takes no other request, and begins anew after a day', async () => {
    const both = await sides()
    expect(await postToBoth(both, posting(keyed('k')))).toEqual(POSTED)
    expect(await postToBoth(both, posting(keyed('k')))).toEqual(outcomeOf('REPLAY', '{"data":1}'))
    expect(await postToBoth(both, posting(keyed('k', 'y')))).toEqual(outcomeOf('REUSED'))
    const justKept = { now: new Date(LATER.getTime() - 1) }
    expect(await postToBoth(both, posting(keyed('k', 'y'), justKept))).toEqual(outcomeOf('REUSED'))
    expect(await postToBoth(both, posting(keyed('k', 'y'), { now: LATER }))).toEqual(POSTED)
    for (const { business } of both)
      await admin.query(`UPDATE idempotency_keys SET answer = '' WHERE business_id = $1`, [business.businessId])
    expect(await postToBoth(both, posting(keyed('k', 'y'), { now: LATER }))).toEqual(outcomeOf('FORGOTTEN'))
    await compare(both)
  })

  test('that was used is told without anything being written', async () => {
    const both = await sides()
    await postToBoth(both, posting(keyed('k')))
    const xids = async () =>
      (
        await admin.query<{ x: string }>(
          `SELECT xmin || xmax::text AS x FROM ${await storedAs(admin, 'idempotency_keys')} WHERE business_id = $1`,
          [both[0].business.businessId],
        )
      ).rows
    const before = await xids()
    expect(await postToBoth(both, posting(keyed('k')))).toEqual(outcomeOf('REPLAY', '{"data":1}'))
    expect(await xids()).toEqual(before)
  })

  test('that another request holds is not waited for', async () => {
    const both = await sides()
    for (const one of both)
      await ledger.db.transact(one.business, async (tx) => {
        const { businessId, clientId } = one.business
        await tx.rows('SELECT claim_idempotency_key_v1($1, $2, $3, $4, $5, $6)', [
          businessId,
          clientId,
          'test',
          'k',
          'x',
          NOW,
        ])
        expect(await post(one, posting(keyed('k')))).toEqual(outcomeOf('IN_PROGRESS'))
      })
    await compare(both)
  })

  test('of a posting that is refused stays free', async () => {
    const both = await sides()
    const refused = {
      ...keyed('k'),
      lines: [
        ['CASH', 5],
        ['SALES', -4],
      ] as const,
    }
    expect(await postToBoth(both, posting(refused))).toBe('line_items_balance')
    expect(await postToBoth(both, posting(keyed('k'), { booksEpoch: 7 }))).toEqual(outcomeOf('STALE'))
    expect(await postToBoth(both, posting(keyed('k')))).toEqual(POSTED)
    await compare(both)
  })

  test('is posted under once by requests of two processes at a time', async () => {
    const business = await openTestBusiness(ledger)
    const key = { key: 'k', requestHash: 'x' }
    const input = {
      entry_at: '2026-03-01T10:00:00Z',
      tags: [],
      line_items: ['DEBIT', 'CREDIT'].map((direction) => ({
        account_identifier: { type: 'StableName', stable_name: direction === 'DEBIT' ? 'CASH' : 'SALES' },
        ...{ amount: 5, direction, tags: [] },
      })),
    }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        postJournalEntry(replicaOf(ledger), requestFor(business.clientId, business.businessId, key), input),
      ),
    )
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(
      (await admin.query('SELECT FROM journal_entries WHERE business_id = $1', [business.businessId])).rowCount,
    ).toBe(1)
  })
})

test('the lines of a day that gets long are told, each time 250 more have come', async () => {
  const both = await sides()
  const pairs = Array.from({ length: 24 }, (_, index): [string, number] => [NAMES[0] ?? '', index % 2 === 0 ? 3 : -3])
  const told = []
  for (let time = 0; time < 23; time++)
    told.push(((await postToBoth(both, posting(sale({ lines: pairs })))) as Row).long_account_ids)
  expect(told.flatMap((accounts, time) => (accounts ? [time] : []))).toEqual([10, 20])
  await compare(both)
}, 60_000)

test('a line that falls into a range of a day is added to its sums', async () => {
  const both = await sides()
  for (let time = 0; time < 4; time++) await postToBoth(both, posting(sale()))
  for (const { business, accounts } of both)
    expect(
      await sealAccountDay(ledger.db, { ...business, accountId: accounts.get('CASH')?.id ?? '', day: '2026-03-01' }, 2),
    ).toBe(2)
  await postToBoth(both, posting(sale({ at: '2026-03-01T09:00:00.000Z' })))
  await compare(both)
})

test('single entries and batches that meet at the same balances of several days never block each other for ever', async () => {
  const business = await openTestBusiness(ledger)
  const input = (n: number) => ({
    entry_at: `2026-03-0${1 + (n % 4)}T10:00:00Z`,
    tags: [],
    line_items: [n % 3, (n + 1 + (n % 2)) % 3].map((account, side) => ({
      account_identifier: { type: 'StableName', stable_name: NAMES[account] ?? '' },
      ...{ amount: 5, direction: side === 0 ? 'DEBIT' : 'CREDIT', tags: [] },
    })),
  })
  const before = await deadlocksIn(ledger.db)
  // Processes of their own begin at the same slot.
  const posts = Array.from({ length: 48 }, (_, n): Promise<unknown> =>
    n % 4 === 0
      ? postJournalEntries(
          replicaOf(ledger),
          business,
          Array.from({ length: 12 }, (__, more) => input(n + more * 5)),
        )
      : postJournalEntry(replicaOf(ledger), business, input(n)),
  )
  expect((await Promise.allSettled(posts)).filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await deadlocksIn(ledger.db)).toBe(before)
  expect(
    await ledger.db.call(
      'SELECT * FROM check_books_v1($1, $2)',
      [business.clientId, business.businessId],
      business.businessId,
    ),
  ).toEqual([])
}, 60_000)
