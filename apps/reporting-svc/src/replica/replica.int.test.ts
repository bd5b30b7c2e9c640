/** Reports from a hot standby: as old as they say, of their tenant alone, and answered whatever becomes of it. */
import { PassThrough } from 'node:stream'
import { compileCacheEnv, startPostgres, type Postgres } from '@pacioli/dev-stack'
import { Database } from '@pacioli/db'
import { createLogger, createMetrics } from '@pacioli/service'
import { databaseUrl, startStandby, testDirectory, waitFor, withClient, type Standby } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { exportsDatabase } from '../exports/exports-database.ts'
import { prepareExport } from '../exports/prepare-export.ts'
import { workbookWriter, writeInProcess } from '../exports/workbook-writer.ts'
import { provisionReporting } from '../provisioning.ts'
import { MODELS } from '../read-models/models.ts'
import { servedBy } from '../read-models/served.ts'
import type { ReportParameters } from '../report-query/report-parameters.ts'
import {
  applierOf,
  asAdmin,
  businessEvent,
  chartEvent,
  delivered,
  entryEvent,
  reportingDatabase,
  sampleAccount,
  sampleBusiness,
  sampleOwners,
} from '../reporting.test-helpers.ts'
import { getReport } from '../reports/get-report.ts'
import { readWorkbook, written } from '../workbooks/workbooks.test-helpers.ts'
import { Replica, ReportSources } from './replica.ts'
import { replicaSource, type Reading, type ReportSource } from './report-source.ts'

const PASSWORD = 'test'
const log = createLogger('reporting-svc', 'silent')
const model = MODELS.newest
/** As the service knows it of the primary; tests move it on. */
const appliedThrough: { through: Date | null } = { through: null }
const metrics = createMetrics('reporting-svc')

let owners: Awaited<ReturnType<typeof sampleOwners>>
let primary: Postgres
let standby: Standby
let app: Database
let relay: Database
let copy: Database
let replica: Replica
let onReplica: ReportSource
let sources: ReportSources
/** Of the reporting database on the standby, for its role. */
let copyUrl: string
const stops: (() => unknown)[] = []

beforeAll(async () => {
  for (const [name, folder] of Object.entries(compileCacheEnv())) vi.stubEnv(name, folder)
  owners = await sampleOwners()
  stops.push(owners.close)
  const stateDir = testDirectory('primary')
  const settings = { max_connections: 60, autovacuum: 'off' }
  primary = await startPostgres({ stateDir, durable: false, settings })
  stops.push(() => primary.stop())
  await provisionReporting({
    adminUrl: primary.adminUrl,
    database: 'reporting',
    app: { role: 'reporting_app', password: PASSWORD },
    relay: { role: 'reporting_relay', password: PASSWORD },
  })
  // Whatever the primary does to rows that a report reads, the report gives way.
  const impatient = { max_standby_streaming_delay: '0', hot_standby_feedback: 'off' }
  standby = await startStandby({
    stateDir: testDirectory('standby'),
    primary: { adminUrl: primary.adminUrl, stateDir },
    settings: { ...settings, ...impatient },
  })
  stops.push(() => standby.server.stop())
  const urlAt = (server: Postgres, user: string) =>
    databaseUrl(server.adminUrl, { database: 'reporting', user, password: PASSWORD })
  copyUrl = urlAt(standby.server, 'reporting_app')
  const connect = (url: string) => new Database({ url, applicationName: 'test', poolSize: 6 })
  app = servedBy(connect(urlAt(primary, 'reporting_app')))
  relay = connect(urlAt(primary, 'reporting_relay'))
  copy = servedBy(connect(copyUrl))
  for (const db of [app, relay, copy]) stops.push(() => db.close())
  replica = new Replica({ db: copy, relay, model, appliedThrough, log, everyMs: 50 })
  stops.push(() => replica.stop())
  onReplica = replicaSource(copy, { model, known: () => appliedThrough.through })
  sources = new ReportSources(replica, metrics)
})
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
  vi.unstubAllEnvs()
})

const begin = (): Reading => sources.begin({ primary: app, replica: onReplica })
const isUsed = () => waitFor('the replica to be used', () => replica.problem === undefined)

