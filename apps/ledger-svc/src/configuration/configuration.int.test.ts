/** Settings in the real database: which books they close, and what happens to concurrent postings. */
import { DomainError } from '@pacioli/errors'
import type { UpdateAccountingConfigurationRequest__Output } from '@pacioli/protos/ledger'
import type { BusinessWrite } from '@pacioli/rpc'
import { storedAs, waitFor } from '@pacioli/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ledger } from '../ledger.ts'
import { openTestBusiness, replicaOf, requestFor, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { resolveBooks } from '../posting/resolve-books.ts'
import { postPostings } from '../posting/post-postings.ts'
import { replayBusiness } from '../replay/replay-aggregates.ts'
import {
  archiveBusiness,
  createAccount,
  createBusiness,
  getClientConfiguration,
  getConfiguration,
  postJournalEntry,
  reverseEntry,
  updateBusiness,
  updateClientConfiguration,
  updateConfiguration,
} from '../use-cases.test-helpers.ts'

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

type Change = Partial<UpdateAccountingConfigurationRequest__Output>

const setOwn = (request: BusinessWrite, change: Change, on: Ledger = ledger) =>
  updateConfiguration(on, request, { cleared: [], ...change })
const setClient = ({ clientId }: BusinessWrite, change: Change, on: Ledger = ledger) =>
  updateClientConfiguration(on, requestFor(clientId, ''), { cleared: [], ...change })

const another = ({ clientId }: BusinessWrite, time_zone = 'UTC') => openTestBusiness(ledger, { clientId, time_zone })

const lines = [
  { account_identifier: { type: 'StableName', stable_name: 'CASH' }, amount: 5, direction: 'DEBIT', tags: [] },
  { account_identifier: { type: 'StableName', stable_name: 'SALES' }, amount: 5, direction: 'CREDIT', tags: [] },
]

const post = (request: BusinessWrite, entry_at: string, on: Ledger = ledger) =>
  postJournalEntry(on, request, { entry_at, line_items: lines, tags: [] })

const outcomeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof DomainError ? error.errorEnum : String(error)),
  )

const justAfter = (instant: string): string => new Date(Date.parse(instant) + 1).toISOString()

/** Closed through exactly this instant: nothing before, everything after; null for open books. */
async function expectClosedThrough(request: BusinessWrite, through: string | null): Promise<void> {
  expect((await getConfiguration(ledger, request)).closing_date ?? null).toBe(through)
  expect((await resolveBooks(ledger, request, [])).closedThrough?.toISOString() ?? null).toBe(through)
  if (through === null) return
  expect(await outcomeOf(post(request, through))).toBe('PeriodClosed')
  expect(await outcomeOf(post(request, justAfter(through)))).toBe('accepted')
}

const IN_NEW_YORK = '2026-01-01T04:59:59.999Z'
const IN_UTC = '2025-12-31T23:59:59.999Z'
const IN_KIRITIMATI = '2025-12-31T09:59:59.999Z'

