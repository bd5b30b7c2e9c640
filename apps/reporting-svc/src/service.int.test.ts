import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compileCacheEnv, startNats, wipeNatsStore } from '@pacioli/dev-stack'
import { refused } from '@pacioli/errors'
import { Broker, readEvent, STREAM, type StagedEvent } from '@pacioli/events'
import { EventsService, NotificationsService, ReportsService, TasksService } from '@pacioli/protos/reporting'
import { clientOfService, clientOfStreams, type Client, type StreamingClient } from '@pacioli/rpc'
import { createLogger, Lifecycle } from '@pacioli/service'
import { sharedServers, testNats, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountEvent,
  billingEvent,
  businessEvent,
  chartEvent,
  entryEvent,
  externalAccountEvent,
  reportingDatabase,
  sampleAccount,
  sampleBusiness,
  sampleOwners,
  serviceOptions,
  transactionEvent,
  type SampleEntry,
} from './reporting.test-helpers.ts'
import { provisionReporting, reportingDatabaseOf } from './provisioning.ts'
import { listBusinesses } from './rebuild/rebuild-business.ts'
import { consumersOf, MODELS } from './read-models/models.ts'
import { startReporting } from './service.ts'

const MODEL_CONSUMERS = consumersOf(MODELS)

let nats: Awaited<ReturnType<typeof testNats>>
let ledger: Awaited<ReturnType<typeof sampleOwners>>['ledger']
let banking: Awaited<ReturnType<typeof sampleOwners>>['banking']
let billing: Awaited<ReturnType<typeof sampleOwners>>['billing']
let source: Awaited<ReturnType<typeof sampleOwners>>['source']
let broker: Broker
let reports: StreamingClient<typeof ReportsService>
let notifications: Client<typeof NotificationsService>
let tasks: Client<typeof TasksService>
let eventFeed: Client<typeof EventsService>
let opsPort: number
let database: Awaited<ReturnType<typeof reportingDatabase>>
const stops: (() => unknown)[] = []

beforeAll(async () => {
  const logger = createLogger('reporting-svc', 'silent')
  const [startedDatabase, startedNats, owners] = await Promise.all([
    // With all models and consumers that there may be.
    reportingDatabase({ isNew: false }),
    testNats(),
    sampleOwners(),
  ])
  database = startedDatabase
  nats = startedNats
  ;({ ledger, banking, billing, source } = owners)
  stops.push(
    () => nats.stop(),
    owners.close,
    () => database.app.close(),
  )
  const life = new Lifecycle({ name: 'reporting-svc', logger })
  stops.push(() => life.stop())
  const ports = await startReporting({ ...serviceOptions(database, nats, owners), logger }, life)
  opsPort = ports.opsPort
  const connected = clientOfStreams(ReportsService, { target: `127.0.0.1:${ports.grpcPort}`, count: 1 })
  reports = connected.client
  const alsoConnected = clientOfService(NotificationsService, { target: `127.0.0.1:${ports.grpcPort}`, count: 1 })
  notifications = alsoConnected.client
  const connectedToTasks = clientOfService(TasksService, { target: `127.0.0.1:${ports.grpcPort}`, count: 1 })
  tasks = connectedToTasks.client
  const toFeed = clientOfService(EventsService, { target: `127.0.0.1:${ports.grpcPort}`, count: 1 })
  eventFeed = toFeed.client
  broker = new Broker({ url: nats.url, name: 'test', log: logger })
  stops.push(connected.close, alsoConnected.close, connectedToTasks.close, toFeed.close, () => broker.close())
  await broker.whenConnected()
  const { streams } = await broker.client.jetstreamManager()
  await waitFor('the consumer to create the stream', () =>
    streams.info(STREAM).then(
      () => true,
      () => false,
    ),
  )
})

afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

async function publish(...events: StagedEvent[]): Promise<void> {
  for (const { id, subject, event } of events) await broker.client.jetstream().publish(subject, event, { msgID: id })
}

