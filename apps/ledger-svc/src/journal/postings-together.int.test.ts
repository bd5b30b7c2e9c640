/** Postings that come while others are under way go to the database in one call, each with its own key, answer and refusal. */
import { Database } from '@pacioli/db'
import { DomainError } from '@pacioli/errors'
import type { JournalEntryInput__Output } from '@pacioli/protos/ledger'
import type { BusinessWrite } from '@pacioli/rpc'
import { servingRequest } from '@pacioli/telemetry'
import { storedAs, waitFor } from '@pacioli/testing'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, requestFor, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { getEntry, listEntries, postJournalEntry, updateConfiguration } from '../use-cases.test-helpers.ts'
import { Together } from '../together.ts'

let ledger: TestLedger
let admin: pg.Client

beforeAll(async () => {
  // Long enough for all that a test sends.
  ledger = {
    ...(await startTestLedger({ onOneShard: true })),
    together: new Together({ most: 50, lanes: 1, patienceMs: 60_000 }),
  }
  admin = await ledger.connect()
})
afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

type Given = Partial<JournalEntryInput__Output> & { amount?: number }

const entry = ({ amount = 5, ...more }: Given = {}): JournalEntryInput__Output => ({
  entry_at: '2026-03-01T10:00:00Z',
  line_items: (['DEBIT', 'CREDIT'] as const).map((direction) => ({
    account_identifier: { type: 'StableName', stable_name: direction === 'DEBIT' ? 'CASH' : 'SALES' },
    amount,
    direction,
    tags: [],
  })),
  tags: [],
  ...more,
})

const keyed = ({ clientId, businessId }: BusinessWrite, key: string, requestHash = 'h') =>
  requestFor(clientId, businessId, { key, requestHash })

const outcomeOf = (posted: Promise<unknown>): Promise<string> =>
  posted.then(
    () => 'accepted',
    (error: unknown) => (error instanceof DomainError ? error.errorEnum : String(error)),
  )

/** In how many transactions the entries of the business were written. */
async function transactionsOf({ businessId }: BusinessWrite): Promise<number> {
  const { rows } = await admin.query<{ count: string }>(
    `SELECT count(DISTINCT xmin::text) FROM ${await storedAs(admin, 'journal_entries')} WHERE business_id = $1`,
    [businessId],
  )
  return Number(rows[0]?.count)
}

