/** Events of several businesses, applied in one transaction. */
import { Database } from '@pacioli/db'
import type { Delivery, StagedEvent } from '@pacioli/events'
import { deadlocksIn } from '@pacioli/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { books, cast, eventsOf, OTHER_ACCOUNT } from '../aging/books.test-helpers.ts'
import { shuffle } from '../apply-events/shuffle.test-helpers.ts'
import { checkBusiness } from '../checking/check-business.ts'
import { leaseEdition, lockEditions } from '../read-models/edition.store.ts'
import { MODELS } from '../read-models/models.ts'
import {
  accountEvent,
  applierOf,
  applierOfMany,
  businessEvent,
  chartEvent,
  delivered,
  entryEvent,
  externalAccountEvent,
  idsTogether,
  readModelOf,
  rebuilding,
  reportingDatabase,
  sampleAccount,
  sampleBusiness,
  sampleOwners,
  transactionEvent,
} from '../reporting.test-helpers.ts'
import { subscribersOf } from './start-consumers.ts'

let db: Database
let inPublic: Database
let sample: Awaited<ReturnType<typeof sampleOwners>>

beforeAll(async () => {
  const database = await reportingDatabase()
  db = database.app
  inPublic = new Database({ url: database.url, applicationName: 'test', poolSize: 2 })
  sample = await sampleOwners()
})
afterAll(async () => {
  await sample.close()
  await Promise.all([db.close(), inPublic.close()])
})

const subscribers = (of: Database) =>
  subscribersOf({ connect: () => of, owners: sample.owners, clock: () => new Date(), models: MODELS })

const batchOf = (events: readonly StagedEvent[]): Map<string, Delivery[]> =>
  Map.groupBy(events.map(delivered), ({ businessId }) => businessId)

/** Takes them in with every subscriber; returns the businesses that are to come alone. */
async function together(...events: StagedEvent[]): Promise<string[][]> {
  const alone: string[][] = []
  for (const { handleMany } of subscribers(db)) alone.push([...(await handleMany(batchOf(events), 0)).keys()].sort())
  return alone
}

/** A business that is known, with an account. */
async function opened(id: string = crypto.randomUUID()) {
  const business = sampleBusiness(id, crypto.randomUUID())
  const cash = sampleAccount(crypto.randomUUID(), 'Cash', 'ASSET')
  await applierOf(db, sample.owners)(
    business.id,
    [businessEvent(business), chartEvent(business.id, [cash])].map(delivered),
  )
  const posted = (amount: number, more: object = {}): StagedEvent =>
    entryEvent(business.id, {
      ...{ id: crypto.randomUUID(), basis: 'BOTH', entry_date: '2026-01-31', version: 1 },
      line_items: [
        { account_id: cash.id, amount, direction: 'DEBIT' },
        { account_id: cash.id, amount, direction: 'CREDIT' },
      ],
      ...more,
    })
  const amounts = async (of = db) => (await readModelOf(of, business.id)).lines.map((line) => Number(amountOf(line)))
  return { business, id: business.id, posted, amounts }
}
const amountOf = (line: object): unknown => ('amount' in line ? line.amount : undefined)