describe('the closing of a client', () => {
  test('closes every business through the end of the day in its zone, at once and on every replica', async () => {
    const newYork = await openTestBusiness(ledger, { time_zone: 'America/New_York' })
    const kiritimati = await another(newYork, 'Pacific/Kiritimati')
    const stranger = await openTestBusiness(ledger)
    const other = replicaOf(ledger)
    for (const business of [newYork, kiritimati])
      expect(await outcomeOf(post(business, IN_UTC, other))).toBe('accepted')

    const found = await setClient(newYork, { closing_date: '2025-12-31' })
    expect(found).toMatchObject({ closing_date: IN_UTC, closing_day: '2025-12-31', overrides: [] })
    expect(await outcomeOf(post(newYork, IN_NEW_YORK, other))).toBe('PeriodClosed')
    expect(await outcomeOf(post(kiritimati, IN_KIRITIMATI, other))).toBe('PeriodClosed')
    await expectClosedThrough(newYork, IN_NEW_YORK)
    await expectClosedThrough(kiritimati, IN_KIRITIMATI)
    await expectClosedThrough(stranger, null)
    expect((await getClientConfiguration(ledger, stranger.clientId)).closing_date).toBeUndefined()
  })

  test('moves a reversal to the first open instant', async () => {
    const own = await openTestBusiness(ledger, { time_zone: 'America/New_York' })
    const { data } = await post(own, '2025-06-01T00:00:00Z')
    await setClient(own, { closing_date: '2025-12-31' })
    const reversal = await reverseEntry(ledger, own, { entryId: data.id ?? '', memo: null })
    expect(reversal.data.entry_at).toBe(justAfter(IN_NEW_YORK))
  })

  test('and that of a business: the later counts, and each opens at once what the other does not close', async () => {
    const own = await openTestBusiness(ledger)
    await setClient(own, { closing_date: '2025-06-30' })
    expect(await setOwn(own, { closing_date: '2025-12-31' })).toMatchObject({ overrides: ['closing_date'] })
    await expectClosedThrough(own, IN_UTC)
    expect(await setOwn(own, { closing_date: '2025-03-31T00:00:00Z' })).toMatchObject({
      closing_date: '2025-06-30T23:59:59.999Z',
      closing_day: '2025-06-30',
      overrides: ['closing_date'],
    })
    await expectClosedThrough(own, '2025-06-30T23:59:59.999Z')
    await setClient(own, { cleared: ['closing_date'] })
    await expectClosedThrough(own, '2025-03-31T00:00:00.000Z')
    await setOwn(own, { cleared: ['closing_date'] })
    await expectClosedThrough(own, null)
    expect(await outcomeOf(post(own, '2001-01-01T00:00:00Z'))).toBe('accepted')
  })

  test('holds for a business that is made later, and for one that moves to another zone', async () => {
    const first = await openTestBusiness(ledger)
    await setClient(first, { closing_date: '2025-12-31' })
    const later = await another(first, 'America/New_York')
    await expectClosedThrough(later, IN_NEW_YORK)
    const mover = await another(first, 'America/New_York')
    await setOwn(mover, { closing_date: '2026-01-31' })
    await updateBusiness(ledger, mover, { time_zone: 'Pacific/Kiritimati', cleared: [] })
    expect((await getConfiguration(ledger, mover)).closing_date).toBe('2026-01-31T09:59:59.999Z')
    await setOwn(mover, { cleared: ['closing_date'] })
    await expectClosedThrough(mover, IN_KIRITIMATI)
  })

  test('lets through what another service decided before, in every business', async () => {
    const own = await openTestBusiness(ledger, { time_zone: 'America/New_York' })
    const sibling = await another(own)
    const posting = (posting_key: string) => ({
      posting_key,
      source_type: 'bill',
      source_id: '0b9c2d4e-6f1a-4b3c-8d5e-7f9a1b2c3d4e',
      entry_type: 'MANUAL',
      basis: 'BOTH',
      agent: 'SERVICE_AUTO',
      entry_at: '2025-05-05T00:00:00Z',
      line_items: lines,
      tags: [],
    })
    for (const business of [own, sibling]) {
      const asked = await resolveBooks(ledger, business, [])
      await setClient(business, { closing_date: '2025-12-31' })
      const after = await resolveBooks(ledger, business, [])
      expect(after.epoch).toBeGreaterThan(asked.epoch)
      const deliver = (decisionEpoch: number, key: string) =>
        outcomeOf(postPostings(ledger, business, { decisionEpoch, postings: [posting(key)] }))
      expect(await deliver(after.epoch, 'late')).toBe('PeriodClosed')
      expect(await deliver(asked.epoch, 'before')).toBe('accepted')
      await setClient(business, { cleared: ['closing_date'] })
    }
  })

  test('does not raise the epoch of books that it does not change', async () => {
    const own = await openTestBusiness(ledger)
    await setOwn(own, { closing_date: '2026-06-30' })
    const { epoch } = await resolveBooks(ledger, own, [])
    await setClient(own, { closing_date: '2025-12-31' })
    await setClient(own, { enable_tax_estimates: true })
    await setOwn(own, { match_rounding_threshold: 3 })
    expect((await resolveBooks(ledger, own, [])).epoch).toBe(epoch)
  })
})