/** A business with its chart, on the primary, and how to post to it and to read its trial balance. */
async function sampleBooks() {
  const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID())
  const tenant = { clientId: business.client_id ?? '', businessId: business.id }
  const cash = sampleAccount(crypto.randomUUID(), 'Cash', 'ASSET', '1010')
  const sales = sampleAccount(crypto.randomUUID(), 'Sales', 'REVENUE')
  const apply = applierOf(app, owners.owners)
  await apply(business.id, [businessEvent(business), chartEvent(business.id, [cash, sales])].map(delivered))
  const post = (amount: number) =>
    apply(business.id, [
      delivered(
        entryEvent(business.id, {
          ...{ id: crypto.randomUUID(), basis: 'BOTH', entry_date: '2026-01-05', version: 1 },
          line_items: [
            { account_id: cash.id, direction: 'DEBIT', amount },
            { account_id: sales.id, direction: 'CREDIT', amount },
          ],
        }),
      ),
    ])
  const request = () => ({
    tenant,
    now: new Date('2026-02-01T12:00:00Z'),
    through: appliedThrough.through,
    fetchBusiness: () => Promise.resolve(undefined),
    fetchDefaultBasis: () => Promise.resolve('ACCRUAL' as const),
    fetchContactName: () => Promise.resolve(undefined),
  })
  const read = async (name = 'TRIAL_BALANCE', parameters: ReportParameters = {}, reading = begin()) =>
    getReport(reading, name, request(), parameters, async ({ head, batches }) => {
      const rows = (await Array.fromAsync(batches)).flat()
      return { total: rows.at(-1)?.cells[0]?.value, through: head.through?.toISOString(), from: reading.source }
    })
  return { tenant, post, request, read }
}

/** What was committed before is through this instant. */
function passTo(through: string): void {
  appliedThrough.through = new Date(through)
}

async function arrived(): Promise<void> {
  await waitFor('the note of the instant', async () => {
    await standby.caughtUp()
    return replica.through?.getTime() === appliedThrough.through?.getTime() && replica.problem === undefined
  })
}

