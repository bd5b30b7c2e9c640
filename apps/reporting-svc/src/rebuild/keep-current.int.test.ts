import { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { createLogger } from '@pacioli/service'
import { waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getReport } from '../reports/get-report.ts'
import {
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
} from '../reporting.test-helpers.ts'
import { eventsSubscriber } from '../consumers/events.subscriber.ts'
import { keepCurrent } from './keep-current.ts'
import type { LedgerReplay } from './rebuild-business.ts'

let db: Database
/** As the release before sees it. */
let inPublic: Database
let relay: Database
let sample: Awaited<ReturnType<typeof sampleOwners>>
const log = createLogger('test', 'silent')

beforeAll(async () => {
  const database = await reportingDatabase()
  db = database.app
  inPublic = new Database({ url: database.url, applicationName: 'before', poolSize: 1 })
  relay = new Database({ url: database.relayUrl, applicationName: 'test', poolSize: 1 })
  sample = await sampleOwners()
})
afterAll(async () => {
  await sample.close()
  await Promise.all([db.close(), inPublic.close(), relay.close()])
})

/** A business with an entry as an earlier release has left it: without lines, and with an older model in its row. */
async function outdatedBusiness() {
  const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID())
  const cash = sampleAccount(crypto.randomUUID(), 'Cash', 'ASSET')
  const sales = sampleAccount(crypto.randomUUID(), 'Sales', 'REVENUE')
  const entry = entryEvent(business.id, {
    id: crypto.randomUUID(),
    basis: 'BOTH',
    entry_date: '2026-01-31',
    version: 1,
    line_items: [
      { account_id: cash.id, amount: 700, direction: 'DEBIT' },
      { account_id: sales.id, amount: 700, direction: 'CREDIT' },
    ],
  })
  const chart = chartEvent(business.id, [cash, sales])
  const replay = () => [chart, entry]
  sample.ledger.facts.businesses = [business]
  sample.ledger.facts.replay = replay
  const { handle } = eventsSubscriber(inPublic, sample.owners, () => new Date())
  await handle(business.id, [businessEvent(business), chart, entry].map(delivered))
  const whole = await readModelOf(inPublic, business.id)
  await inPublic.transact({ businessId: business.id }, async (tx) => {
    for (const table of ['entry_lines', 'account_days', 'account_months']) await tx.rows(`DELETE FROM ${table}`)
    await tx.rows('UPDATE businesses SET built_as = 1')
  })
  const report = () =>
    getReport(
      db,
      'TRIAL_BALANCE',
      {
        tenant: { clientId: business.client_id ?? '', businessId: business.id },
        now: new Date('2026-02-01T00:00:00Z'),
        through: null,
        fetchBusiness: () => Promise.resolve(undefined),
        fetchDefaultBasis: () => Promise.resolve('ACCRUAL'),
        fetchContactName: () => Promise.resolve(undefined),
      },
      {},
      async ({ batches }) => (await Array.fromAsync(batches)).flat(),
    )
  return { business, whole, report, replay }
}

test('read models of an earlier release are rebuilt while the service runs, and refused until then', async () => {
  const { business, whole, report } = await outdatedBusiness()
  await expect(report()).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
  const keeping = keepCurrent({ ...rebuilding, relay, db, source: sample.source, log, pauseMs: 10 })
  const rows = await waitFor('the report', () => report().catch(() => undefined))
  expect(rows.at(-1)?.cells.map(({ value }) => value)).toEqual([700, 700])
  expect(await readModelOf(db, business.id)).toEqual(whole)
  await keeping.stop()
})

test('it tries again until the owners answer', async () => {
  const { report } = await outdatedBusiness()
  let refusals = 0
  const ledgerReplay: LedgerReplay = {
    ReplayAggregates: async function* (request, options) {
      if (refusals < 2) {
        refusals += 1
        throw refused('ServiceUnavailable', 'The ledger is not up yet.')
      }
      yield* sample.source.ledgerReplay.ReplayAggregates(request, options)
    },
  }
  const keeping = keepCurrent({
    ...rebuilding,
    relay,
    db,
    source: { ...sample.source, ledgerReplay },
    log,
    pauseMs: 10,
  })
  await waitFor('the report', () => report().catch(() => undefined))
  expect(refusals).toBe(2)
  await keeping.stop()
})

test('what an owner replays that keeps no history yet builds nothing: nobody would tell the places again', async () => {
  const { business, whole, report } = await outdatedBusiness()
  let answers = 0
  let knows_places = false
  const ledgerReplay: LedgerReplay = {
    ReplayAggregates: async function* (request, options) {
      if (request.business_id) answers += 1
      for await (const one of sample.source.ledgerReplay.ReplayAggregates(request, options))
        yield { ...one, knows_places }
    },
  }
  const keeping = keepCurrent({
    ...rebuilding,
    relay,
    db,
    source: { ...sample.source, ledgerReplay },
    log,
    pauseMs: 10,
  })
  await waitFor('a second try', () => answers >= 2)
  await expect(report()).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
  knows_places = true
  await waitFor('the report', () => report().catch(() => undefined))
  expect(await readModelOf(db, business.id)).toEqual(whole)
  await keeping.stop()
})

test('neither a business that cannot be rebuilt nor one that the ledger does not know holds up others', async () => {
  const [broken, sound, unknown] = [await outdatedBusiness(), await outdatedBusiness(), await outdatedBusiness()]
  sample.ledger.facts.businesses = [broken.business, sound.business]
  const replay = sound.replay
  sample.ledger.facts.replay = (businessId) => {
    if (businessId === broken.business.id) throw new Error('its books cannot be read')
    return replay()
  }
  const keeping = keepCurrent({ ...rebuilding, relay, db, source: sample.source, log, pauseMs: 10 })
  await waitFor('the report of the other business', () => sound.report().catch(() => undefined))
  for (const { report } of [broken, unknown])
    await expect(report()).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
  await keeping.stop()
})

test('stopping interrupts it, and nothing is half done', async () => {
  const { business, report } = await outdatedBusiness()
  const before = await readModelOf(db, business.id)
  const asked = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const ledgerReplay: LedgerReplay = {
    ReplayAggregates: async function* (request, options) {
      yield* sample.source.ledgerReplay.ReplayAggregates(request, options)
      if (!request.business_id) return
      asked.resolve()
      await goOn.promise
    },
  }
  const keeping = keepCurrent({
    ...rebuilding,
    relay,
    db,
    source: { ...sample.source, ledgerReplay },
    log,
    pauseMs: 10,
  })
  await asked.promise
  const stopped = keeping.stop()
  goOn.resolve()
  await stopped
  await expect(report()).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
  expect(await readModelOf(db, business.id)).toEqual(before)
})

test('it repeats: a business that a replica of an earlier release adds later is rebuilt, too', async () => {
  sample.ledger.facts.businesses = []
  let looks = 0
  const counting = { parts: () => (looks++, relay.parts()) }
  const watched = Object.assign(Object.create(relay) as Database, counting)
  const keeping = keepCurrent({ ...rebuilding, relay: watched, db, source: sample.source, log, pauseMs: 10 })
  await waitFor('two rounds', () => looks >= 2)
  const { report } = await outdatedBusiness()
  await waitFor('the report', () => report().catch(() => undefined))
  await keeping.stop()
})