describe('settings', () => {
  test('of the client hold until the business has its own, and again once those are cleared', async () => {
    const own = await openTestBusiness(ledger)
    await setClient(own, {
      default_reporting_basis: 'CASH',
      match_rounding_threshold: 7,
      match_adjustment_threshold: 99_999_999_998.1234,
      enable_tax_estimates: true,
    })
    const before = await getConfiguration(ledger, own)
    expect(before).toMatchObject({
      id: own.businessId,
      business_id: own.businessId,
      default_reporting_basis: 'CASH',
      match_rounding_threshold: 7,
      match_adjustment_threshold: 99_999_999_998.1234,
      disable_adjustment_match_suggestions: false,
      enable_tax_estimates: true,
      overrides: [],
    })
    const changed = await setOwn(own, {
      default_reporting_basis: 'ACCRUAL',
      match_rounding_threshold: 0,
      enable_tax_estimates: false,
    })
    expect(changed).toMatchObject({
      default_reporting_basis: 'ACCRUAL',
      match_rounding_threshold: 0,
      enable_tax_estimates: false,
      overrides: ['default_reporting_basis', 'match_rounding_threshold', 'enable_tax_estimates'],
    })
    expect(await getConfiguration(ledger, own)).toEqual(changed)
    const cleared = ['default_reporting_basis', 'match_rounding_threshold', 'enable_tax_estimates']
    expect(await setOwn(own, { cleared })).toEqual(before)
  })

  test('that are refused leave everything as it was', async () => {
    const own = await openTestBusiness(ledger)
    const before = [await getConfiguration(ledger, own), await getClientConfiguration(ledger, own.clientId)]
    for (const bad of [
      { closing_date: '2025-02-30', enable_tax_estimates: true },
      { default_reporting_basis: 'BOTH', enable_tax_estimates: true },
      { match_adjustment_threshold: 0.00001, enable_tax_estimates: true },
    ]) {
      expect(await outcomeOf(setOwn(own, bad))).toBe('InvalidPayload')
      expect(await outcomeOf(setClient(own, bad))).toBe('InvalidPayload')
    }
    expect([await getConfiguration(ledger, own), await getClientConfiguration(ledger, own.clientId)]).toEqual(before)
  })

  test('of an archived business can be read, not changed', async () => {
    const own = await openTestBusiness(ledger)
    await archiveBusiness(ledger, own)
    expect(await outcomeOf(setOwn(own, { enable_tax_estimates: true }))).toBe('BusinessArchived')
    expect((await getConfiguration(ledger, own)).enable_tax_estimates).toBe(false)
  })

  test('of other clients are as unknown as those of none', async () => {
    const [own, stranger] = [await openTestBusiness(ledger), await openTestBusiness(ledger)]
    const crossed = requestFor(stranger.clientId, own.businessId)
    expect(await outcomeOf(getConfiguration(ledger, crossed))).toBe('BusinessNotFound')
    expect(await outcomeOf(setOwn(crossed, { closing_date: '2025-12-31' }))).toBe('BusinessNotFound')
    const nobody = requestFor(crypto.randomUUID(), '')
    expect(await outcomeOf(getClientConfiguration(ledger, nobody.clientId))).toBe('ClientNotFound')
    expect(await outcomeOf(setClient(nobody, { closing_date: '2025-12-31' }))).toBe('ClientNotFound')
    await expectClosedThrough(own, null)
  })

  test('change once per Idempotency-Key, on both levels', async () => {
    const own = await openTestBusiness(ledger)
    const key = { key: 'k', requestHash: 'h' }
    const clientWide = (): Omit<ReturnType<typeof requestFor>, 'businessId'> & { businessId?: undefined } =>
      Object.assign(requestFor(own.clientId, '', key), { businessId: undefined })
    const first = await updateClientConfiguration(ledger, clientWide(), { closing_date: '2025-12-31', cleared: [] })
    await setClient(own, { closing_date: '2025-06-30' })
    const again = clientWide()
    expect(await updateClientConfiguration(ledger, again, { closing_date: '2025-12-31', cleared: [] })).toEqual(first)
    expect(again.replayed).toBe(true)
    await expectClosedThrough(own, '2025-06-30T23:59:59.999Z')

    const keyed = () => requestFor(own.clientId, own.businessId, key)
    const mine = await updateConfiguration(ledger, keyed(), { match_rounding_threshold: 1, cleared: [] })
    await setOwn(own, { match_rounding_threshold: 2 })
    expect(await updateConfiguration(ledger, keyed(), { match_rounding_threshold: 1, cleared: [] })).toEqual(mine)
    expect((await getConfiguration(ledger, own)).match_rounding_threshold).toBe(2)
  })
})

