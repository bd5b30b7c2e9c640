/** Replicas of releases with other read models, side by side: a rollout, a rollback, and rebuilds, all under traffic. */
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Database } from '@pacioli/db'
import type { MigrationSet } from '@pacioli/db/migrations'
import { Broker, consume, STREAM, type StagedEvent } from '@pacioli/events'
import { ReportsService } from '@pacioli/protos/reporting'
import { clientOfStreams } from '@pacioli/rpc'
import { createLogger, Lifecycle } from '@pacioli/service'
import { testDirectory, testNats, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsSubscriber } from '../consumers/events.subscriber.ts'
import { shuffle } from '../apply-events/shuffle.test-helpers.ts'
import { getReport } from '../reports/get-report.ts'
import { listBusinesses, rebuildBusiness } from '../rebuild/rebuild-business.ts'
import {
  asAdmin,
  businessEvent,
  chartEvent,
  entryEvent,
  rebuilding,
  reportingDatabase,
  sampleAccount,
  sampleBusiness,
  sampleOwners,
  serviceOptions,
} from '../reporting.test-helpers.ts'
import { startReporting } from '../service.ts'
import { MODELS, type ServedModels } from './models.ts'

const NEXT: ServedModels = { oldest: MODELS.newest, newest: MODELS.newest + 1 }
const logger = createLogger('reporting-svc', 'silent')
let nats: Awaited<ReturnType<typeof testNats>>
let database: Awaited<ReturnType<typeof reportingDatabase>>
let sample: Awaited<ReturnType<typeof sampleOwners>>
let broker: Broker
const stops: (() => unknown)[] = []

beforeAll(async () => {
  ;[database, nats, sample] = await Promise.all([
    reportingDatabase({ isNew: false, next: nextModel() }),
    testNats(),
    sampleOwners(),
  ])
  await asAdmin(database.adminUrl, `INSERT INTO kept_models VALUES (${NEXT.oldest})`)
  broker = new Broker({ url: nats.url, name: 'test', log: logger })
  stops.push(
    () => nats.stop(),
    () => sample.close(),
    () => database.app.close(),
    () => database.relay.close(),
    () => broker.close(),
  )
  await broker.whenConnected()
})
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

/** The tables of the next model: those of this one, under its number. */
function nextModel(): MigrationSet {
  const folder = pathToFileURL(`${testDirectory('next-model')}/`)
  const files = [
    `0020-read-model-${MODELS.newest}.sql`,
    '0025-intake-into-read-models.sql',
    '0026-intake-into-editions.sql',
  ]
  for (const file of files) {
    const own = readFileSync(new URL(`../migrations/${file}`, import.meta.url), 'utf8')
    // It has the policies of the editions alone, and of `public` again.
    const [usage] = own.split('CREATE POLICY intake ON read_models')
    const sql = file.startsWith('0026') ? usage : own
    writeFileSync(
      new URL(file, folder),
      `${sql}`.replaceAll(`read_model_${MODELS.newest}`, `read_model_${NEXT.newest}`),
    )
  }
  return { name: 'next', folder }
}

type Report = (business: Books) => Promise<number | undefined>
type Replica = { report: Report; stop: () => Promise<unknown> }

/** A service with these models. */
async function start(models: ServedModels): Promise<Replica> {
  const life = new Lifecycle({ name: 'reporting-svc', logger })
  const { grpcPort } = await startReporting({ ...serviceOptions(database, nats, sample), models, logger }, life)
  const { client, close } = clientOfStreams(ReportsService, { target: `127.0.0.1:${grpcPort}`, count: 1 })
  const report: Report = async ({ business, clientId }) => {
    const context = { requestId: 'r', clientId, businessId: business.id }
    const pieces = client.GetReport({ report: 'TRIAL_BALANCE', effective_date: '2026-12-31' }, { context })
    const text = Buffer.concat((await Array.fromAsync(pieces)).map(({ json }) => json)).toString()
    const { data } = JSON.parse(text) as { data: { rows: { cells: Record<string, { value: number }> }[] } }
    return Object.values(data.rows.at(-1)?.cells ?? {})[0]?.value
  }
  return { report, stop: async () => (close(), life.stop()) }
}

/** The release before: it shares one consumer, and knows only the tables in `public`. */
async function startBefore(): Promise<Replica> {
  const db = new Database({ url: database.url, applicationName: 'before', poolSize: 4 })
  const consumer = consume({ broker, log: logger, ...eventsSubscriber(db, sample.owners, () => new Date()) })
  const report: Report = ({ business, clientId }) =>
    getReport(
      db,
      'TRIAL_BALANCE',
      {
        tenant: { clientId, businessId: business.id },
        now: new Date('2026-12-31T00:00:00Z'),
        through: null,
        fetchBusiness: () => Promise.resolve(undefined),
        fetchDefaultBasis: () => Promise.resolve('ACCRUAL'),
        fetchContactName: () => Promise.resolve(undefined),
      },
      {},
      async ({ batches }) => Number((await Array.fromAsync(batches)).flat().at(-1)?.cells[0]?.value),
    )
  return { report, stop: async () => (await consumer.stop(), db.close()) }
}

type Books = ReturnType<typeof openBooks>