type OwnBusiness = ReturnType<typeof sampleBusiness>
type Asked = { effective_date?: string; reporting_basis?: string }

async function trialBalance(clientId: string, businessId: string, asked: Asked = {}) {
  const request = { report: 'TRIAL_BALANCE', ...asked }
  const pieces = reports.GetReport(request, { context: { requestId: 'r', clientId, businessId } })
  const text = Buffer.concat((await Array.fromAsync(pieces)).map(({ json }) => json)).toString()
  return (JSON.parse(text) as { data: Answer }).data
}

type Answer = {
  columns: { column_key: string }[]
  rows: { display_name: string; cells: Record<string, { value: number }> }[]
}

/** Row name to [debit, credit]. */
const figures = ({ rows }: Answer) =>
  Object.fromEntries(
    rows.map(({ display_name, cells }) => [display_name, Object.values(cells).map(({ value }) => value)]),
  )

/** A business that the ledger knows, with two accounts. */
function sampleBooks(more: Parameters<typeof sampleBusiness>[2] = {}) {
  const clientId = crypto.randomUUID()
  const business = sampleBusiness(crypto.randomUUID(), clientId, more)
  ledger.facts.businesses = [business]
  const cash = sampleAccount(crypto.randomUUID(), 'Cash', 'ASSET', '1010')
  const sales = sampleAccount(crypto.randomUUID(), 'Sales', 'REVENUE')
  const entry = (amount: number, entry_date: string, basis: SampleEntry['basis'] = 'BOTH'): StagedEvent =>
    entryEvent(business.id, {
      id: crypto.randomUUID(),
      basis,
      entry_date,
      // In the calendar, whatever day a zone makes of it.
      entry_at: '2026-01-01T00:00:00.000Z',
      version: 1,
      line_items: [
        { account_id: cash.id, amount, direction: 'DEBIT' },
        { account_id: sales.id, amount, direction: 'CREDIT' },
      ],
    })
  const ask = (asked: Asked = {}) => trialBalance(clientId, business.id, asked)
  const settled = (total: number, asked: Asked = {}) =>
    waitFor(`a total of ${total}`, async () => figures(await ask(asked)).Total?.[0] === total, { timeoutMs: 20_000 })
  return { clientId, business, cash, sales, entry, ask, settled }
}