describe('events announce', () => {
  const announced = async (aggregateId: string): Promise<[string, string, Record<string, unknown>][]> => {
    const { rows } = await admin.query<{ subject: string; version: string; event: string }>(
      'SELECT subject, version, event FROM events WHERE aggregate_id = $1 ORDER BY position',
      [aggregateId],
    )
    return rows.map(({ subject, version, event }) => [
      subject.split('.').slice(2).join('.'),
      version,
      (JSON.parse(event) as { data: Record<string, unknown> }).data,
    ])
  }

  test('what has changed and nothing else, and so does a replay', async () => {
    const own = await openTestBusiness(ledger)
    const since = (await announced(own.businessId)).length
    await setOwn(own, { closing_date: '2025-12-31', match_adjustment_threshold: 0.5 })
    await setOwn(own, { closing_date: '2025-12-31' })
    await setOwn(own, {})
    await setOwn(own, { default_reporting_basis: 'CASH' })
    await setOwn(own, { cleared: ['closing_date'] })
    const events = (await announced(own.businessId)).slice(since)
    expect(events.map(([what, version]) => [what, version])).toEqual([
      ['accounting_configuration.updated', '1'],
      ['business.updated', '2'],
      ['accounting_configuration.updated', '2'],
    ])
    expect(events[0]?.[2]).toMatchObject({
      business_id: own.businessId,
      closing_date: '2025-12-31',
      match_adjustment_threshold: 0.5,
      match_rounding_threshold: null,
      version: 1,
    })
    expect(events[1]?.[2]).toMatchObject({ default_reporting_basis: 'CASH', version: 2 })

    const found: [string | undefined, unknown][] = []
    for await (const { type, event } of replayBusiness(ledger, ledger.relayDb, own.businessId))
      found.push([type, (JSON.parse(event ?? '') as { data: unknown }).data])
    expect(found.filter(([type]) => type === 'accounting_configuration').map(([, data]) => data)).toEqual([
      events[2]?.[2],
    ])
  })

  test('of the settings of a client once, however many businesses it has', async () => {
    const own = await openTestBusiness(ledger)
    await another(own)
    await setClient(own, { closing_date: '2025-12-31T10:00:00Z' })
    await setClient(own, { closing_date: '2025-12-31T10:00:00.000Z' })
    const rows = await ledger.relayDb.transact({}, (tx) =>
      tx.rows<{ event: string }>(
        `SELECT event FROM events WHERE aggregate_type = 'client_accounting_configuration' AND aggregate_id = $1`,
        [own.clientId],
      ),
    )
    expect(rows.map(({ event }) => (JSON.parse(event) as { data: object }).data)).toMatchObject([
      { client_id: own.clientId, closing_date: '2025-12-31T10:00:00.000Z', version: 1 },
    ])
  })
})