/** The states of bank transactions and external accounts. */
const banking = fc.record({
  transactions: fc.array(
    fc.record({
      id: fc.uuid(),
      day: fc.constantFrom('2026-01-31', '2026-02-01'),
      statuses: fc.array(fc.constantFrom('PENDING', 'READY_FOR_INPUT', 'MATCHED'), { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 4 },
  ),
  needRepair: fc.array(fc.boolean(), { maxLength: 2 }),
})
type Banking = typeof banking extends fc.Arbitrary<infer Value> ? Value : never

const bankingEvents = (businessId: string, { transactions, needRepair }: Banking): StagedEvent[] => [
  ...transactions.flatMap(({ id, day, statuses }) =>
    statuses.map((categorizationStatus, index) =>
      transactionEvent(businessId, { id, day, categorizationStatus, version: index + 1 }),
    ),
  ),
  ...needRepair.map((reconnect_with_new_credentials, index) =>
    externalAccountEvent(businessId, {
      id: '00000000-0000-4000-8000-0000000000ea',
      connection_needs_repair_as_of: null,
      reconnect_with_new_credentials,
      archived_at: null,
      version: index + 1,
    }),
  ),
]

/** The last versions, as the owners replay them. */
const lastOf = (events: readonly StagedEvent[]): StagedEvent[] =>
  [...Map.groupBy(events, ({ aggregateType, aggregateId }) => `${aggregateType} ${aggregateId}`).values()].map(
    (versions) => versions.reduce((last, one) => (one.version > last.version ? one : last)),
  )

describe('events of several businesses', () => {
  test('leave what the owners of each have, whatever the order, the repetitions, the batches and the company', async () => {
    const deadlocks = await deadlocksIn(db)
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(books, books, banking),
        fc.array(fc.nat(), { maxLength: 20 }),
        fc.integer({ min: 5, max: 40 }),
        fc.integer(),
        async ([one, other, inBank], repeats, batchSize, seed) => {
          // The second has the ids of the first, with other amounts, and one of them names a control account in it alone.
          const twin = { ...one, journals: other.journals, payments: one.payments.map((paid) => doubled(paid)) }
          const control = { ...sampleAccount(OTHER_ACCOUNT, 'Credits', 'LIABILITY'), stable_name: 'CUSTOMER_CREDITS' }
          const all = [one, twin, other].map((given) => {
            const who = cast()
            const { id } = who.business
            const own = given === twin ? [accountEvent(id, control)] : []
            return { who, events: [...eventsOf(given, who), ...bankingEvents(id, inBank), ...own] }
          })
          const events = all.flatMap((of) => of.events)
          const again = repeats.flatMap((index) => events[index % events.length] ?? [])
          await takeAll(shuffle([...events, ...again], seed).map(delivered), batchSize)
          for (const { who, events } of all) await expectRight(who.business.id, events)
        },
      ),
      { numRuns: 4 },
    )
    expect(await deadlocksIn(db)).toBe(deadlocks)
  }, 120_000)

  const doubled = <Paid extends { parts: readonly { of: number; amount: number }[] }>(paid: Paid) => ({
    ...paid,
    parts: paid.parts.map(({ of, amount }) => ({ of, amount: 2 * amount })),
  })

  /** Three batches at a time, which have businesses in common. */
  async function takeAll(queue: readonly Delivery[], batchSize: number): Promise<void> {
    const take = applierOfMany(db, sample.owners)
    const batches = Array.from({ length: Math.ceil(queue.length / batchSize) }, (_, index) =>
      queue.slice(index * batchSize, (index + 1) * batchSize),
    )
    for (let index = 0; index < batches.length; index += 3)
      await Promise.all(batches.slice(index, index + 3).map((batch) => take(batch)))
  }

  /** `reporting:check` finds nothing, and the rows in `public` are those of the edition. */
  async function expectRight(businessId: string, events: readonly StagedEvent[]): Promise<void> {
    const last = lastOf(events)
    sample.ledger.facts.replay = () =>
      last.filter(({ subject }) => /\.(chart|account|tag_dimension|tag_value|entry)\./.test(subject))
    sample.banking.facts.replay = () =>
      last.filter(({ aggregateType }) => ['bank_transaction', 'external_account'].includes(aggregateType))
    sample.billing.facts.replay = () => last
    const [business] = last.flatMap((event) => (event.aggregateType === 'business' ? [delivered(event).event] : []))
    expect(await checkBusiness(db, sample.source, businessId, business, { ...rebuilding, arrivesWithinMs: 0 })).toEqual(
      [],
    )
    expect(await readModelOf(inPublic, businessId)).toEqual(await readModelOf(db, businessId))
  }
})

describe('what is wrong in one of them', () => {
  test.each([
    ['an entry that no book takes', (of: Opened) => of.posted(2 ** 53)],
    ['text that PostgreSQL does not keep', (of: Opened) => of.posted(5, { memo: 'a\0b' })],
    ['lines that name no account', (of: Opened) => of.posted(5, { line_items: [{ amount: 5, direction: 'DEBIT' }] })],
  ])('%s leaves nothing of the others behind', async (_, poison) => {
    const ids = (await idsTogether(db, 3)) as [string, string, string]
    const [one, other, third] = await Promise.all([opened(ids[0]), opened(ids[1]), opened(ids[2])])
    await expect(together(one.posted(1), poison(other), third.posted(3))).rejects.toThrow()
    for (const { amounts } of [one, other, third]) expect([await amounts(), await amounts(inPublic)]).toEqual([[], []])
  })

  test.each([
    [
      'its business',
      (mine: Opened, theirs: Opened) => ofSubject(mine, businessEvent({ ...theirs.business, version: 9 })),
    ],
    ['its entry', (mine: Opened, theirs: Opened) => ofSubject(mine, theirs.posted(7))],
  ])('a state that names another business of the batch as %s is refused', async (_, disguise) => {
    const [mine, theirs] = await Promise.all([opened(), opened()])
    const events = [theirs.posted(3), disguise(mine, theirs)]
    await expect(together(...events)).rejects.toThrow(`names the business ${theirs.id}`)
    expect([await mine.amounts(), await theirs.amounts()]).toEqual([[], []])
    for (const { handle } of subscribers(db))
      await expect(handle(mine.id, [delivered(disguise(mine, theirs))])).rejects.toThrow(
        `names the business ${theirs.id}`,
      )
  })

  /** The event as if it had come under the business's subject. */
  const ofSubject = (of: Opened, event: StagedEvent): StagedEvent => ({ ...event, businessId: of.id })
})
type Opened = Awaited<ReturnType<typeof opened>>

describe('comes alone, and the others together,', () => {
  test('a new business', async () => {
    const known = await opened()
    const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID())
    const events = [businessEvent(business), known.posted(5)]
    expect(await together(...events)).toEqual([[business.id], [business.id]])
    expect(await known.amounts()).toEqual([5, 5])
    await applierOfMany(db, sample.owners)(events.map(delivered))
    expect(await together(...events)).toEqual([[], []])
    expect(await known.amounts()).toEqual([5, 5])
  })

  test('a business of which an edition is built, which gets the event in both', async () => {
    const [known, built] = await Promise.all([opened(), opened()])
    const lease = { id: crypto.randomUUID(), leasedUntil: new Date(Date.now() + 60_000) }
    await db.transact({ businessId: built.id }, (tx) => leaseEdition(tx, built.id, { model: 4, slot: 'b' }, lease))
    const events = [known.posted(5), built.posted(6)]
    expect(await together(...events)).toEqual([[], [built.id]])
    expect([await known.amounts(), await built.amounts(), await built.amounts(inPublic)]).toEqual([[5, 5], [], [6, 6]])
    await applierOfMany(db, sample.owners)(events.map(delivered))
    const inBoth = await db.transact({ businessId: built.id }, (tx) =>
      tx.rows(
        `SELECT count(*) FROM (SELECT FROM ${tx.schema('read_model_4a')}.entry_lines
                               UNION ALL SELECT FROM ${tx.schema('read_model_4b')}.entry_lines) e`,
      ),
    )
    expect(inBoth).toEqual([{ count: '4' }])
  })

  test('a business whose rows in `public` the release before rebuilds', async () => {
    const [known, rebuilt] = await Promise.all([opened(), opened()])
    const events = [known.posted(5), rebuilt.posted(6)]
    await inPublic.transact({ businessId: rebuilt.id }, async (tx) => {
      await tx.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`reporting read model ${rebuilt.id}`])
      expect(await together(...events)).toEqual([[rebuilt.id], []])
    })
    expect([await known.amounts(inPublic), await rebuilt.amounts(inPublic)]).toEqual([[5, 5], []])
  })

  test('a business with a state that has to be fetched', async () => {
    const [known, large] = await Promise.all([opened(), opened()])
    const events = [known.posted(5), large.posted(6, { memo: 'x'.repeat(600_000) }), large.posted(7)]
    expect(await together(...events)).toEqual([[large.id], [large.id]])
    expect([await known.amounts(), await large.amounts()]).toEqual([[5, 5], []])
  })

  test('nobody where the only business is of that kind', async () => {
    const large = await opened()
    expect(await together(large.posted(6, { memo: 'x'.repeat(600_000) }))).toEqual([[large.id], [large.id]])
  })
})