describe('the trial balance', () => {
  test('follows the events, by day and by basis', async () => {
    const { business, cash, sales, entry, ask, settled } = sampleBooks()
    await publish(
      businessEvent(business),
      chartEvent(business.id, [cash, sales]),
      entry(100, '2026-01-30'),
      entry(20, '2026-01-31', 'ACCRUAL'),
      entry(3, '2026-02-01', 'CASH'),
    )
    await settled(120, { effective_date: '2026-02-01', reporting_basis: 'ACCRUAL' })
    await settled(103, { effective_date: '2026-02-01', reporting_basis: 'CASH' })
    expect(figures(await ask({ effective_date: '2026-01-30' }))).toEqual({
      '1010 Cash': [100, 0],
      Sales: [0, 100],
      Total: [100, 100],
    })
    expect(figures(await ask({ effective_date: '2026-01-29' }))).toEqual({ Total: [0, 0] })
    const report = await ask()
    expect(report.columns).toMatchObject([{ column_key: 'debit' }, { column_key: 'credit' }])
    await publish(accountEvent(business.id, { ...cash, name: 'Till', version: 2 }))
    await waitFor('the new name', async () => '1010 Till' in figures(await ask()))
  })

  test('has the basis of the business if none is given', async () => {
    const { business, cash, sales, entry, settled } = sampleBooks({ default_reporting_basis: 'CASH' })
    await publish(
      businessEvent(business),
      chartEvent(business.id, [cash, sales]),
      entry(20, '2026-01-31', 'ACCRUAL'),
      entry(3, '2026-01-31', 'CASH'),
    )
    await settled(20, { reporting_basis: 'ACCRUAL' })
    await settled(3)
  })

  test('has the default of the client if the business has none, and is refused when that cannot be fetched', async () => {
    const { business, cash, sales, entry, ask, settled } = sampleBooks()
    await publish(
      businessEvent(business),
      chartEvent(business.id, [cash, sales]),
      entry(20, '2026-01-31', 'ACCRUAL'),
      entry(3, '2026-01-31', 'CASH'),
    )
    await settled(20)
    await settled(3, { reporting_basis: 'CASH' })
    ledger.facts.defaultBasis = 'CASH'
    try {
      expect(figures(await ask()).Total).toEqual([3, 3])
      ledger.facts.configurationRefusal = 'ServiceUnavailable'
      await expect(ask()).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
      expect(figures(await ask({ reporting_basis: 'ACCRUAL' })).Total).toEqual([20, 20])
    } finally {
      Object.assign(ledger.facts, { defaultBasis: 'ACCRUAL', configurationRefusal: undefined })
    }
  })

  test('of a business without events so far is empty, if the ledger knows it', async () => {
    const { business, ask } = sampleBooks()
    ledger.facts.businesses = []
    await expect(ask()).rejects.toMatchObject({ errorEnum: 'BusinessNotFound' })
    ledger.facts.businesses = [business]
    expect(figures(await ask())).toEqual({ Total: [0, 0] })
  })

  test('of a foreign business is refused exactly as that of an unknown one', async () => {
    const { business, cash, sales, settled, entry } = sampleBooks()
    await publish(businessEvent(business), chartEvent(business.id, [cash, sales]), entry(5, '2026-01-01'))
    await settled(5)
    const otherClient = crypto.randomUUID()
    const unknown = crypto.randomUUID()
    const refusalOf = (businessId: string) =>
      trialBalance(otherClient, businessId).then(
        () => 'answered',
        (error: unknown) => JSON.stringify(error).replaceAll(businessId, 'ID'),
      )
    expect(await refusalOf(business.id)).toEqual(await refusalOf(unknown))
    expect(await refusalOf(business.id)).toContain('BusinessNotFound')
  })

  test('refuses a day that does not exist and an unknown basis', async () => {
    const { ask } = sampleBooks()
    await expect(ask({ effective_date: '2026-02-30' })).rejects.toMatchObject({ errorEnum: 'InvalidQuery' })
    await expect(ask({ reporting_basis: 'BOTH' })).rejects.toMatchObject({ errorEnum: 'InvalidQuery' })
  })

  test('counts an entry dated at the ends of the calendar, as a zone may make of the first and last instants', async () => {
    const { business, cash, sales, entry, settled } = sampleBooks()
    await publish(
      businessEvent(business),
      chartEvent(business.id, [cash, sales]),
      entry(40, '0999-12-31'),
      entry(2, '1000-01-01'),
      entry(900, '9999-01-01'),
    )
    await settled(42, { effective_date: '9998-12-31' })
    const days = await waitFor('all three days', async () => {
      const rows = await database.app.transact({ businessId: business.id }, (tx) =>
        tx.rows("SELECT DISTINCT to_char(day, 'YYYY-MM-DD') AS day FROM account_days ORDER BY 1"),
      )
      return rows.length >= 3 && rows
    })
    expect(days).toEqual([{ day: '0999-12-31' }, { day: '1000-01-01' }, { day: '9999-01-01' }])
  })

  test('survives a crash of NATS with the loss of its store', async () => {
    const { business, cash, sales, entry, settled, ask } = sampleBooks()
    const events = [businessEvent(business), chartEvent(business.id, [cash, sales]), entry(7, '2026-01-01')]
    await publish(...events)
    await settled(7)
    await nats.crash()
    wipeNatsStore(nats.stateDir)
    expect(figures(await ask()).Total).toEqual([7, 7])
    const ready = await fetch(`http://127.0.0.1:${opsPort}/readyz`)
    expect(ready.status).toBe(200)
    Object.assign(nats, await startNats({ stateDir: nats.stateDir, port: nats.port }))
    // The owner publishes everything again, and continues.
    await waitFor('the consumer to create the stream again', () =>
      publish(...events, entry(1, '2026-01-02')).then(
        () => true,
        () => false,
      ),
    )
    await settled(8)
    // The feed has each of them once, in the order of the first delivery.
    const context = { clientId: business.client_id, businessId: business.id }
    const feed = async () => (await eventFeed.ListEvents({}, { context })).message
    await waitFor('the feed to have the last one', async () => (await feed()).data?.length === 4)
    const { data, pagination } = await feed()
    const ids = events.map(({ id }) => id)
    expect(data?.slice(0, 3).map(({ id }) => id)).toEqual(ids)
    expect([data?.map(({ position }) => position), pagination?.cursor]).toEqual([[1, 2, 3, 4], '4'])
  })
})

