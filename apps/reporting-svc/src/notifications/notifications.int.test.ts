/** Notifications from events in any order, with the clock as an argument. */
import { dayOf } from '@pacioli/calendar'
import type { Database, Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { StagedEvent } from '@pacioli/events'
import type { BusinessNotifications } from '@pacioli/protos/reporting'
import { waitFor } from '@pacioli/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businessFrom } from '../businesses/business.ts'
import { shuffle } from '../apply-events/shuffle.test-helpers.ts'
import { enterEdition } from '../read-models/edition.store.ts'
import { listBusinesses, rebuildBusiness, type BankingReplay } from '../rebuild/rebuild-business.ts'
import {
  businessEvent,
  clearReadModel,
  delivered,
  externalAccountEvent,
  readModelOf,
  rebuilding,
  reportingDatabase,
  sampleBusiness,
  sampleOwners,
  applierOf,
  transactionEvent,
  type SampleExternalAccount,
  type SampleTransaction,
} from '../reporting.test-helpers.ts'
import { getNotifications } from './get-notifications.ts'

let db: Database
let sample: Awaited<ReturnType<typeof sampleOwners>>
let take: ReturnType<typeof applierOf>

beforeAll(async () => {
  db = (await reportingDatabase()).app
  sample = await sampleOwners()
  take = applierOf(db, sample.owners)
})

afterAll(async () => {
  await sample.close()
  await db.close()
})

type OwnBusiness = ReturnType<typeof sampleBusiness>
const aBusiness = (more: Parameters<typeof sampleBusiness>[2] = {}): OwnBusiness =>
  sampleBusiness(crypto.randomUUID(), crypto.randomUUID(), more)

const on = (day: string, more: Partial<SampleTransaction> = {}): SampleTransaction => ({
  id: crypto.randomUUID(),
  day,
  categorizationStatus: 'READY_FOR_INPUT',
  version: 1,
  ...more,
})

const anAccount = (more: Partial<SampleExternalAccount> = {}): SampleExternalAccount => ({
  id: crypto.randomUUID(),
  connection_needs_repair_as_of: null,
  reconnect_with_new_credentials: false,
  archived_at: null,
  version: 1,
  ...more,
})

const feed = (businessId: string, events: readonly StagedEvent[]): Promise<void> =>
  take(businessId, events.map(delivered))

const ask = (business: OwnBusiness, now: string): Promise<BusinessNotifications> =>
  getNotifications(db, {
    tenant: { clientId: business.client_id ?? '', businessId: business.id },
    now: new Date(now),
    fetchBusiness: async () => undefined,
  })

const counts = async (business: OwnBusiness, now: string) => {
  const notifications = await ask(business, now)
  return [notifications.uncategorized_transactions_this_month, notifications.uncategorized_transactions_all_time]
}

describe('transactions that wait', () => {
  test('are those not categorized, split or matched; pending ones wait, too', async () => {
    const business = aBusiness()
    const states = ['PENDING', 'READY_FOR_INPUT', 'CATEGORIZED', 'SPLIT', 'MATCHED']
    await feed(business.id, [
      businessEvent(business),
      ...states.map((categorizationStatus) =>
        transactionEvent(business.id, on('2026-03-15', { categorizationStatus })),
      ),
    ])
    expect(await ask(business, '2026-03-20T00:00:00Z')).toEqual({
      uncategorized_transactions_this_month: 2,
      uncategorized_transactions_all_time: 2,
      todo_tasks: 0,
      external_accounts_requiring_update: 0,
    })
  })

  test('leave the counts when they are decided, return when that is undone, and move with their day', async () => {
    const business = aBusiness()
    const pending = on('2026-03-31', { categorizationStatus: 'PENDING' })
    const countsAfter = async (state: Partial<SampleTransaction>) => {
      await feed(business.id, [transactionEvent(business.id, { ...pending, ...state })])
      return [await counts(business, '2026-03-31T12:00:00Z'), await counts(business, '2026-04-01T12:00:00Z')]
    }
    await feed(business.id, [businessEvent(business)])
    expect(await countsAfter({})).toEqual([
      [1, 1],
      [0, 1],
    ])
    expect(await countsAfter({ version: 2, day: '2026-04-01', categorizationStatus: 'READY_FOR_INPUT' })).toEqual([
      [0, 1],
      [1, 1],
    ])
    const decided = { version: 3, day: '2026-04-01', categorizationStatus: 'CATEGORIZED' }
    expect(await countsAfter(decided)).toEqual([
      [0, 0],
      [0, 0],
    ])
    // An older version changes nothing, and versions may be missing.
    expect(await countsAfter({ version: 2, categorizationStatus: 'READY_FOR_INPUT' })).toEqual(
      await countsAfter(decided),
    )
    expect(await countsAfter({ version: 9, day: '2026-04-01', categorizationStatus: 'READY_FOR_INPUT' })).toEqual([
      [0, 1],
      [1, 1],
    ])
  })

  test.each([
    // Pago Pago is at -11 and Kiritimati at +14, all the year; the others are on either side of a change of the clock.
    ['Pacific/Pago_Pago', '2026-03-01T10:59:59.999Z', '2026-03-01T11:00:00.000Z', '2026-02', '2026-03'],
    ['Pacific/Kiritimati', '2026-02-28T09:59:59.999Z', '2026-02-28T10:00:00.000Z', '2026-02', '2026-03'],
    ['America/New_York', '2026-04-01T03:59:59.999Z', '2026-04-01T04:00:00.000Z', '2026-03', '2026-04'],
    ['America/New_York', '2026-12-01T04:59:59.999Z', '2026-12-01T05:00:00.000Z', '2026-11', '2026-12'],
    ['Europe/Berlin', '2026-03-31T21:59:59.999Z', '2026-03-31T22:00:00.000Z', '2026-03', '2026-04'],
    ['Asia/Kolkata', '2026-12-31T18:29:59.999Z', '2026-12-31T18:30:00.000Z', '2026-12', '2027-01'],
    ['UTC', '2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00.000Z', '2028-02', '2028-03'],
  ])(
    'in %s are of the month that it is there: at %s still, at %s no more',
    async (time_zone, last, first, before, after) => {
      const business = aBusiness({ time_zone, activation_at: '2020-01-01T00:00:00.000Z' })
      const endOfMonth = dayOf(new Date(last), time_zone)
      expect([endOfMonth.slice(0, 7), dayOf(new Date(first), time_zone)]).toEqual([before, `${after}-01`])
      await feed(business.id, [
        businessEvent(business),
        ...[`${before}-01`, endOfMonth].map((day) => transactionEvent(business.id, on(day))),
        transactionEvent(business.id, on(`${after}-01`)),
        ...[1, 2, 3].map(() => transactionEvent(business.id, on(`${after}-28`))),
        transactionEvent(business.id, on('2020-02-01')),
      ])
      expect(await counts(business, last)).toEqual([2, 7])
      expect(await counts(business, first)).toEqual([4, 7])
    },
  )

  test.each([
    ['Pacific/Kiritimati', '2026-01-15T09:59:59.999Z', '2026-01-15T10:00:00.000Z', '2026-01-15'],
    ['Pacific/Pago_Pago', '2026-01-15T10:59:59.999Z', '2026-01-15T11:00:00.000Z', '2026-01-14'],
    ['UTC', '2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z', '2026-01-31'],
  ])(
    'in %s count since the day of activation, that day included, and follow it: %s, %s',
    async (time_zone, activation_at, nextDay, day) => {
      const business = aBusiness({ time_zone, activation_at })
      const dayBefore = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
      const dayAfter = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
      await feed(business.id, [
        businessEvent(business),
        transactionEvent(business.id, on(dayBefore)),
        transactionEvent(business.id, on(dayBefore)),
        ...Array.from({ length: 3 }, () => transactionEvent(business.id, on(day))),
        ...Array.from({ length: 5 }, () => transactionEvent(business.id, on(dayAfter))),
        ...Array.from({ length: 7 }, () => transactionEvent(business.id, on('2027-06-30'))),
      ])
      const sinceActivation = async () => (await counts(business, '2027-12-31T00:00:00Z'))[1]
      expect(await sinceActivation()).toBe(15)
      await feed(business.id, [businessEvent({ ...business, version: 2, activation_at: nextDay })])
      expect(await sinceActivation()).toBe(12)
      await feed(business.id, [businessEvent({ ...business, version: 3, activation_at: '2019-05-05T00:00:00.000Z' })])
      expect(await sinceActivation()).toBe(17)
      await feed(business.id, [businessEvent({ ...business, version: 4, activation_at: '2028-01-01T12:00:00.000Z' })])
      expect(await sinceActivation()).toBe(0)
    },
  )

  test('of this month count although the business was activated later in it', async () => {
    const business = aBusiness({ activation_at: '2026-05-10T00:00:00.000Z' })
    await feed(business.id, [businessEvent(business), transactionEvent(business.id, on('2026-05-09'))])
    expect(await counts(business, '2026-05-20T00:00:00Z')).toEqual([1, 0])
  })

  test('are counted at the ends of the calendar', async () => {
    const business = aBusiness({ activation_at: '1000-01-02T00:00:00.000Z' })
    await feed(business.id, [
      businessEvent(business),
      ...['0999-12-31', '1000-01-02', '9999-01-01'].map((day) => transactionEvent(business.id, on(day))),
    ])
    expect(await counts(business, '2026-01-01T00:00:00Z')).toEqual([0, 2])
  })
})

describe('external accounts', () => {
  test('require an update while live and in need of repair or of new credentials', async () => {
    const business = aBusiness()
    const since = '2026-01-01T00:00:00.000Z'
    const account = anAccount()
    const countAfter = async (state: Partial<SampleExternalAccount>) => {
      await feed(business.id, [externalAccountEvent(business.id, { ...account, ...state })])
      return (await ask(business, '2026-01-02T00:00:00Z')).external_accounts_requiring_update
    }
    await feed(business.id, [businessEvent(business), externalAccountEvent(business.id, anAccount())])
    expect(await countAfter({})).toBe(0)
    expect(await countAfter({ version: 2, connection_needs_repair_as_of: since })).toBe(1)
    expect(await countAfter({ version: 3 })).toBe(0)
    expect(await countAfter({ version: 4, reconnect_with_new_credentials: true })).toBe(1)
    expect(
      await countAfter({ version: 5, reconnect_with_new_credentials: true, connection_needs_repair_as_of: since }),
    ).toBe(1)
    expect(await countAfter({ version: 3 })).toBe(1)
    expect(await countAfter({ version: 6, connection_needs_repair_as_of: since, archived_at: since })).toBe(0)
  })
})

const day = fc.constantFrom('2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01', '2026-02-28')
const status = fc.constantFrom('PENDING', 'READY_FOR_INPUT', 'CATEGORIZED', 'SPLIT', 'MATCHED')
/** The versions of a transaction. They need not resemble each other, and some have no event. */
const life = fc
  .array(fc.record({ day, categorizationStatus: status, gap: fc.integer({ min: 1, max: 3 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((states): SampleTransaction[] => {
    const id = crypto.randomUUID()
    let version = 0
    return states.map(({ gap, ...state }) => ({ id, ...state, version: (version += gap) }))
  })
const since = fc.constantFrom(null, '2026-01-01T00:00:00.000Z')
const accountLife = fc
  .array(fc.record({ repair: since, archived: since, reconnect: fc.boolean() }), { minLength: 1, maxLength: 3 })
  .map((states): SampleExternalAccount[] => {
    const id = crypto.randomUUID()
    return states.map(({ repair, archived, reconnect }, index) => ({
      id,
      connection_needs_repair_as_of: repair,
      reconnect_with_new_credentials: reconnect,
      archived_at: archived,
      version: index + 1,
    }))
  })

const isWaiting = ({ categorizationStatus }: SampleTransaction): boolean =>
  ['PENDING', 'READY_FOR_INPUT'].includes(categorizationStatus)

/** The expected counts of the newest versions. */
function recomputed(lives: readonly SampleTransaction[][], accounts: readonly SampleExternalAccount[][]) {
  const waiting = lives.flatMap((versions) => versions.slice(-1)).filter(isWaiting)
  return {
    uncategorized_transactions_this_month: waiting.filter(({ day }) => day.startsWith('2026-01')).length,
    uncategorized_transactions_all_time: waiting.filter(({ day }) => day >= '2026-01-01').length,
    todo_tasks: 0,
    external_accounts_requiring_update: accounts
      .flatMap((versions) => versions.slice(-1))
      .filter((one) => !one.archived_at && (one.connection_needs_repair_as_of || one.reconnect_with_new_credentials))
      .length,
  }
}

describe('the counts', () => {
  test('equal recomputation after every event came three times, in any order, batches and parallelism', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(life, { minLength: 1, maxLength: 12 }),
        fc.array(accountLife, { maxLength: 4 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer(),
        async (lives, accounts, batchSize, seed) => {
          const business = aBusiness()
          const events = [
            businessEvent(business),
            ...lives.flat().map((state) => transactionEvent(business.id, state)),
            ...accounts.flat().map((state) => externalAccountEvent(business.id, state)),
          ]
          const queue = shuffle([...events, ...events, ...events], seed)
          const batches = Array.from({ length: Math.ceil(queue.length / batchSize) }, (_, index) =>
            queue.slice(index * batchSize, (index + 1) * batchSize),
          )
          for (let index = 0; index < batches.length; index += 3)
            await Promise.all(batches.slice(index, index + 3).map((batch) => feed(business.id, batch)))
          expect(await ask(business, '2026-01-15T00:00:00Z')).toEqual(recomputed(lives, accounts))
        },
      ),
      { numRuns: 5 },
    )
  })

  test('are the same after a rebuild from zero, and from a damaged read model', async () => {
    const business = aBusiness()
    const lives = fc.sample(life, { numRuns: 120, seed: 7 })
    const accounts = fc.sample(accountLife, { numRuns: 20, seed: 7 })
    await feed(
      business.id,
      shuffle(
        [
          businessEvent(business),
          ...lives.flat().map((state) => transactionEvent(business.id, state)),
          ...accounts.flat().map((state) => externalAccountEvent(business.id, state)),
        ],
        3,
      ),
    )
    const live = await readModelOf(db, business.id)
    expect(await ask(business, '2026-01-15T00:00:00Z')).toEqual(recomputed(lives, accounts))
    sample.ledger.facts.businesses = [business]
    sample.ledger.facts.replay = () => []
    sample.banking.facts.replay = (id) =>
      id === business.id
        ? [
            ...accounts.flatMap((versions) => versions.slice(-1)).map((one) => externalAccountEvent(business.id, one)),
            ...lives.flatMap((versions) => versions.slice(-1)).map((one) => transactionEvent(business.id, one)),
          ]
        : []
    const [found] = await listBusinesses(sample.source.ledgerReplay)
    if (!found) throw new Error('the ledger replayed no business')
    const damages = [
      ['waiting_days', 'waiting_months', 'bank_transactions', 'external_accounts'].map((name) => `DELETE FROM ${name}`),
      ['UPDATE waiting_days SET waiting = waiting + 1', 'UPDATE bank_transactions SET waits = NOT waits'],
    ]
    for (const damage of damages) {
      await db.transact({ businessId: business.id }, async (tx) => {
        for (const statement of damage) await tx.rows(statement)
      })
      expect(await readModelOf(db, business.id)).not.toEqual(live)
      expect(await rebuildBusiness(db, sample.source, found, rebuilding)).toMatchObject({ aggregates: 1 + 120 + 20 })
      expect(await readModelOf(db, business.id)).toEqual(live)
    }
  })

  test('stay as they are if banking fails during a rebuild, and the rebuild reports it', async () => {
    const business = aBusiness()
    const waiting = on('2026-01-05')
    await feed(business.id, [businessEvent(business), transactionEvent(business.id, waiting)])
    const before = await readModelOf(db, business.id)
    sample.ledger.facts.businesses = [business]
    sample.banking.facts.replay = () => [transactionEvent(business.id, on('2026-01-06'))]
    const [found] = await listBusinesses(sample.source.ledgerReplay)
    if (!found) throw new Error('the ledger replayed no business')
    const bankingReplay: BankingReplay = {
      ReplayAggregates: async function* (request, options) {
        yield* sample.source.bankingReplay.ReplayAggregates(request, options)
        throw refused('ServiceUnavailable', 'Banking went away.')
      },
    }
    const rebuild = rebuildBusiness(db, { ...sample.source, bankingReplay }, found, rebuilding)
    await expect(rebuild).rejects.toThrow('Banking went away')
    expect(await readModelOf(db, business.id)).toEqual(before)
  })

  test('follow a transaction that changes while a rebuild runs, and keep that afterwards', async () => {
    const business = aBusiness()
    const transaction = on('2026-01-05')
    const categorized = { ...transaction, version: 2, categorizationStatus: 'CATEGORIZED' }
    sample.ledger.facts.businesses = [business]
    sample.banking.facts.replay = () => [transactionEvent(business.id, transaction)]
    const [found] = await listBusinesses(sample.source.ledgerReplay)
    if (!found) throw new Error('the ledger replayed no business')
    const bankingReplay: BankingReplay = {
      ReplayAggregates: async function* (request, options) {
        yield* sample.source.bankingReplay.ReplayAggregates(request, options)
        await feed(business.id, [transactionEvent(business.id, categorized)])
      },
    }
    await rebuildBusiness(db, { ...sample.source, bankingReplay }, found, rebuilding)
    expect(await counts(business, '2026-01-15T00:00:00Z')).toEqual([0, 0])
  })

  test('include a transaction that was too large for its event, as banking has it now', async () => {
    const business = aBusiness({ time_zone: 'Pacific/Apia' })
    const transaction = on('2026-01-02', { version: 2 })
    const large = transactionEvent(business.id, { ...transaction, memo: 'x'.repeat(600_000) } as SampleTransaction)
    expect(delivered(large).event.data).not.toHaveProperty('day')
    await expect(feed(business.id, [large])).rejects.toThrow('not known here yet')
    await feed(business.id, [businessEvent(business)])
    await expect(feed(business.id, [large])).rejects.toMatchObject({ errorEnum: 'BankTransactionNotFound' })
    const known = { id: transaction.id, business_id: business.id, categorizationStatus: 'PENDING' }
    sample.banking.facts.transactions = [{ ...known, date: '2026-01-01T11:00:00.000Z', version: 3 }]
    await feed(business.id, [large])
    expect((await readModelOf(db, business.id)).transactions).toEqual([
      { transaction_id: transaction.id, day: '2026-01-02', waits: true, version: '3' },
    ])
  })

  test('ignore other kinds of events', async () => {
    const business = aBusiness()
    const disguised = { ...delivered(transactionEvent(business.id, on('2026-01-01'))) }
    await feed(business.id, [businessEvent(business)])
    for (const aggregate of ['bank_account', 'categorization_rule', 'constructor', '__proto__', ''])
      await take(business.id, [{ ...disguised, event: { ...disguised.event, type: `pacioli.${aggregate}.x.v1` } }])
    expect(await counts(business, '2026-01-15T00:00:00Z')).toEqual([0, 0])
  })
})

describe('a business', () => {
  const tenantOf = (business: OwnBusiness) => ({ clientId: business.client_id ?? '', businessId: business.id })
  const now = new Date('2026-01-15T00:00:00Z')

  test('without events so far is fetched from the ledger; its transactions may arrive before it', async () => {
    const business = aBusiness()
    await feed(business.id, [transactionEvent(business.id, on('2026-01-01'))])
    const asked = await getNotifications(db, {
      tenant: tenantOf(business),
      now,
      fetchBusiness: async () => businessFrom({ ...business }),
    })
    expect(asked.uncategorized_transactions_all_time).toBe(1)
    await expect(ask(business, now.toISOString())).rejects.toMatchObject({ errorEnum: 'BusinessNotFound' })
  })

  test('of another client is refused as one that does not exist', async () => {
    const business = aBusiness()
    await feed(business.id, [businessEvent(business), transactionEvent(business.id, on('2026-01-01'))])
    const refusalOf = (businessId: string) =>
      ask({ ...business, id: businessId, client_id: crypto.randomUUID() }, now.toISOString()).then(
        () => 'answered',
        (error: unknown) => JSON.stringify(error).replaceAll(businessId, 'ID'),
      )
    expect(await refusalOf(business.id)).toBe(await refusalOf(crypto.randomUUID()))
    expect(await refusalOf(business.id)).toContain('BusinessNotFound')
  })

  test('whose stored row lacks its activation is fetched from the ledger', async () => {
    const business = aBusiness()
    await feed(business.id, [businessEvent(business), transactionEvent(business.id, on('2026-01-01'))])
    await db.transact(tenantOf(business), (tx) => tx.rows('UPDATE businesses SET activation_at = NULL'))
    await expect(ask(business, now.toISOString())).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
    const asked = await getNotifications(db, {
      tenant: tenantOf(business),
      now,
      fetchBusiness: async () => businessFrom({ ...business, activation_at: '2026-01-02T00:00:00.000Z' }),
    })
    expect(asked.uncategorized_transactions_all_time).toBe(0)
  })

  test('does not count those of another one', async () => {
    const [mine, theirs] = [aBusiness(), aBusiness()]
    await feed(mine.id, [businessEvent(mine), transactionEvent(mine.id, on('2026-01-01'))])
    await feed(theirs.id, [
      businessEvent(theirs),
      ...['2026-01-01', '2026-01-02'].map((day) => transactionEvent(theirs.id, on(day))),
      externalAccountEvent(theirs.id, anAccount({ reconnect_with_new_credentials: true })),
    ])
    expect(await counts(mine, '2026-01-15T00:00:00Z')).toEqual([1, 1])
    expect((await ask(mine, '2026-01-15T00:00:00Z')).external_accounts_requiring_update).toBe(0)
    expect(await counts(theirs, '2026-01-15T00:00:00Z')).toEqual([2, 2])
  })
})

test('a reader of the served edition reads it to its end, though it is emptied meanwhile', async () => {
  const business = aBusiness()
  await feed(business.id, [businessEvent(business)])
  sample.ledger.facts.businesses = [business]
  sample.banking.facts.replay = () => []
  const [found] = await listBusinesses(sample.source.ledgerReplay, business.id)
  if (!found) throw new Error('the ledger replayed no business')
  await rebuildBusiness(db, sample.source, found, rebuilding)
  await feed(business.id, [transactionEvent(business.id, on('2026-03-10'))])
  const { asked } = await db.transact({ businessId: business.id }, async (tx) => {
    const table = `${tx.schema('read_model_4b')}.waiting_months`
    await tx.rows(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    const asked = ask(business, '2026-03-31T12:00:00Z')
    await waitFor('the query to wait', () => isWaitedFor(tx, table))
    enterEdition(tx, { model: 4, slot: 'b' })
    await clearReadModel(tx, business.id)
    return { asked }
  })
  expect(await asked).toMatchObject({ uncategorized_transactions_this_month: 1 })
})

const isWaitedFor = async (tx: Tx, table: string): Promise<boolean> =>
  (await tx.row('SELECT FROM pg_locks WHERE NOT granted AND relation = $1::regclass', [table])) !== undefined
