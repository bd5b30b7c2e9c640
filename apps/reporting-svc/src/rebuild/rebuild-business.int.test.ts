/** Rebuilds that compete, or are interrupted. */
import { Database, type Tx } from '@pacioli/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountEvent,
  businessEvent,
  delivered,
  entryEvent,
  readModelOf,
  rebuilding,
  reportingDatabase,
  sampleAccount,
  sampleBusiness,
  sampleOwners,
  applierOf,
  type SampleEntry,
} from '../reporting.test-helpers.ts'
import { READ_MODELS, removeRows } from '../read-models/read-model.store.ts'
import { listBusinesses, rebuildBusiness, type LedgerReplay } from './rebuild-business.ts'

let db: Database
let sample: Awaited<ReturnType<typeof sampleOwners>>
/** It never serves an edition: it sees the tables in `public`. */
let inPublic: Database

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

const later = (seconds: number) => ({ ...rebuilding, clock: () => new Date(Date.now() + seconds * 1_000) })

/** A business with one served entry, and one that only the ledger has, which shows how far a rebuild is. */
async function aBusiness() {
  const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID())
  const [known, missing] = [500, 700].map((amount): SampleEntry => {
    const side = { account_id: crypto.randomUUID(), amount }
    const line_items = [
      { ...side, direction: 'DEBIT' as const },
      { ...side, direction: 'CREDIT' as const },
    ]
    return { id: crypto.randomUUID(), basis: 'BOTH', entry_date: '2026-01-31', version: 1, line_items }
  }) as [SampleEntry, SampleEntry]
  const take = applierOf(db, sample.owners)
  await take(business.id, [businessEvent(business), entryEvent(business.id, known)].map(delivered))
  sample.ledger.facts.businesses = [business]
  const posted = () => [known, missing].map((entry) => entryEvent(business.id, entry))
  sample.ledger.facts.replay = posted
  const [found] = await listBusinesses(sample.source.ledgerReplay, business.id)
  if (!found) throw new Error('the ledger replayed no business')
  const entries = async (seenBy = db) => (await readModelOf(seenBy, business.id)).entries.length
  return { business, found, known, missing, posted, take, entries }
}

/** Owners that stop answering after the ledger's part, until released. */
function silentSource() {
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ledgerReplay: LedgerReplay = {
    ReplayAggregates: async function* (request, options) {
      yield* sample.source.ledgerReplay.ReplayAggregates(request, options)
      reached.resolve()
      await goOn.promise
    },
  }
  return { source: { ...sample.source, ledgerReplay }, reached: reached.promise, goOn: goOn.resolve }
}

test('read models are emptied a few rows at a time, each row once, and those of other businesses stay', async () => {
  const [{ business, missing, take }, other] = [await aBusiness(), await aBusiness()]
  await take(business.id, [delivered(entryEvent(business.id, { ...missing, entry_date: '2026-02-28' }))])
  const before = await readModelOf(inPublic, other.business.id)
  const within = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    inPublic.transact({ businessId: business.id }, work)
  const counts = () =>
    within((tx) => Promise.all(READ_MODELS.map((table) => tx.count(`SELECT count(*) FROM ${table}`))))
  const there = await counts()
  expect(there[READ_MODELS.indexOf('account_days')]).toBe(2)
  expect(there[READ_MODELS.indexOf('account_months')]).toBe(2)
  expect(there[READ_MODELS.indexOf('entry_lines')]).toBe(4)
  for (const [index, table] of READ_MODELS.entries())
    for (let left = there[index] ?? 0; left >= 0; left--)
      expect(await within((tx) => removeRows(tx, business.id, table, 1))).toBe(left === 0 ? 0 : 1)
  expect(await counts()).toEqual(READ_MODELS.map(() => 0))
  expect(await readModelOf(inPublic, other.business.id)).toEqual(before)
})

test('only one process rebuilds a business; a minute after its last renewal, another starts over', async () => {
  const { found, entries } = await aBusiness()
  const { source, reached, goOn } = silentSource()
  const first = rebuildBusiness(db, source, found, rebuilding)
  await reached
  expect(await rebuildBusiness(db, sample.source, found, later(30))).toMatchObject({ kind: 'BUSY' })
  expect(await entries()).toBe(1)
  expect(await rebuildBusiness(db, sample.source, found, later(90))).toEqual({ kind: 'BUILT', aggregates: 3 })
  expect(await entries()).toBe(2)
  goOn()
  await expect(first).rejects.toThrow('Another process took over')
  expect(await entries()).toBe(2)
})

test('an event between the end of one rebuild and the beginning of the next counts once in what is served', async () => {
  const { business, found, missing, take, entries } = await aBusiness()
  const { source, reached, goOn } = silentSource()
  const failing = rebuildBusiness(db, source, found, { ...rebuilding, signal: AbortSignal.abort(new Error('ended')) })
  await reached
  goOn()
  await expect(failing).rejects.toThrow('ended')
  await take(business.id, [delivered(entryEvent(business.id, missing))])
  const live = await readModelOf(db, business.id)
  // A released lease need not be waited for.
  for (const aggregates of [3, 3])
    expect(await rebuildBusiness(db, sample.source, found, rebuilding)).toEqual({ kind: 'BUILT', aggregates })
  expect(await readModelOf(db, business.id)).toEqual(live)
  expect(await entries(inPublic)).toBe(2)
})

test('an unfinished build is not continued: it may contain what the owners have lost since', async () => {
  const { business, found } = await aBusiness()
  const lost = Array.from({ length: 1_100 }, (_, index) => sampleAccount(crypto.randomUUID(), `Lost ${index}`, 'ASSET'))
  sample.ledger.facts.replay = () => lost.map((account) => accountEvent(business.id, account))
  const { source, reached, goOn } = silentSource()
  const killed = rebuildBusiness(db, source, found, rebuilding)
  await reached
  sample.ledger.facts.replay = () => []
  await rebuildBusiness(db, sample.source, found, later(90))
  goOn()
  await expect(killed).rejects.toThrow('Another process took over')
  expect((await readModelOf(db, business.id)).accounts).toEqual([])
})

test('concurrent rebuilds make one edition', async () => {
  const { found, entries } = await aBusiness()
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => rebuildBusiness(db, sample.source, found, rebuilding)),
  )
  expect(outcomes.filter(({ kind }) => kind === 'BUILT').length).toBeGreaterThan(0)
  expect(await entries()).toBe(2)
})

test('replicas of the release before leave rows of another model in `public` alone', async () => {
  const { business, missing, take, entries } = await aBusiness()
  await inPublic.transact({ businessId: business.id }, (tx) => tx.rows('UPDATE businesses SET built_as = 4'))
  await take(business.id, [delivered(entryEvent(business.id, missing))])
  expect(await entries(inPublic)).toBe(1)
})

test('rows that are no longer served are removed, those of another business are not', async () => {
  const { business, found, posted } = await aBusiness()
  const other = await aBusiness()
  for (const one of [found, other.found, found]) {
    sample.ledger.facts.businesses = [business, other.business]
    sample.ledger.facts.replay = (id) => (id === business.id ? posted() : other.posted())
    await rebuildBusiness(db, sample.source, one, rebuilding)
  }
  const rowsIn = (schema: string, id: string) =>
    db.transact({ businessId: id }, (tx) => tx.rows(`SELECT entry_id FROM ${schema}.entries`))
  expect(await rowsIn('read_model_4b', business.id)).toHaveLength(0)
  expect(await rowsIn('read_model_4a', business.id)).toHaveLength(2)
  expect(await rowsIn('read_model_4b', other.business.id)).toHaveLength(2)
})