describe('notifications', () => {
  const waiting = (day: string, more: object = {}) => ({
    id: crypto.randomUUID(),
    day,
    categorizationStatus: 'READY_FOR_INPUT',
    version: 1,
    ...more,
  })
  const ask = async (clientId: string, businessId: string) =>
    (await notifications.GetBusinessNotifications({}, { context: { requestId: 'r', clientId, businessId } })).message
  const allTime = async (clientId: string, businessId: string) =>
    (await ask(clientId, businessId)).uncategorized_transactions_all_time

  test('follow the events; one that cannot be read is parked, and the others are applied', async () => {
    const { clientId, business } = sampleBooks({ activation_at: '2025-01-01T00:00:00.000Z' })
    const today = new Date().toISOString().slice(0, 10)
    const [one, other] = [waiting(today), waiting('2025-06-30')]
    await publish(
      businessEvent(business),
      transactionEvent(business.id, one),
      transactionEvent(business.id, waiting(today, { categorizationStatus: 'LOST' })),
      transactionEvent(business.id, other),
      externalAccountEvent(business.id, {
        id: crypto.randomUUID(),
        connection_needs_repair_as_of: '2026-01-01T00:00:00.000Z',
        reconnect_with_new_credentials: false,
        archived_at: null,
        version: 1,
      }),
    )
    await waitFor(
      'both transactions and the external account to be counted',
      async () => {
        const counts = await ask(clientId, business.id)
        return counts.uncategorized_transactions_all_time === 2 && counts.external_accounts_requiring_update === 1
      },
      { timeoutMs: 20_000 },
    )
    expect(await ask(clientId, business.id)).toMatchObject({
      uncategorized_transactions_this_month: 1,
      todo_tasks: 0,
      external_accounts_requiring_update: 1,
    })
    await publish(transactionEvent(business.id, { ...one, categorizationStatus: 'MATCHED', version: 2 }))
    await waitFor('one to be counted', async () => (await allTime(clientId, business.id)) === 1)
    const parked = await waitFor('the other to be parked', async () => {
      const rows = await database.app.transact({ businessId: business.id }, (tx) =>
        tx.rows<{ error: string }>('SELECT error FROM parked_events'),
      )
      return rows.length === MODEL_CONSUMERS.length && rows
    })
    // By the consumer of each model.
    const told = { error: expect.stringContaining('categorizationStatus') }
    expect(parked).toEqual(MODEL_CONSUMERS.map(() => told))
    await database.app.transact({ businessId: business.id }, (tx) => tx.rows('DELETE FROM parked_events'))
  })

  test("of a business without events so far are zero, if the ledger knows it as the client's", async () => {
    const { clientId, business } = sampleBooks()
    expect(await ask(clientId, business.id)).toEqual({
      uncategorized_transactions_this_month: 0,
      uncategorized_transactions_all_time: 0,
      todo_tasks: 0,
      external_accounts_requiring_update: 0,
    })
    await expect(ask(crypto.randomUUID(), business.id)).rejects.toMatchObject({ errorEnum: 'BusinessNotFound' })
  })
})