describe('a report of a replica', () => {
  test('that lags has older figures and says so', async () => {
    const { post, read } = await sampleBooks()
    await post(100)
    passTo('2026-03-01T10:00:00.000Z')
    await arrived()
    expect(await read()).toEqual({ total: 100, through: '2026-03-01T10:00:00.000Z', from: 'replica' })
    await standby.pauseReplay()
    onTestFinished(() => standby.resumeReplay())
    await post(20)
    passTo('2026-03-01T10:00:30.000Z')
    await waitFor('the note on the primary', async () => {
      const [row] = await relay.read({}, (tx) => tx.rows<{ through: Date }>('SELECT through FROM applied_through'))
      return row?.through.toISOString() === '2026-03-01T10:00:30.000Z'
    })
    expect(await read()).toEqual({ total: 100, through: '2026-03-01T10:00:00.000Z', from: 'replica' })
    await standby.resumeReplay()
    await arrived()
    expect(await read()).toEqual({ total: 120, through: '2026-03-01T10:00:30.000Z', from: 'replica' })
  })

  test('has everything that was committed before the instant it names, while the replica stops and goes on', async () => {
    const { post, read } = await sampleBooks()
    await post(1)
    passTo('2026-03-01T11:00:00.000Z')
    await arrived()
    /** The least total that a report complete through an instant has. */
    const totals = new Map([['2026-03-01T11:00:00.000Z', 1]])
    let isWriting = true
    const write = async (): Promise<void> => {
      for (let total = 2; total <= 120; total++) {
        await post(1)
        const through = new Date(Date.parse('2026-03-01T11:00:00Z') + total * 100)
        totals.set(through.toISOString(), total)
        appliedThrough.through = through
        if (total % 40 === 0) await standby.pauseReplay()
        if (total % 40 === 10) await standby.resumeReplay()
      }
      await standby.resumeReplay()
      isWriting = false
    }
    const seen = new Set<string>()
    const look = async (): Promise<void> => {
      const { total, through = '', from } = await read()
      if (from === 'primary') return
      expect(total).toBeGreaterThanOrEqual(totals.get(through) ?? Infinity)
      seen.add(through)
    }
    const writing = write()
    while (isWriting) await look()
    await writing
    await arrived()
    await look()
    expect(seen.size).toBeGreaterThan(2)
  })

  test('names the instant of the snapshot that its figures are of, however long it waits meanwhile', async () => {
    const { tenant, post } = await sampleBooks()
    await post(100)
    passTo('2026-03-01T11:30:00.000Z')
    await arrived()
    const inReporting = (server: Postgres) => databaseUrl(server.adminUrl, { database: 'reporting' })
    await withClient(inReporting(primary), async (client) => {
      // Arrives as a lock on the replica, too.
      await client.query('BEGIN; LOCK TABLE applied_through IN ACCESS EXCLUSIVE MODE')
      await standby.caughtUp()
      const reading = onReplica.snapshot(tenant, async (tx, through) => ({
        lines: await tx.count('SELECT count(*) FROM entry_lines'),
        through: through?.toISOString(),
      }))
      const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity
                        WHERE wait_event_type = 'Lock' AND query LIKE '%applied_through%'`
      // The look at how far the replica is waits as well.
      await waitFor('the report to wait', async () => {
        const [row] = await asAdmin<{ count: number }>(inReporting(standby.server), waiting)
        return row?.count === 2
      })
      await post(20)
      await client.query(`UPDATE applied_through SET through = '2026-03-01T11:30:30Z'; COMMIT`)
      await standby.caughtUp()
      expect(await reading).toEqual({ lines: 2, through: '2026-03-01T11:30:00.000Z' })
    })
    expect(
      await onReplica.snapshot(tenant, async (tx, through) => [
        await tx.count('SELECT count(*) FROM entry_lines'),
        through?.toISOString(),
      ]),
    ).toEqual([4, '2026-03-01T11:30:30.000Z'])
  })

  test('is of its tenant alone, and another client is refused', async () => {
    const [one, other] = [await sampleBooks(), await sampleBooks()]
    await one.post(7)
    await other.post(11)
    passTo('2026-03-01T12:00:00.000Z')
    await arrived()
    expect([await one.read(), await other.read()]).toMatchObject([
      { total: 7, from: 'replica' },
      { total: 11, from: 'replica' },
    ])
    const foreign = { clientId: other.tenant.clientId, businessId: one.tenant.businessId }
    await expect(copy.snapshot(foreign, async () => 'seen')).rejects.toMatchObject({ errorEnum: 'BusinessNotFound' })
    const lines = (businessId?: string) =>
      copy.snapshot(businessId === undefined ? {} : { businessId }, (tx) =>
        tx.rows<{ of: string }>(`SELECT DISTINCT business_id AS of FROM read_model_${model}a.entry_lines`),
      )
    expect(await lines()).toEqual([])
    expect(await lines(one.tenant.businessId)).toEqual([{ of: one.tenant.businessId }])
  })

  test('of a business that has not arrived there is read on the primary', async () => {
    passTo('2026-03-01T13:00:00.000Z')
    await arrived()
    await standby.pauseReplay()
    onTestFinished(() => standby.resumeReplay())
    const { post, read } = await sampleBooks()
    await post(5)
    expect(await read()).toEqual({ total: 5, through: '2026-03-01T13:00:00.000Z', from: 'primary' })
  })

  test('is read on the primary while the replica is more than a minute behind', async () => {
    const { post, read } = await sampleBooks()
    await post(5)
    passTo('2026-03-01T14:00:00.000Z')
    await arrived()
    await standby.pauseReplay()
    onTestFinished(() => standby.resumeReplay())
    await post(6)
    passTo('2026-03-01T14:01:00.000Z')
    expect(await read()).toMatchObject({ total: 5, from: 'replica' })
    passTo('2026-03-01T14:01:00.001Z')
    // Whether or not anybody has looked.
    expect(await read()).toEqual({ total: 11, through: '2026-03-01T14:01:00.001Z', from: 'primary' })
    await waitFor('a look', () => replica.problem?.includes('60 seconds behind'))
    await standby.resumeReplay()
    await arrived()
    expect(await read()).toMatchObject({ total: 11, from: 'replica' })
  })
})

describe('when the replica gives way to what it has to take over', () => {
  /** Rows that the snapshot sees are removed for good. */
  async function conflict(businessId: string): Promise<void> {
    const tables = ['entry_lines', 'account_days', 'account_months'].map((name) => `read_model_${model}a.${name}`)
    await app.transact({ businessId }, async (tx) => {
      for (const table of tables) await tx.rows(`UPDATE ${table} SET business_id = business_id`)
    })
    for (const table of tables)
      await asAdmin(databaseUrl(primary.adminUrl, { database: 'reporting' }), `VACUUM ${table}`)
    await standby.caughtUp()
  }

  const days = async (reading: Reading, tenant: { businessId: string }, meanwhile: () => Promise<void>) =>
    reading.snapshot(tenant, async (tx) => {
      const count = () => tx.count('SELECT count(*) FROM account_days')
      const before = await count()
      await meanwhile()
      return [before, await count()]
    })

  test('a report in the midst is answered, by the primary', async () => {
    const { tenant, post } = await sampleBooks()
    await post(5)
    passTo('2026-03-01T15:00:00.000Z')
    await arrived()
    const reading = begin()
    const from: string[] = []
    const counted = await days(reading, tenant, async () => {
      from.push(reading.source)
      if (reading.source === 'replica') await conflict(tenant.businessId)
    })
    expect([from, counted]).toEqual([
      ['replica', 'primary'],
      [2, 2],
    ])
  })

  test('one that is being told already is to be tried again', async () => {
    const { tenant, post } = await sampleBooks()
    await post(5)
    passTo('2026-03-01T16:00:00.000Z')
    await arrived()
    const reading = begin()
    const telling = days(reading, tenant, async () => {
      reading.told()
      await conflict(tenant.businessId)
    })
    await expect(telling).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
  })
})

test('a workbook is of the replica and says through when it is complete, also where a process writes it', async () => {
  const { tenant, post, read } = await sampleBooks()
  await post(5)
  passTo('2026-03-01T17:00:00.000Z')
  await arrived()
  await standby.pauseReplay()
  onTestFinished(() => standby.resumeReplay())
  await post(6)
  passTo('2026-03-01T17:00:20.000Z')
  expect(await read()).toMatchObject({ total: 5, from: 'replica' })
  const exportsCopy = servedBy(exportsDatabase(copyUrl, 1))
  onTestFinished(() => exportsCopy.close())
  const prepare = prepareExport({
    begin,
    primary: app,
    owners: owners.owners,
    now: () => new Date('2026-02-01'),
    appliedThrough,
  })
  const context = { ...tenant, requestId: 'r', deadline: new Date('2027-01-01'), markReplayed: () => undefined }
  const request = { report: 'GENERAL_LEDGER', tag_values: [], reporting_basis: 'ACCRUAL', start_date: '2026-01-01' }
  const { job } = await prepare(request, context)
  const write = workbookWriter(begin, app, () => ({ url: copyUrl }))
  const from = { url: copyUrl, replicaOf: { known: appliedThrough.through } }
  for (const bytes of [
    await written((sink) => write(job, sink)),
    await written((sink) => writeInProcess({ from, models: MODELS, job }, sink)),
  ]) {
    const { sheets } = await readWorkbook(bytes)
    expect(JSON.stringify(sheets.map(({ cells }) => [...cells.values()]))).toContain(
      'complete through 2026-03-01T17:00:00.000Z',
    )
  }
  const late = { url: copyUrl, replicaOf: { known: new Date('2026-03-01T17:02:00.000Z') } }
  await expect(writeInProcess({ from: late, models: MODELS, job }, new PassThrough().resume())).rejects.toMatchObject({
    errorEnum: 'ServiceUnavailable',
  })
})

test('reports go on while the replica is gone, and return to it', async () => {
  const { post, read } = await sampleBooks()
  await post(5)
  passTo('2026-03-01T18:00:00.000Z')
  await arrived()
  const reads = async (source: string) =>
    (await metrics.getSingleMetric('pacioli_report_reads_total')?.get())?.values.find(
      ({ labels }) => labels.source === source,
    )?.value ?? 0
  const before = { primary: await reads('primary'), replica: await reads('replica') }
  expect(await read()).toMatchObject({ total: 5, from: 'replica' })
  await standby.server.crash()
  // Whether or not anybody has looked.
  expect(await read()).toEqual({ total: 5, through: '2026-03-01T18:00:00.000Z', from: 'primary' })
  await waitFor('a look', () => replica.problem !== undefined)
  expect(replica.through).toBeUndefined()
  expect(await metrics.getSingleMetricAsString('pacioli_reports_replica_age_seconds')).not.toMatch(/^pacioli/m)
  expect(await read()).toMatchObject({ total: 5, from: 'primary' })
  await standby.start()
  await arrived()
  expect(await read()).toMatchObject({ total: 5, from: 'replica' })
  expect(await metrics.getSingleMetricAsString('pacioli_reports_replica_age_seconds')).toMatch(/^pacioli/m)
  expect([await reads('primary'), await reads('replica')]).toEqual([before.primary + 2, before.replica + 2])
})

describe('never read is', () => {
  const problemOf = async (url: string): Promise<string> => {
    const db = new Database({ url, applicationName: 'test', poolSize: 1 })
    onTestFinished(() => db.close())
    const other = new Replica({ db, relay, model, appliedThrough, log })
    onTestFinished(() => other.stop())
    return waitFor('a look', () => (other.problem?.startsWith('nobody') ? undefined : other.problem))
  }

  test('another cluster', async () => {
    const other = await reportingDatabase()
    onTestFinished(() => Promise.all([other.app.close(), other.relay.close()]).then(() => undefined))
    expect(await problemOf(other.url)).toContain('another cluster')
  })

  test('a replica with a role that sees every tenant', async () => {
    await isUsed()
    expect(await problemOf(databaseUrl(standby.server.adminUrl, { database: 'reporting' }))).toMatch(
      /REPORTING_REPLICA_DATABASE_URL: the role postgres is a superuser/,
    )
  })
})
