import type { Database } from '@pacioli/db'
import { shuffle } from '../apply-events/shuffle.test-helpers.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listBusinesses, rebuildBusiness, type LedgerReplay } from '../rebuild/rebuild-business.ts'
import {
  accountEvent,
  businessEvent,
  chartEvent,
  delivered,
  entryEvent,
  readModelOf,
  rebuilding,
  reportingDatabase,
  sampleAccount,
  sampleBusiness,
  sampleOwners,
  applierOf,
  applierOfMany,
  type SampleEntry,
  type SampleLine,
} from '../reporting.test-helpers.ts'
import { eventsSubscriber } from './events.subscriber.ts'

let db: Database
let sample: Awaited<ReturnType<typeof sampleOwners>>
let take: ReturnType<typeof applierOf>
let takeMany: ReturnType<typeof applierOfMany>
let park: ReturnType<typeof eventsSubscriber>['park']

beforeAll(async () => {
  db = (await reportingDatabase()).app
  sample = await sampleOwners()
  take = applierOf(db, sample.owners)
  takeMany = applierOfMany(db, sample.owners)
  park = eventsSubscriber(db, sample.owners, () => new Date()).park
})

afterAll(async () => {
  await sample.close()
  await db.close()
})

const accounts = Array.from({ length: 5 }, () => crypto.randomUUID())
const days = ['2025-12-31', '2026-01-01', '2026-01-02', '2026-03-29']

const tagValues = Array.from({ length: 3 }, () => crypto.randomUUID())

const side = fc.record({
  account: fc.nat(4),
  other: fc.nat(4),
  amount: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  tags: fc.subarray(tagValues),
})
const linesOf = (pairs: { account: number; other: number; amount: number; tags?: string[] }[]): SampleLine[] =>
  pairs.flatMap(({ account, other, amount, tags = [] }) => {
    const transaction_tags = tags.map((definition_id) => ({ definition_id }))
    return [
      { account_id: accounts[account] ?? '', amount, direction: 'DEBIT' as const, transaction_tags },
      { account_id: accounts[other] ?? '', amount, direction: 'CREDIT' as const },
    ]
  })
const state = fc.record({
  basis: fc.constantFrom('ACCRUAL' as const, 'CASH' as const, 'BOTH' as const),
  entry_type: fc.constantFrom('MANUAL', 'CLOSING_ACTION_RETAINED_EARNINGS'),
  entry_date: fc.constantFrom(...days),
  line_items: fc.array(side, { minLength: 1, maxLength: 3 }).map(linesOf),
})
/** The versions of an entry. They need not resemble each other, though the ledger's do. */
const history = fc.array(state, { minLength: 1, maxLength: 3 }).map((states): SampleEntry[] => {
  const id = crypto.randomUUID()
  return states.map((one, index) => ({ ...one, id, version: index + 1 }))
})

const ALL = '00000000-0000-0000-0000-000000000000'

/** The expected sums of the newest versions: per day, or per month. */
function recomputed(entries: readonly SampleEntry[], unit: 'day' | 'month' = 'day') {
  const sums = new Map<string, { debits: bigint; credits: bigint; count: number }>()
  for (const { basis, entry_date, entry_type, line_items } of entries)
    for (const { account_id, amount, direction, transaction_tags = [] } of line_items)
      for (const tag of [ALL, ...transaction_tags.map(({ definition_id }) => definition_id)]) {
        const isClosing = entry_type === 'CLOSING_ACTION_RETAINED_EARNINGS'
        const on = unit === 'day' ? entry_date : `${entry_date.slice(0, 7)}-01`
        const key = `${tag} ${account_id} ${basis} ${isClosing} ${on}`
        const sum = sums.get(key) ?? { debits: 0n, credits: 0n, count: 0 }
        if (direction === 'DEBIT') sum.debits += BigInt(amount)
        else sum.credits += BigInt(amount)
        sum.count += 1
        sums.set(key, sum)
      }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { debits, credits, count }]) => {
      const [tag_value_id, account_id, basis, isClosing, on] = key.split(' ')
      const of = { tag_value_id, account_id, basis, is_closing: isClosing === 'true', [unit]: on }
      return { ...of, debits: `${debits}`, credits: `${credits}`, line_count: `${count}` }
    })
}

const newestOf = (histories: SampleEntry[][]): SampleEntry[] => histories.flatMap((versions) => versions.slice(-1))