/** Starting a program takes a while where it has to share the processor with much else. */
const RUNS_PROGRAMS = { timeout: 120_000 }

/** A command as an operator runs it. */
const run = (file: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, file), ...args], {
    env: {
      ...process.env,
      ...compileCacheEnv(),
      REPORTING_DATABASE_URL: database.url,
      REPORTING_RELAY_DATABASE_URL: database.relayUrl,
      LEDGER_GRPC_URL: ledger.target,
      BANKING_GRPC_URL: banking.target,
      BILLING_GRPC_URL: billing.target,
    },
  })

describe('parked events', RUNS_PROGRAMS, () => {
  const metric = async (): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
    return Number(/^pacioli_parked_events\S* (\S+)$/m.exec(text)?.[1])
  }

  test('are counted, listed, retried by an operator, and removed once they are applied; a malformed one stays', async () => {
    const { business, cash, sales, entry, settled } = sampleBooks()
    expect(await metric()).toBe(0)
    const large = entry(11, '2026-01-01')
    const full = readEvent(large.event)
    const reference = { aggregate_type: 'entry', aggregate_id: large.aggregateId, version: 1 }
    const referring = { ...large, event: JSON.stringify({ ...full, data: { reference, version: 1 } }) }
    ledger.facts.entryRefusal = 'EntryNotFound'
    await publish(businessEvent(business), chartEvent(business.id, [cash, sales]), referring, entry(5, '2026-01-02'))
    await broker.client.jetstream().publish('pacioli.nobody.entry.posted', 'not json')
    await settled(5)
    // The one by both consumers of read models, the malformed one by the feed, too.
    await waitFor('all five to be parked', async () => (await metric()) === 5)

    const { stdout } = await run('parked-events.ts', 'list', '--business', business.id.toUpperCase())
    expect(stdout).toContain(`${business.id} ${large.id} ${large.subject}`)
    expect(stdout).toMatch(/EntryNotFound.*\n2 events are set aside\n$/)

    ledger.facts.entryRefusal = undefined
    ledger.facts.entries = [
      {
        id: large.aggregateId,
        basis: 'BOTH',
        entry_type: 'MANUAL',
        entry_at: '2026-01-01T12:00:00.000Z',
        line_items: [
          { id: 'a', account: { id: { id: cash.id } }, amount: 11, direction: 'DEBIT' },
          { id: 'b', account: { id: { id: sales.id } }, amount: 11, direction: 'CREDIT' },
        ],
      },
    ]
    await expect(run('parked-events.ts', 'retry')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^(.*names no business.*\n){3}$/),
      stdout: '2 of 5 events taken in\n',
    })
    await settled(16)
    expect(await metric()).toBe(3)
  })
})

test('migrating again changes nothing', async () => {
  const tables = async () =>
    database.relay.call(
      'SELECT relname, oid::text, relfilenode::text, relacl::text FROM pg_class ORDER BY relname, oid',
    )
  const before = await tables()
  const urls = { admin: sharedServers().postgresAdminUrl, app: database.url, relay: database.relayUrl }
  await provisionReporting(reportingDatabaseOf(urls))
  expect(await tables()).toEqual(before)
})

