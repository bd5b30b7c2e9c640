import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Database } from '@pacioli/db'
import { startNats, wipeNatsStore } from '@pacioli/dev-stack'
import { refused } from '@pacioli/errors'
import { Broker, readEvent, STREAM, type StagedEvent } from '@pacioli/events'
import { EventsService, NotificationsService, ReportsService, TasksService } from '@pacioli/protos/reporting'
import { clientOfService, clientOfStreams, type Client, type StreamingClient } from '@pacioli/rpc'
import { createLogger, Life } from '@pacioli/service'
import { databaseUrl, sharedServers, testNats, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountEvent,
  billingEvent,
  businessEvent,
  chartEvent,
  entryEvent,
  eventsOutOptions,
  externalAccountEvent,
  reportingDatabase,
  sampleAccount,
  sampleBusiness,
  sampleFiles,
  sampleOwners,
  transactionEvent,
  type SampleEntry,
} from './reporting.test-helpers.ts'
import { startReporting } from './service.ts'

let nats: Awaited<ReturnType<typeof testNats>>
let ledger: Awaited<ReturnType<typeof sampleOwners>>['ledger']
let banking: Awaited<ReturnType<typeof sampleOwners>>['banking']
let billing: Awaited<ReturnType<typeof sampleOwners>>['billing']
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
  const [startedDatabase, startedNats, owners] = await Promise.all([reportingDatabase(), testNats(), sampleOwners()])
  database = startedDatabase
  nats = startedNats
  ;({ ledger, banking, billing } = owners)
  stops.push(
    () => nats.stop(),
    owners.close,
    () => database.app.close(),
  )
  const life = new Life({ name: 'reporting-svc', logger })
  stops.push(() => life.stop())
  const ports = await startReporting(
    {
      databaseUrl: database.url,
      relayDatabaseUrl: database.relayUrl,
      broker: { url: nats.url },
      files: sampleFiles(),
      ledgerTarget: ledger.target,
      bankingTarget: banking.target,
      billingTarget: billing.target,
      host: '127.0.0.1',
      grpcPort: 0,
      opsPort: 0,
      ...eventsOutOptions,
      logger,
    },
    life,
  )
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
  await waitFor('the consumer to make the stream', () =>
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

  test('takes the basis of the business where none is given', async () => {
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

  test('takes the default of the client where the business has none, and says so when it cannot be asked', async () => {
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

  test('of a business that no event has told of yet is empty, if the ledger knows it', async () => {
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
    const stranger = crypto.randomUUID()
    const unknown = crypto.randomUUID()
    const refusalOf = (businessId: string) =>
      trialBalance(stranger, businessId).then(
        () => 'answered',
        (error: unknown) => JSON.stringify(error).replaceAll(businessId, 'ID'),
      )
    expect(await refusalOf(business.id)).toEqual(await refusalOf(unknown))
    expect(await refusalOf(business.id)).toContain('BusinessNotFound')
  })

  test('refuses a day that does not exist and a basis that is none', async () => {
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
    // The owner publishes everything again, and goes on.
    await waitFor('the consumer to make the stream anew', () =>
      publish(...events, entry(1, '2026-01-02')).then(
        () => true,
        () => false,
      ),
    )
    await settled(8)
    // The feed has each of them once, in the order in which they were first told.
    const context = { clientId: business.client_id, businessId: business.id }
    const told = async () => (await eventFeed.ListEvents({}, { context })).message
    await waitFor('the feed to have the last one', async () => (await told()).data?.length === 4)
    const { data, pagination } = await told()
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

  test('follow the events; one that cannot be read is set aside, and the others flow', async () => {
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
    const parked = await waitFor('the other to be set aside', async () => {
      const rows = await database.app.transact({ businessId: business.id }, (tx) =>
        tx.rows<{ error: string }>('SELECT error FROM parked_events'),
      )
      return rows.length > 0 && rows
    })
    expect(parked).toEqual([{ error: expect.stringContaining('categorizationStatus') }])
    await database.app.transact({ businessId: business.id }, (tx) => tx.rows('DELETE FROM parked_events'))
  })

  test("of a business that no event has told of yet are zero, if the ledger knows it as the client's", async () => {
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

/** Each of their tests starts several processes, which may have to share the processor with much else. */
const RUNS_PROGRAMS = { timeout: 120_000 }

const run = (file: string, env: object, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, file), ...args], {
    env: { ...process.env, ...env },
  })

describe('events that were set aside', RUNS_PROGRAMS, () => {
  const metric = async (): Promise<string | undefined> => {
    const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
    return /^pacioli_parked_events\S* (\S+)$/m.exec(text)?.[1]
  }

  test('are counted, listed, tried again by an operator, and gone once they are taken in', async () => {
    const { business, cash, sales, entry, settled } = sampleBooks()
    expect(await metric()).toBe('0')
    const large = entry(11, '2026-01-01')
    const full = readEvent(large.event)
    const reference = { aggregate_type: 'entry', aggregate_id: large.aggregateId, version: 1 }
    const referring = { ...large, event: JSON.stringify({ ...full, data: { reference, version: 1 } }) }
    ledger.facts.entryRefusal = 'EntryNotFound'
    await publish(businessEvent(business), chartEvent(business.id, [cash, sales]), referring, entry(5, '2026-01-02'))
    await settled(5)
    await waitFor('it to be set aside', async () => (await metric()) === '1')

    const env = {
      REPORTING_DATABASE_URL: database.url,
      REPORTING_RELAY_DATABASE_URL: database.relayUrl,
      LEDGER_GRPC_URL: ledger.target,
      BANKING_GRPC_URL: banking.target,
      BILLING_GRPC_URL: billing.target,
    }
    const stranger = crypto.randomUUID()
    expect((await run('parked-events.ts', env, 'list', '--business', stranger)).stdout).toBe('0 events are set aside\n')
    const listed = (await run('parked-events.ts', env, 'list', '--business', business.id.toUpperCase())).stdout
    expect(listed).toContain(`${business.id} ${large.id} ${large.subject}`)
    expect(listed).toContain('EntryNotFound')
    await expect(run('parked-events.ts', env, 'retry')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(large.id),
      stdout: '0 of 1 events taken in\n',
    })
    expect(await metric()).toBe('1')

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
    const retried = await run('parked-events.ts', env, 'retry', '--business', business.id)
    expect(retried.stdout).toContain('1 of 1 events taken in')
    await settled(16)
    expect(await metric()).toBe('0')
  })

  test('that are no events stay where they are, with the reason', async () => {
    const before = Number(await metric())
    await broker.client.jetstream().publish('pacioli.nobody.entry.posted', 'not json')
    // By the read models and by the feed.
    await waitFor('it to be set aside', async () => Number(await metric()) === before + 2)
    const env = {
      REPORTING_DATABASE_URL: database.url,
      REPORTING_RELAY_DATABASE_URL: database.relayUrl,
      LEDGER_GRPC_URL: ledger.target,
      BANKING_GRPC_URL: banking.target,
      BILLING_GRPC_URL: billing.target,
    }
    await expect(run('parked-events.ts', env, 'retry')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('names no business'),
    })
    expect(Number(await metric())).toBe(before + 2)
  })
})

describe('the command line', RUNS_PROGRAMS, () => {
  test('migrating twice is the same as once', async () => {
    const admin = sharedServers().postgresAdminUrl
    const name = `reporting_cli_${process.pid}`
    const urlOf = (user: string) => databaseUrl(admin, { database: name, user, password: 'test' })
    const env = {
      REPORTING_ADMIN_DATABASE_URL: admin,
      REPORTING_DATABASE_URL: urlOf('reporting_app'),
      REPORTING_RELAY_DATABASE_URL: urlOf('reporting_relay'),
    }
    await run('migrate.ts', env)
    await run('migrate.ts', env)
    const db = new Database({ url: urlOf('reporting_app'), applicationName: 'test', poolSize: 1 })
    expect(await db.call('SELECT * FROM account_days')).toEqual([])
    await db.close()
  })

  const rebuilding = () => ({
    REPORTING_DATABASE_URL: database.url,
    LEDGER_GRPC_URL: ledger.target,
    BANKING_GRPC_URL: banking.target,
    BILLING_GRPC_URL: billing.target,
  })
  const transactionOf = (businessId: string) =>
    transactionEvent(businessId, {
      id: crypto.randomUUID(),
      day: '2026-01-01',
      categorizationStatus: 'PENDING',
      version: 1,
    })

  test('a rebuild takes what ledger, banking and billing have of the businesses there are', async () => {
    ledger.facts.businesses = []
    await expect(run('rebuild.ts', rebuilding(), '--business', 'nobody')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The ledger has no business nobody'),
    })
    const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID())
    ledger.facts.businesses = [business]
    ledger.facts.replay = () => [accountEvent(business.id, sampleAccount(crypto.randomUUID(), 'Cash', 'ASSET'))]
    banking.facts.replay = (id) => [transactionOf(id), transactionOf(id)]
    billing.facts.replay = (id) => [
      billingEvent(id, 'vendor', { id: crypto.randomUUID(), version: 1, ...{ name: 'Paper & Co' } }),
    ]
    const rebuilt = await run('rebuild.ts', rebuilding())
    expect(rebuilt.stdout).toBe(`1/1 ${business.id}: 5 aggregates\n`)
  })

  test.each(['the ledger', 'banking', 'billing'])(
    'a rebuild goes on past a business that fails in %s, and names it',
    async (owner) => {
      const [broken, last] = [1, 2].map(() => sampleBusiness(crypto.randomUUID(), crypto.randomUUID()))
      if (!broken || !last) throw new Error('two businesses expected')
      const brokenIn = (failing: string, id: string): void => {
        if (owner === failing && id === broken.id) throw refused('AccountNotFound', `This one is broken in ${failing}.`)
      }
      ledger.facts.businesses = [broken, last]
      ledger.facts.replay = (id) => {
        brokenIn('the ledger', id)
        return []
      }
      banking.facts.replay = (id) => {
        brokenIn('banking', id)
        return [transactionOf(id)]
      }
      billing.facts.replay = (id) => {
        brokenIn('billing', id)
        return []
      }
      await expect(run('rebuild.ts', rebuilding())).rejects.toMatchObject({
        code: 1,
        stdout: `2/2 ${last.id}: 2 aggregates\n`,
        stderr: expect.stringMatching(new RegExp(`1/2 ${broken.id}: .*This one is broken in ${owner}`)),
      })
    },
  )

  test('every command explains itself', async () => {
    expect((await run('rebuild.ts', {}, '--help')).stdout).toContain('--business <id>')
    expect((await run('keys-rotate.ts', {}, '--help')).stdout).toContain('REPORTING_MASTER_KEYS')
    expect((await run('parked-events.ts', {}, '--help')).stdout).toContain('retry')
    expect((await run('parked-events.ts', {}, 'retry', '--help')).stdout).toContain('--business <id>')
  })

  test('a missing variable is named, and so is what is no id', async () => {
    await expect(run('parked-events.ts', {}, 'list', '--business', 'nobody')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('expected the id of a business'),
    })
    await expect(run('rebuild.ts', { REPORTING_DATABASE_URL: '' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('REPORTING_DATABASE_URL is not set'),
    })
    await expect(run('rebuild.ts', { ...rebuilding(), BANKING_GRPC_URL: '' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('BANKING_GRPC_URL is not set'),
    })
    await expect(run('rebuild.ts', { ...rebuilding(), BILLING_GRPC_URL: '' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('BILLING_GRPC_URL is not set'),
    })
  })
})

describe('tasks', () => {
  /** The newest event of a kind about the tasks of a business, and where it stands in the stream. */
  async function toldOf(businessId: string, event: string) {
    const { streams } = await broker.client.jetstreamManager()
    const message = await streams
      .getMessage(STREAM, { last_by_subj: `pacioli.${businessId}.task.${event}` })
      .catch(() => undefined)
    const told = message && readEvent(message.data)
    return told && { seq: message.seq, id: told.subject, data: told.data as Record<string, unknown> }
  }

  test('are made for a business that no event has told of, and go out as events in order', async () => {
    const clientId = crypto.randomUUID()
    const business = sampleBusiness(crypto.randomUUID(), clientId, { bookkeeping_enrolled: true })
    ledger.facts.businesses = [business]
    const options = { context: { requestId: 'r', clientId, businessId: business.id } }
    const { data } = (await tasks.CreateTask({ title: 'Receipt' }, options)).message
    const task_id = data?.id ?? ''
    await tasks.RespondToTask({ task_id, user_response: 'A lock.' }, options)
    const completed = (await tasks.UpdateTask({ task_id, status: 'COMPLETED' }, options)).message.data
    await waitFor('the completion to be told', async () => (await toldOf(business.id, 'completed')) !== undefined)
    const told = await Promise.all(['created', 'updated', 'completed'].map((event) => toldOf(business.id, event)))
    expect(told.map((event) => [event?.id, event?.data.version])).toEqual(
      [1, 2, 3].map((version) => [task_id, version]),
    )
    const places = told.map((event) => event?.seq ?? 0)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(told[2]?.data).toMatchObject({
      business_id: business.id,
      status: 'COMPLETED',
      user_response: 'A lock.',
      completed_at: completed?.completed_at,
    })
  })
})