describe('the read model', () => {
  test('equals recomputation whatever the order, the repetitions, the batches, the parallelism and the company', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(history, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer(),
        async (histories, repeats, batchSize, seed) => {
          const businessIds = Array.from({ length: 3 }, () => crypto.randomUUID())
          // Entries of other businesses have the same ids.
          const ofBusiness = (index: number) =>
            histories.flatMap((ofEach) => {
              const [id, versions] = [ofEach[0]?.[0]?.id ?? '', ofEach[index] ?? []]
              return versions.length > 0 ? [versions.map((version) => ({ ...version, id }))] : []
            })
          const events = businessIds.flatMap((businessId, index) => [
            delivered(businessEvent(sampleBusiness(businessId, crypto.randomUUID()))),
            ...ofBusiness(index)
              .flat()
              .map((entry) => delivered(entryEvent(businessId, entry))),
          ])
          const again = repeats.flatMap((index) => events[index % events.length] ?? [])
          const queue = shuffle([...events, ...again], seed)
          const batches = Array.from({ length: Math.ceil(queue.length / batchSize) }, (_, index) =>
            queue.slice(index * batchSize, (index + 1) * batchSize),
          )
          for (let index = 0; index < batches.length; index += 3)
            await Promise.all(batches.slice(index, index + 3).map(takeMany))
          for (const [index, businessId] of businessIds.entries()) {
            const entries = newestOf(ofBusiness(index))
            const model = await readModelOf(db, businessId)
            expect(model.days).toEqual(recomputed(entries))
            expect(model.months).toEqual(recomputed(entries, 'month'))
            const lines = entries.flatMap((entry) => entry.line_items)
            expect(model.lines.length).toBe(lines.length)
            expect(model.lineTags.length).toBe(lines.flatMap(({ transaction_tags = [] }) => transaction_tags).length)
          }
        },
      ),
      { numRuns: 8 },
    )
  })

  test('applies an account only in a newer version, and a chart as its accounts', async () => {
    const businessId = crypto.randomUUID()
    const [cash, rent] = [
      sampleAccount(crypto.randomUUID(), 'Cash', 'ASSET'),
      sampleAccount(crypto.randomUUID(), 'Rent', 'EXPENSE'),
    ]
    await take(businessId, [delivered(accountEvent(businessId, { ...cash, name: 'Till', version: 3 }))])
    await take(businessId, [delivered(chartEvent(businessId, [cash, rent]))])
    await take(businessId, [delivered(accountEvent(businessId, { ...cash, name: 'Drawer', version: 2 }))])
    const model = await readModelOf(db, businessId)
    expect(model.accounts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ account_id: cash.id, name: 'Till', version: '3' }),
        expect.objectContaining({ account_id: rent.id, name: 'Rent', version: '1' }),
      ]),
    )
  })

  test('refuses an event that names another business in its state', async () => {
    const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()]
    const disguised = { ...delivered(businessEvent(sampleBusiness(theirs, crypto.randomUUID()))), businessId: mine }
    await expect(take(mine, [disguised])).rejects.toThrow(`names the business ${theirs}`)
  })

  test.each(['2026-02-29', '0000-01-01', '10000-01-01', '2026-1-1'])(
    'refuses %s, which is no date',
    async (entry_date) => {
      const businessId = crypto.randomUUID()
      const entry: SampleEntry = { id: crypto.randomUUID(), basis: 'BOTH', entry_date, line_items: [], version: 1 }
      await expect(take(businessId, [delivered(entryEvent(businessId, entry))])).rejects.toThrow('entry_date')
    },
  )

  test('refuses an entry whose amount cannot be stored exactly', async () => {
    const businessId = crypto.randomUUID()
    const entry: SampleEntry = {
      id: crypto.randomUUID(),
      basis: 'BOTH',
      entry_date: '2026-01-01',
      line_items: [{ account_id: accounts[0] ?? '', amount: 2 ** 53, direction: 'DEBIT' }],
      version: 1,
    }
    await expect(take(businessId, [delivered(entryEvent(businessId, entry))])).rejects.toThrow('kept exactly')
  })

  describe('an entry that was too large for its event', () => {
    function largeEntry() {
      const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID(), { time_zone: 'Pacific/Apia' })
      const origin = { source_type: 'bill', source_id: crypto.randomUUID(), reversal_of_id: crypto.randomUUID() }
      const entry: SampleEntry = {
        id: crypto.randomUUID(),
        basis: 'BOTH',
        entry_date: '2026-01-02',
        line_items: linesOf([{ account: 0, other: 1, amount: 700 }]),
        version: 1,
      }
      sample.ledger.facts.entries = [
        {
          id: entry.id,
          basis: 'BOTH',
          entry_type: 'MANUAL',
          entry_at: '2026-01-01T12:00:00.000Z',
          ...origin,
          line_items: entry.line_items.map(({ account_id, amount, direction }, index) => ({
            id: `${entry.id}.${index}`,
            amount,
            direction,
            account: { id: { id: account_id } },
          })),
        },
      ]
      const large = delivered(entryEvent(business.id, { ...entry, memo: 'x'.repeat(600_000) }))
      expect(large.event.data).not.toHaveProperty('line_items')
      return { business, entry, large, origin }
    }

    test('is fetched once the business is known, with what it is of and what it reverses', async () => {
      const { business, entry, large, origin } = largeEntry()
      await expect(take(business.id, [large])).rejects.toThrow('not known here yet')
      await take(business.id, [delivered(businessEvent(business))])
      await take(business.id, [large])
      expect((await readModelOf(db, business.id)).days).toEqual(recomputed([entry]))
      const [head] = await db.transact({ businessId: business.id }, (tx) =>
        tx.rows('SELECT source_type, source_id, reversal_of_id FROM entries'),
      )
      expect(head).toEqual(origin)
    })

    test('is fetched for a business that an event of the same batch creates, wherever in it', async () => {
      for (const inOrder of [true, false]) {
        const { business, entry, large } = largeEntry()
        const created = delivered(businessEvent(business))
        await take(business.id, inOrder ? [created, large] : [large, created])
        expect((await readModelOf(db, business.id)).days).toEqual(recomputed([entry]))
      }
    })

    test('is not fetched because of an event that names another business', async () => {
      const { business, large } = largeEntry()
      const other = delivered(businessEvent(sampleBusiness(crypto.randomUUID(), crypto.randomUUID())))
      await expect(take(business.id, [other, large])).rejects.toThrow('not known here yet')
    })
  })
})