const waitingCalls = async (): Promise<{ pid: number }[]> => {
  const { rows } = await admin.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND usename = 'ledger_app' AND wait_event_type = 'Lock' AND query LIKE '%post_entr%'`,
  )
  return rows
}

const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1::text, 2))'

/** Sends one posting that has to wait for the books, and then the others; then the books are free. */
async function whileOneWaits<Result>(
  business: BusinessWrite,
  others: () => Promise<Result>,
  using: TestLedger = ledger,
): Promise<Result> {
  const holder = await ledger.connect()
  try {
    await holder.query('BEGIN')
    await holder.query(LOCK, [business.businessId])
    const first = postJournalEntry(using, business, entry({ amount: 1 }))
    await waitFor('the first posting to wait', async () => (await waitingCalls()).length === 1)
    const sent = others()
    // They are decided by now.
    await ledger.db.ping()
    await holder.query('COMMIT')
    await first
    return await sent
  } finally {
    await holder.end()
  }
}

const violations = ({ clientId, businessId }: BusinessWrite) =>
  ledger.db.call('SELECT * FROM check_books_v1($1, $2)', [clientId, businessId], businessId)

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('what comes while a posting is under way is posted in one transaction, and each is answered with its own entry', async () => {
  const business = await openTestBusiness(ledger)
  let ticks = 0
  const ticking = { ...ledger, now: () => new Date(Date.UTC(2026, 2, 2) + ticks++) }
  const answers = await whileOneWaits(
    business,
    () => Promise.all(numbers(20).map((amount) => postJournalEntry(ticking, business, entry({ amount: 10 + amount })))),
    ticking,
  )
  expect(answers.map(({ data }) => data.line_items?.[0]?.amount)).toEqual(numbers(20).map((amount) => 10 + amount))
  expect(await transactionsOf(business)).toBe(2)
  const recorded = await Promise.all(
    answers.map(async ({ data }) => (await getEntry(ledger, business, data.id ?? '')).recordedAt.toISOString()),
  )
  expect(recorded).toEqual(answers.map(({ data }) => data.date))
  expect(new Set(recorded).size).toBe(20)
  expect(await violations(business)).toEqual([])
})

/** Businesses of as many clients, which were posted to once. */
const strangers = (count: number): Promise<BusinessWrite[]> =>
  Promise.all(
    numbers(count).map(async () => {
      const business = await openTestBusiness(ledger)
      await postJournalEntry(ledger, business, entry({ amount: 1, entry_at: '2026-02-01T10:00:00Z' }))
      return business
    }),
  )

const countOf = async (business: BusinessWrite): Promise<number> =>
  (await listEntries(ledger, business, { page: {} })).pagination.total_count

/** Transactions that wrote entries of these businesses. */
async function transactionsOfAll(all: readonly BusinessWrite[]): Promise<number> {
  const { rows } = await admin.query<{ count: string }>(
    `SELECT count(DISTINCT xmin::text) FROM ${await storedAs(admin, 'journal_entries')} WHERE business_id = ANY ($1) AND entry_at > $2`,
    [all.map(({ businessId }) => businessId), '2026-02-15'],
  )
  return Number(rows[0]?.count)
}

test('postings to many businesses share a transaction, and each is answered with its own entry', async () => {
  const all = await strangers(8)
  const [first] = all as [BusinessWrite]
  const answers = await whileOneWaits(first, () =>
    Promise.all(
      all.flatMap((business, n) =>
        [1, 2].map((amount) =>
          postJournalEntry(ledger, keyed(business, 'k' + amount), entry({ amount: 10 * n + amount })),
        ),
      ),
    ),
  )
  expect(answers.map(({ data }) => data.line_items?.[0]?.amount)).toEqual(
    all.flatMap((_, n) => [10 * n + 1, 10 * n + 2]),
  )
  expect(await transactionsOfAll(all)).toBe(2)
  for (const [n, business] of all.entries()) {
    expect(await violations(business)).toEqual([])
    const again = keyed(business, 'k1')
    expect(await postJournalEntry(ledger, again, entry({ amount: 10 * n + 1 }))).toEqual(answers[2 * n])
    expect(again.replayed).toBe(true)
  }
})

test('where only postings of one business go together, strangers share no transaction', async () => {
  const all = await strangers(4)
  const apart = { ...ledger, together: new Together({ most: 50, lanes: 0, patienceMs: 60_000 }) }
  await Promise.all(
    all.flatMap((business) => [1, 2, 3].map((amount) => postJournalEntry(apart, business, entry({ amount })))),
  )
  // Of each the first goes at once, and the others follow.
  expect(await transactionsOfAll(all)).toBe(8)
})

test('what is refused of one business is refused alone, and its strangers are posted', async () => {
  const all = await strangers(6)
  const [closed, taken, large, used, hostile, fine] = all as [
    BusinessWrite,
    BusinessWrite,
    BusinessWrite,
    BusinessWrite,
    BusinessWrite,
    BusinessWrite,
  ]
  await updateConfiguration(ledger, closed, { closing_date: '2026-03-31', cleared: [] })
  await postJournalEntry(ledger, taken, entry({ external_id: 'taken' }))
  await postJournalEntry(ledger, large, entry({ amount: Number.MAX_SAFE_INTEGER - 1_000 }))
  await postJournalEntry(ledger, keyed(used, 'used'), entry())
  const outcomes = await whileOneWaits(fine, () =>
    Promise.all(
      [
        postJournalEntry(ledger, closed, entry()),
        postJournalEntry(ledger, taken, entry({ external_id: 'taken', amount: 6 })),
        postJournalEntry(ledger, large, entry({ amount: 100_000 })),
        postJournalEntry(ledger, keyed(used, 'used', 'other'), entry()),
        postJournalEntry(ledger, requestFor(fine.clientId, hostile.businessId), entry()),
        ...all.slice(1).map((business) => postJournalEntry(ledger, business, entry({ amount: 3 }))),
      ].map(outcomeOf),
    ),
  )
  expect(outcomes).toEqual([
    'PeriodClosed',
    'ExternalIdReused',
    'AmountOutOfRange',
    'IdempotencyKeyReused',
    'BusinessNotFound',
    ...numbers(5).map(() => 'accepted'),
  ])
  for (const business of all) expect(await violations(business)).toEqual([])
})

test('whoever holds one business holds up no stranger, and its own postings follow once it is free', async () => {
  const all = await strangers(5)
  const [held, ...others] = all as [BusinessWrite, ...BusinessWrite[]]
  const impatient = { ...ledger, together: new Together({ most: 50, lanes: 1 }) }
  const holder = await holdExternalIds(held, numbers(4).map(String))
  try {
    const waiting: Promise<unknown>[] = []
    for (const n of numbers(4)) {
      waiting.push(postJournalEntry(impatient, held, entry({ external_id: String(n) })))
      await Promise.all(others.map((business) => postJournalEntry(impatient, business, entry())))
    }
    expect(await Promise.all(others.map(countOf))).toEqual(others.map(() => 5))
    expect(await countOf(held)).toBe(1)
    await holder.query('ROLLBACK')
    await Promise.all(waiting)
    expect(await countOf(held)).toBe(5)
  } finally {
    await holder.end()
  }
})

test('with one at a time each is posted in a transaction of its own', async () => {
  const business = await openTestBusiness(ledger)
  const oneByOne = { ...ledger, together: new Together({ most: 1, lanes: 1 }) }
  await whileOneWaits(
    business,
    () => Promise.all(numbers(5).map(() => postJournalEntry(oneByOne, business, entry()))),
    oneByOne,
  )
  expect(await transactionsOf(business)).toBe(6)
})

test('each keeps the answer of its own key, and the id of its own request', async () => {
  const business = await openTestBusiness(ledger)
  const keys = numbers(8).map(() => randomUUID())
  const answers = await whileOneWaits(business, () =>
    Promise.all(
      keys.map((key, index) =>
        servingRequest({ requestId: `request ${index}` }, () =>
          postJournalEntry(ledger, keyed(business, key), entry({ amount: 20 + index })),
        ),
      ),
    ),
  )
  expect(await transactionsOf(business)).toBe(2)
  for (const [index, key] of keys.entries()) {
    const again = keyed(business, key)
    expect(await postJournalEntry(ledger, again, entry())).toEqual(answers[index])
    expect(again.replayed).toBe(true)
    const { rows } = await admin.query<{ request_id: string }>('SELECT request_id FROM journal_entries WHERE id = $1', [
      answers[index]?.data.id,
    ])
    expect(rows).toEqual([{ request_id: `request ${index}` }])
  }
})

test('a key that was used before is answered as it was, and keeps none of the others from being posted', async () => {
  const business = await openTestBusiness(ledger)
  const used = randomUUID()
  const before = await postJournalEntry(ledger, keyed(business, used), entry({ amount: 99 }))
  const [replayed, reused, ...fresh] = await whileOneWaits(business, () =>
    Promise.all([
      postJournalEntry(ledger, keyed(business, used), entry({ amount: 99 })),
      outcomeOf(postJournalEntry(ledger, keyed(business, used, 'another'), entry({ amount: 98 }))),
      ...numbers(4).map(() => outcomeOf(postJournalEntry(ledger, keyed(business, randomUUID()), entry()))),
    ]),
  )
  expect(replayed).toEqual(before)
  expect(reused).toBe('IdempotencyKeyReused')
  expect(fresh).toEqual(numbers(4).map(() => 'accepted'))
  expect((await listEntries(ledger, business, { page: {} })).pagination.total_count).toBe(6)
})

test('of two requests with one key that come at once, one posts and the other is answered the same', async () => {
  const business = await openTestBusiness(ledger)
  const key = randomUUID()
  const [one, other] = await whileOneWaits(business, () =>
    Promise.all([1, 2].map(() => postJournalEntry(ledger, keyed(business, key), entry()))),
  )
  expect(other).toEqual(one)
  expect((await listEntries(ledger, business, { page: {} })).pagination.total_count).toBe(2)
})

test('what the database refuses is refused alone: an external_id that exists, a balance out of range', async () => {
  const business = await openTestBusiness(ledger)
  await postJournalEntry(ledger, business, entry({ external_id: 'taken' }))
  await postJournalEntry(ledger, business, entry({ amount: Number.MAX_SAFE_INTEGER - 1_000 }))
  const outcomes = await whileOneWaits(business, () =>
    Promise.all(
      [
        entry(),
        entry({ external_id: 'taken', amount: 6 }),
        entry({ amount: 100_000 }),
        entry({ external_id: 'free' }),
      ].map((input) => outcomeOf(postJournalEntry(ledger, business, input))),
    ),
  )
  expect(outcomes).toEqual(['accepted', 'ExternalIdReused', 'AmountOutOfRange', 'accepted'])
  expect(await violations(business)).toEqual([])
})

test('books that are closed meanwhile refuse those of the closed period, and those alone', async () => {
  const business = await openTestBusiness(ledger)
  const closing = updateConfiguration(ledger, business, { closing_date: '2026-03-31', cleared: [] })
  const outcomes = await Promise.all(
    numbers(20).map((n) =>
      outcomeOf(
        postJournalEntry(
          ledger,
          business,
          entry({ entry_at: n % 2 ? '2026-03-01T10:00:00Z' : '2026-04-01T10:00:00Z' }),
        ),
      ),
    ),
  )
  await closing
  const late = await outcomeOf(postJournalEntry(ledger, business, entry()))
  expect([late, ...outcomes.filter((_, index) => index % 2 === 1)]).toEqual([
    'PeriodClosed',
    ...numbers(10).map(() => 'accepted'),
  ])
  expect(await violations(business)).toEqual([])
})

test('a client that names a business of another is refused, and has no part in its postings', async () => {
  const business = await openTestBusiness(ledger)
  const { clientId } = await openTestBusiness(ledger)
  const stranger = requestFor(clientId, business.businessId)
  const [hostile, ...own] = await whileOneWaits(business, () =>
    Promise.all([
      outcomeOf(postJournalEntry(ledger, stranger, entry())),
      ...numbers(3).map(() => outcomeOf(postJournalEntry(ledger, business, entry()))),
    ]),
  )
  expect([hostile, ...own]).toEqual(['BusinessNotFound', 'accepted', 'accepted', 'accepted'])
})

test('a call whose connection is lost is unknown to each of its requests, and repeated under their keys posts once', async () => {
  const [business, stranger] = [await openTestBusiness(ledger), await openTestBusiness(ledger)]
  await postJournalEntry(ledger, stranger, entry({ amount: 1 }))
  // A call that has written its entries ends its own connection, once.
  const lines = await storedAs(admin, 'line_items')
  await admin.query(`
    CREATE SEQUENCE ends;
    CREATE FUNCTION end_once() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF nextval('ends') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER end_once AFTER INSERT ON ${lines} FOR EACH ROW WHEN (NEW.amount = 77) EXECUTE FUNCTION end_once()`)
  try {
    const [unkeyed, ...posted] = await whileOneWaits(business, () =>
      Promise.all([
        outcomeOf(postJournalEntry(ledger, business, entry({ amount: 77 }))),
        ...[business, business, stranger, stranger].map((of, n) =>
          outcomeOf(postJournalEntry(ledger, keyed(of, randomUUID()), entry({ amount: 10 + n }))),
        ),
      ]),
    )
    expect([unkeyed, ...posted]).toEqual(['OutcomeUnknown', ...numbers(4).map(() => 'accepted')])
    const counts = await Promise.all(
      [business, stranger].map(async (of) => (await listEntries(ledger, of, { page: {} })).pagination.total_count),
    )
    expect(counts).toEqual([3, 3])
  } finally {
    await admin.query(`DROP TRIGGER end_once ON ${lines}; DROP FUNCTION end_once; DROP SEQUENCE ends`)
  }
})

/** Another transaction that has written entries with these external_ids, and may yet take them back. */
async function holdExternalIds({ businessId }: BusinessWrite, externalIds: readonly string[]): Promise<pg.Client> {
  const holder = await ledger.connect()
  await holder.query('BEGIN')
  await holder.query(
    `INSERT INTO journal_entries (business_id, id, external_id, entry_type, basis, agent, entry_at, recorded_at, line_count)
     SELECT $1, gen_random_uuid(), id, 'MANUAL', 'BOTH', 'API', now(), now(), 2 FROM unnest($2::text[]) AS id`,
    [businessId, externalIds],
  )
  return holder
}

test('a posting that waits for another transaction does not hold up those that do not', async () => {
  const business = await openTestBusiness(ledger)
  const impatient = { ...ledger, together: new Together({ most: 50, lanes: 1 }) }
  const holder = await holdExternalIds(business, ['held'])
  try {
    const held = postJournalEntry(impatient, business, entry({ external_id: 'held' }))
    await waitFor('it to wait', async () => (await waitingCalls()).length === 1)
    await Promise.all(numbers(5).map(() => postJournalEntry(impatient, business, entry())))
    expect(await waitingCalls()).toHaveLength(1)
    await holder.query('ROLLBACK')
    expect((await held).created).toBe(true)
  } finally {
    await holder.end()
  }
})

test('a posting whose call took too long keeps none of the others of the call from being posted', async () => {
  const business = await openTestBusiness(ledger)
  const db = new Database({ url: ledger.appUrl, applicationName: 'short', poolSize: 8, statementTimeoutMs: 1_500 })
  const holder = await holdExternalIds(business, ['held'])
  try {
    const hasty = { ...ledger, db }
    const outcomes = await whileOneWaits(
      business,
      () =>
        Promise.all(
          [entry(), entry({ external_id: 'held' }), entry()].map((input) =>
            outcomeOf(postJournalEntry(hasty, business, input)),
          ),
        ),
      hasty,
    )
    expect(outcomes).toEqual(['accepted', 'DeadlineExceeded', 'accepted'])
  } finally {
    await holder.end()
    await db.close()
  }
})

test('what its caller no longer waits for is not posted, and its strangers are', async () => {
  const [business, stranger] = (await strangers(2)) as [BusinessWrite, BusinessWrite]
  const late = { ...business, deadline: new Date(Date.now() + 1) }
  const outcomes = await whileOneWaits(business, () =>
    Promise.all([late, business, stranger].map((request) => outcomeOf(postJournalEntry(ledger, request, entry())))),
  )
  expect(outcomes).toEqual(['DeadlineExceeded', 'accepted', 'accepted'])
  expect(await Promise.all([business, stranger].map(countOf))).toEqual([3, 2])
})

test('whatever comes at once, each request gets the outcome that it would get alone, and the books are right', async () => {
  const request = fc.record({
    externalId: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null }),
    key: fc.option(fc.constantFrom('k', 'l', 'm'), { nil: null }),
    amount: fc.constantFrom(1, 2),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 30 }), async (requests) => {
      const business = await openTestBusiness(ledger)
      const outcomes = await whileOneWaits(business, () =>
        Promise.all(
          requests.map(async ({ externalId, key, amount }) => {
            const given = entry({ amount, ...(externalId === null ? {} : { external_id: externalId }) })
            const hash = `${externalId} ${amount}`
            const as = key === null ? requestFor(business.clientId, business.businessId) : keyed(business, key, hash)
            return postJournalEntry(ledger, as, given).then(
              ({ data }) => ({ id: data.id, amount: data.line_items?.[0]?.amount }),
              (error: unknown) => (error instanceof DomainError ? error.errorEnum : String(error)),
            )
          }),
        ),
      )
      const entries = new Map<string, Set<string | undefined>>()
      const ids = new Set<string | undefined>()
      for (const [index, outcome] of outcomes.entries()) {
        const { externalId, key, amount } = requests[index] ?? {}
        if (typeof outcome === 'string') {
          expect(outcome).toBeOneOf([
            ...(externalId === null ? [] : ['ExternalIdReused']),
            ...(key === null ? [] : ['IdempotencyKeyReused']),
          ])
          continue
        }
        expect(outcome.amount).toBe(amount)
        ids.add(outcome.id)
        for (const name of [
          externalId === null ? undefined : `external_id ${externalId}`,
          key === null ? undefined : `key ${key}`,
        ])
          if (name !== undefined) entries.set(name, (entries.get(name) ?? new Set()).add(outcome.id))
      }
      for (const [name, posted] of entries) expect([name, posted.size]).toEqual([name, 1])
      expect((await listEntries(ledger, business, { page: {} })).pagination.total_count).toBe(ids.size + 1)
      expect(await violations(business)).toEqual([])
    }),
    { numRuns: 12 },
  )
})