describe('concurrently', () => {
  const ZONES = ['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu']
  const GATE = '20250101'

  /**
   * Entries that are in a period which was closed when they were committed. Each
   * commit waits at a gate, so that a closing can slip in between the check of a posting and its commit.
   */
  const watch = (entries: string, ofClients: string): string => `
    CREATE TABLE entries_in_closed_books (business_id uuid, entry_at timestamptz);
    CREATE FUNCTION note_entries_in_closed_books() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(${GATE});
      INSERT INTO entries_in_closed_books
        SELECT b.id, NEW.entry_at
          FROM businesses b LEFT JOIN ${ofClients} s USING (client_id)
         WHERE b.id = NEW.business_id
           AND (NEW.entry_at <= b.closed_through
                OR NEW.entry_at < (s.closing_day + 1)::timestamp AT TIME ZONE b.time_zone);
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER note_entries_in_closed_books AFTER INSERT ON ${entries}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_entries_in_closed_books()`

  /** Whether a transaction waits for a lock of this key. */
  const isAwaited = async (key: string): Promise<boolean> => {
    const { rowCount } = await admin.query(
      `SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND NOT granted AND (classid::bigint << 32 | objid::bigint) = ${key}`,
    )
    return rowCount !== 0
  }

  /** Closes while postings wait to commit, and lets them go when that is done, or waits for them. */
  const closeAtTheGate = async (key: string, arePosting: () => boolean, close: () => Promise<string>) => {
    await admin.query(`SELECT pg_advisory_lock(${GATE})`)
    await waitFor('a posting at the gate', async () => !arePosting() || (await isAwaited(GATE)))
    let isDone = false
    const closing = close().finally(() => (isDone = true))
    await waitFor('the closing to be done or to wait', async () => isDone || (await isAwaited(key)))
    await admin.query(`SELECT pg_advisory_unlock(${GATE})`)
    return closing
  }

  const dayOf2025 = (): string => new Date(Date.UTC(2025, 0, 1 + Math.floor(Math.random() * 365))).toISOString()
  const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)] as Value

  /** So many at a time, each when the one before is done. */
  const repeat = async (times: number, workers: number, act: (index: number) => Promise<string>): Promise<string[]> => {
    const outcomes: string[] = []
    let next = 0
    await Promise.all(
      Array.from({ length: workers }, async () => {
        while (next < times) outcomes.push(await act(next++))
      }),
    )
    return outcomes
  }

  test('no entry gets into a period that a client had closed before it was committed, and no request waits forever', async () => {
    const [entries, ofClients] = [
      await storedAs(admin, 'journal_entries'),
      await storedAs(admin, 'client_accounting_configurations'),
    ]
    await admin.query(watch(entries, ofClients))
    const first = await openTestBusiness(ledger)
    const businesses = [first, ...(await Promise.all(ZONES.map((zone) => another(first, zone))))]
    const replicas = [ledger, replicaOf(ledger)]
    let posting = true
    const posts = repeat(64, 8, () => outcomeOf(post(oneOf(businesses), dayOf2025(), oneOf(replicas)))).finally(
      () => (posting = false),
    )
    const whilePosting = async (act: (index: number) => Promise<string>): Promise<string[]> => {
      const outcomes: string[] = []
      for (let index = 0; posting; index += 1) outcomes.push(await act(index))
      return outcomes
    }
    const closings = whilePosting((index) => {
      const [business, replica, day] = [oneOf(businesses), oneOf(replicas), dayOf2025().slice(0, 10)]
      const isOwn = index % 4 === 3
      const key = isOwn ? `hashtextextended('${business.businessId}', 2)` : `hashtextextended('${first.clientId}', 3)`
      const close = () =>
        isOwn ? setOwn(business, { closing_date: day }, replica) : setClient(first, { closing_date: day }, replica)
      return closeAtTheGate(
        key,
        () => posting,
        () => outcomeOf(close()),
      )
    })
    const accounts = whilePosting((index) =>
      outcomeOf(
        createAccount(oneOf(replicas), oneOf(businesses), {
          name: `Till ${index}`,
          account_subtype: 'CASH',
          parent_id: null,
        }),
      ),
    )
    const openings = whilePosting(async () => {
      const opened = await another(first, oneOf(ZONES))
      businesses.push(opened)
      return 'accepted'
    })
    const [posted, ...changes] = await Promise.all([posts, closings, accounts, openings])
    expect(new Set(changes.flat())).toEqual(new Set(['accepted']))
    // Books that change faster than a posting is decided are a conflict; everything else is posted or refused.
    const answers = new Set(posted)
    answers.delete('VersionConflict')
    expect([...answers].sort()).toEqual(['PeriodClosed', 'accepted'])

    const { rows: late } = await admin.query('SELECT * FROM entries_in_closed_books')
    expect(late).toEqual([])
    const { closing_day } = await getClientConfiguration(ledger, first.clientId)
    const { rows: open } = await admin.query(
      `SELECT b.id FROM businesses b
        WHERE b.client_id = $1
          AND b.closed_through IS DISTINCT FROM greatest(b.own_closed_through,
                ($2::date + 1)::timestamp AT TIME ZONE b.time_zone - interval '1 ms')`,
      [first.clientId, closing_day],
    )
    expect(open).toEqual([])
    for (const { clientId, businessId } of businesses)
      expect(await ledger.db.call('SELECT * FROM check_books_v1($1, $2)', [clientId, businessId], businessId)).toEqual(
        [],
      )
  })

  test('a business that is created while its client closes is closed, too', async () => {
    const first = await openTestBusiness(ledger)
    for (let round = 0; round < 2; round += 1) {
      const day = `2025-0${round + 1}-15`
      const makers = Array.from({ length: 6 }, (_, index) =>
        createBusiness(replicaOf(ledger), requestFor(first.clientId, ''), {
          legal_name: 'Made meanwhile',
          time_zone: ZONES[(3 * round + (index % 3)) % ZONES.length],
          external_id: `made-${round}-${index % 3}`,
        }),
      )
      await Promise.all([...makers, setClient(first, { closing_date: day })])
      const { rows } = await admin.query(
        `SELECT id FROM businesses
          WHERE client_id = $1 AND closed_through IS DISTINCT FROM ($2::date + 1)::timestamp AT TIME ZONE time_zone - interval '1 ms'`,
        [first.clientId, day],
      )
      expect(rows).toEqual([])
    }
  })

  test('of concurrent closings of one client, one is in effect everywhere', async () => {
    const first = await openTestBusiness(ledger)
    const siblings = [first, await another(first, 'America/New_York')]
    const days = Array.from({ length: 6 }, (_, index) => `2025-${String(index + 1).padStart(2, '0')}-15`)
    await Promise.all(days.map((closing_date) => setClient(first, { closing_date }, replicaOf(ledger))))
    const { closing_day } = await getClientConfiguration(ledger, first.clientId)
    expect(days).toContain(closing_day)
    for (const business of siblings) expect((await getConfiguration(ledger, business)).closing_day).toBe(closing_day)
  })
})

test('books are never locked without a client', async () => {
  await expect(
    ledger.db.transact({}, (tx) => tx.rows('SELECT lock_books_for_posting_v1($1)', [crypto.randomUUID()])),
  ).rejects.toThrow('app.client_id')
})