test('a business that is locked keeps the others no longer than they may wait for a lock', async () => {
  const [known, locked] = await Promise.all([opened(), opened()])
  const batch = batchOf([known.posted(5), locked.posted(6)])
  const [, ofEditions] = subscribers(db)
  await db.transact({ businessId: locked.id }, async (tx) => {
    await lockEditions(tx, locked.id)
    await expect(ofEditions?.handleMany(batch, 20)).rejects.toMatchObject({ code: '55P03' })
  })
  expect(await ofEditions?.handleMany(batch, 20)).toEqual(new Map())
  expect([await known.amounts(), await locked.amounts()]).toEqual([
    [5, 5],
    [6, 6],
  ])
})

test('businesses whose editions are in different slots are taken in together', async () => {
  const [inA, inB] = await Promise.all([opened(), opened()])
  await db.transact({ businessId: inB.id }, (tx) =>
    tx.rows(`UPDATE read_models SET slot = 'b' WHERE business_id = $1`, [inB.id]),
  )
  expect(await together(inA.posted(5), inB.posted(6))).toEqual([[], []])
  expect([await inA.amounts(), await inB.amounts()]).toEqual([
    [5, 5],
    [6, 6],
  ])
})

test('rows in `public` of another model are left alone', async () => {
  const [known, newer] = await Promise.all([opened(), opened()])
  await db.transact({ businessId: newer.id }, (tx) => tx.rows('UPDATE public.businesses SET built_as = 9'))
  expect(await together(known.posted(5), newer.posted(6))).toEqual([[], []])
  expect([await known.amounts(inPublic), await newer.amounts(inPublic), await newer.amounts()]).toEqual([
    [5, 5],
    [],
    [6, 6],
  ])
})