describe('a rebuild', () => {
  const sampleHistories = (count: number) => fc.sample(history, { numRuns: count, seed: 7 })

  test('builds the same read model as the live events did, and repairs a damaged one', async () => {
    const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID())
    const histories = sampleHistories(200)
    // More than are written at once.
    const ids = [...accounts, ...Array.from({ length: 1_000 }, () => crypto.randomUUID())]
    const chart = ids.map((id, index) => sampleAccount(id, `Account ${index}`, 'ASSET'))
    const announced = [businessEvent(business), chartEvent(business.id, chart)]
    const entries = histories.flat().map((entry) => entryEvent(business.id, entry))
    await take(business.id, shuffle([...announced, ...entries], 5).map(delivered))
    const live = await readModelOf(db, business.id)

    sample.ledger.facts.businesses = [business]
    sample.ledger.facts.replay = () => [
      ...chart.map((account) => accountEvent(business.id, account)),
      ...newestOf(histories).map((entry) => entryEvent(business.id, entry)),
    ]
    await park({ businessId: business.id, eventId: 'x', subject: 's', event: '{}', error: 'kept' })
    await db.transact({ businessId: business.id }, async (tx) => {
      await tx.rows('UPDATE account_days SET debits = debits + 1')
      await tx.rows('DELETE FROM entry_lines WHERE position = 1')
    })
    expect(await readModelOf(db, business.id)).not.toEqual(live)
    const [found] = await listBusinesses(sample.source.ledgerReplay)
    if (!found) throw new Error('the ledger replayed no business')
    const progress: number[] = []
    const onProgress = (count: number) => void progress.push(count)
    const outcome = await rebuildBusiness(db, sample.source, found, { ...rebuilding, onProgress })
    expect(outcome).toEqual({ kind: 'BUILT', aggregates: 1_206 })
    expect(await readModelOf(db, business.id)).toEqual(live)
    expect(progress).toEqual([1_000, 1_206])
    const parked = await db.transact({ businessId: business.id }, (tx) => tx.rows('SELECT error FROM parked_events'))
    expect(parked).toEqual([{ error: 'kept' }])
  })

  test('locks no event out: events during a rebuild are visible at once, and count once afterwards', async () => {
    const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID())
    const [before, after] = newestOf(sampleHistories(2)).map((entry) => ({ ...entry, id: crypto.randomUUID() }))
    if (!before || !after) throw new Error('two entries expected')
    const late = [delivered(entryEvent(business.id, after))]
    sample.ledger.facts.businesses = [business]
    let meanwhile: unknown
    const [found] = await listBusinesses(sample.source.ledgerReplay)
    if (!found) throw new Error('the ledger replayed no business')
    const ledgerReplay: LedgerReplay = {
      ReplayAggregates: async function* (request, options) {
        await take(business.id, late)
        meanwhile = (await readModelOf(db, business.id)).days
        yield* sample.source.ledgerReplay.ReplayAggregates(request, options)
      },
    }
    sample.ledger.facts.replay = () => [before, after].map((entry) => entryEvent(business.id, entry))
    await rebuildBusiness(db, { ...sample.source, ledgerReplay }, found, rebuilding)
    expect(meanwhile).toEqual(recomputed([after]))
    expect((await readModelOf(db, business.id)).days).toEqual(recomputed([before, after]))
  })

  test('that fails leaves the old read model as it was', async () => {
    const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID())
    const histories = sampleHistories(3)
    await take(
      business.id,
      newestOf(histories).map((entry) => delivered(entryEvent(business.id, entry))),
    )
    const before = await readModelOf(db, business.id)
    sample.ledger.facts.businesses = [business]
    sample.ledger.facts.replay = () => {
      throw new Error('the ledger crashed')
    }
    const [found] = await listBusinesses(sample.source.ledgerReplay)
    if (!found) throw new Error('the ledger replayed no business')
    await expect(rebuildBusiness(db, sample.source, found, rebuilding)).rejects.toThrow()
    expect(await readModelOf(db, business.id)).toEqual(before)
  })
})