describe('a rebuild', () => {
  test(
    'reads what ledger, banking and billing have, continues after a business that fails in one of them, and names it',
    RUNS_PROGRAMS,
    async () => {
      const [inLedger, inBanking, inBilling, sound] = Array.from({ length: 4 }, () =>
        sampleBusiness(crypto.randomUUID(), crypto.randomUUID()),
      ) as [OwnBusiness, OwnBusiness, OwnBusiness, OwnBusiness]
      const brokenFor = (broken: OwnBusiness, owner: string, id: string): void => {
        if (id === broken.id) throw refused('AccountNotFound', `This one is broken in ${owner}.`)
      }
      ledger.facts.businesses = [inLedger, inBanking, inBilling, sound]
      ledger.facts.replay = (id) => {
        brokenFor(inLedger, 'the ledger', id)
        return [accountEvent(id, sampleAccount(crypto.randomUUID(), 'Cash', 'ASSET'))]
      }
      banking.facts.replay = (id) => {
        brokenFor(inBanking, 'banking', id)
        return [1, 2].map(() =>
          transactionEvent(id, {
            id: crypto.randomUUID(),
            day: '2026-01-01',
            categorizationStatus: 'PENDING',
            version: 1,
          }),
        )
      }
      billing.facts.replay = (id) => {
        brokenFor(inBilling, 'billing', id)
        return [billingEvent(id, 'vendor', { id: crypto.randomUUID(), version: 1, ...{ name: 'Paper & Co' } })]
      }
      const failure = (index: number, { id }: OwnBusiness, owner: string): string =>
        `${index}/4 ${id}: not rebuilt, its reports are as they were: .*This one is broken in ${owner}.*\n`
      const failures = [
        failure(1, inLedger, 'the ledger'),
        failure(2, inBanking, 'banking'),
        failure(3, inBilling, 'billing'),
      ]
      await expect(run('rebuild.ts')).rejects.toMatchObject({
        code: 1,
        stdout: `4/4 ${sound.id}: 5 aggregates\n`,
        stderr: expect.stringMatching(new RegExp(`^${failures.join('')}$`)),
      })
    },
  )

  test('of one business rebuilds only that one, and is refused for one that the ledger does not have', async () => {
    const [one, other] = [1, 2].map(() => sampleBusiness(crypto.randomUUID(), crypto.randomUUID()))
    ledger.facts.businesses = [one, other] as OwnBusiness[]
    const chosen = await listBusinesses(source.ledgerReplay, other?.id.toUpperCase())
    expect(chosen.map(({ subject }) => subject)).toEqual([other?.id])
    await expect(listBusinesses(source.ledgerReplay, 'nobody')).rejects.toThrow('The ledger has no business nobody')
  })
})

describe('tasks', () => {
  /** The newest event of a type about tasks of a business, and its sequence in the stream. */
  async function sentEvent(businessId: string, event: string) {
    const { streams } = await broker.client.jetstreamManager()
    const message = await streams
      .getMessage(STREAM, { last_by_subj: `pacioli.${businessId}.task.${event}` })
      .catch(() => undefined)
    const sent = message && readEvent(message.data)
    return sent && { seq: message.seq, id: sent.subject, data: sent.data as Record<string, unknown> }
  }

  test('are created for a business without events so far, and published as events in order', async () => {
    const clientId = crypto.randomUUID()
    const business = sampleBusiness(crypto.randomUUID(), clientId, { bookkeeping_enrolled: true })
    ledger.facts.businesses = [business]
    const options = { context: { requestId: 'r', clientId, businessId: business.id } }
    const { data } = (await tasks.CreateTask({ title: 'Receipt' }, options)).message
    const task_id = data?.id ?? ''
    await tasks.RespondToTask({ task_id, user_response: 'A lock.' }, options)
    const completed = (await tasks.UpdateTask({ task_id, status: 'COMPLETED' }, options)).message.data
    await waitFor('the event of the completion', async () => (await sentEvent(business.id, 'completed')) !== undefined)
    const sent = await Promise.all(['created', 'updated', 'completed'].map((event) => sentEvent(business.id, event)))
    expect(sent.map((event) => [event?.id, event?.data.version])).toEqual(
      [1, 2, 3].map((version) => [task_id, version]),
    )
    const places = sent.map((event) => event?.seq ?? 0)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(sent[2]?.data).toMatchObject({
      business_id: business.id,
      status: 'COMPLETED',
      user_response: 'A lock.',
      completed_at: completed?.completed_at,
    })
  })
})