/** A business of the ledger with its entries. */
function openBooks() {
  const clientId = crypto.randomUUID()
  const business = sampleBusiness(crypto.randomUUID(), clientId)
  const [cash, sales] = [
    sampleAccount(crypto.randomUUID(), 'Cash', 'ASSET'),
    sampleAccount(crypto.randomUUID(), 'Sales', 'REVENUE'),
  ]
  const entries = new Map<string, StagedEvent>()
  let total = 0
  const chart = chartEvent(business.id, [cash, sales])
  /** In the ledger first, then as an event. */
  const post = (amount: number): StagedEvent => {
    const entry = entryEvent(business.id, {
      id: crypto.randomUUID(),
      basis: 'BOTH',
      entry_date: '2026-01-31',
      version: 1,
      line_items: [
        { account_id: cash.id, amount, direction: 'DEBIT' },
        { account_id: sales.id, amount, direction: 'CREDIT' },
      ],
    })
    entries.set(entry.aggregateId, entry)
    total += amount
    return entry
  }
  return { clientId, business, chart, entries, post, total: () => total }
}

/** Posts to books and reads their reports without a pause, until stopped. */
function traffic(opened: Books[], replicas: Set<Replica>) {
  let ended = false
  let seed = 0
  const failures: string[] = []
  const writing = (async () => {
    while (!ended) {
      const staged = opened.flatMap((books) => Array.from({ length: 3 }, () => books.post(1 + (seed++ % 9))))
      // Out of order, and some twice.
      for (const { id, subject, event } of shuffle([...staged, ...staged.slice(0, 2)], seed))
        await broker.client.jetstream().publish(subject, event, { msgID: `${id} ${seed++}` })
    }
  })()
  const reading = (async () => {
    while (!ended)
      for (const replica of replicas)
        for (const books of opened.filter(() => replicas.has(replica)))
          await replica
            .report(books)
            .catch((error: unknown) => failures.push(error instanceof Error ? error.message : String(error)))
  })()
  return {
    failures,
    stop: async () => {
      ended = true
      await Promise.all([writing, reading])
    },
  }
}

/** Waits until each replica reports all entries of all books. */
async function expectRight(opened: Books[], ...replicas: Replica[]): Promise<void> {
  for (const { report } of replicas)
    for (const books of opened) {
      let last: number | undefined
      const isRight = async (): Promise<boolean> => {
        last = await report(books).catch(() => undefined)
        return last === books.total()
      }
      await waitFor('a right report', isRight, {
        timeoutMs: 20_000,
      }).catch(() => undefined)
      expect(last).toBe(books.total())
    }
}

const servedModels = async (opened: Books[]): Promise<unknown[]> => {
  const rows = await database.relay.transact({}, (tx) =>
    tx.rows<{ business_id: string; model: number }>(
      `SELECT business_id, max(model) AS model FROM read_models WHERE state = 'SERVED' GROUP BY business_id`,
    ),
  )
  const models = new Map(rows.map(({ business_id, model }) => [business_id, model]))
  return opened.map(({ business }) => models.get(business.id))
}

test(
  'a release with another read model is rolled out and back: no report is refused, and all are right from every replica',
  { timeout: 120_000 },
  async () => {
    const opened = Array.from({ length: 3 }, openBooks)
    sample.ledger.facts.businesses = opened.map(({ business }) => business)
    sample.ledger.facts.replay = (businessId) => {
      const books = opened.find(({ business }) => business.id === businessId)
      return books ? [books.chart, ...books.entries.values()] : []
    }
    const before = await startBefore()
    const { streams } = await broker.client.jetstreamManager()
    await waitFor('the stream', () => streams.info(STREAM).catch(() => undefined))
    for (const { business, chart } of opened)
      for (const { id, subject, event } of [businessEvent(business), chart])
        await broker.client.jetstream().publish(subject, event, { msgID: id })
    await expectRight(opened, before)

    const running = new Set([before])
    const busy = traffic(opened, running)
    const older = await start(MODELS)
    running.add(older)
    // An operator rebuilds a business while replicas of the release before receive every other event.
    for (const business of await listBusinesses(sample.source.ledgerReplay, opened[0]?.business.id))
      await rebuildBusiness(database.app, sample.source, business, rebuilding)
    const newer = await start(NEXT)
    running.add(newer)
    const rolledOut = async () => (await servedModels(opened)).every((model) => model === NEXT.newest)
    await waitFor('all books in the next model', rolledOut, { timeoutMs: 60_000 })
    await busy.stop()
    await expectRight(opened, before, older, newer)

    // The older ones stop, and the newer one continues alone.
    const alone = traffic(opened, new Set([newer]))
    await Promise.all([before.stop(), older.stop()])
    for (const business of await listBusinesses(sample.source.ledgerReplay, opened[1]?.business.id))
      await rebuildBusiness(database.app, sample.source, business, { ...rebuilding, model: NEXT.newest })
    await alone.stop()
    await expectRight(opened, newer)

    // And back: the editions that the older ones serve received events all the while.
    const [beforeAgain, olderAgain] = [await startBefore(), await start(MODELS)]
    const back = new Set([beforeAgain, olderAgain, newer])
    const backwards = traffic(opened, back)
    back.delete(newer)
    await newer.stop()
    await backwards.stop()
    await expectRight(opened, beforeAgain, olderAgain)
    await Promise.all([beforeAgain.stop(), olderAgain.stop()])
    expect([busy.failures, alone.failures, backwards.failures]).toEqual([[], [], []])
  },
)
