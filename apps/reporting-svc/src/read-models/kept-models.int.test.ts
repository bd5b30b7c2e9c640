import { Broker, STREAM } from '@pacioli/events'
import { ReportsService } from '@pacioli/protos/reporting'
import { clientOfStreams } from '@pacioli/rpc'
import { createLogger, Lifecycle } from '@pacioli/service'
import { sharedServers, testNats, waitFor } from '@pacioli/testing'
import { expect, onTestFinished, test } from 'vitest'
import { FEED_CONSUMER } from '../event-feed/feed.subscriber.ts'
import { provisionReporting, reportingDatabaseOf } from '../provisioning.ts'
import {
  asAdmin,
  businessEvent,
  chartEvent,
  entryEvent,
  reportingDatabase,
  sampleAccount,
  sampleBusiness,
  sampleOwners,
  serviceOptions,
} from '../reporting.test-helpers.ts'
import { startReporting } from '../service.ts'
import { loadKeptModels } from './kept-models.store.ts'
import { consumerOf, MODELS } from './models.ts'
import { READ_MODELS } from './read-model.store.ts'

const logger = createLogger('reporting-svc', 'silent')

test('a database that a version has used keeps the model before, a new one does not', async () => {
  const { app, relay, url, relayUrl, adminUrl } = await reportingDatabase()
  onTestFinished(() => Promise.all([app.close(), relay.close()]).then(() => undefined))
  const kept = () => app.transact({}, loadKeptModels)
  expect(await kept()).toEqual([])
  await asAdmin(adminUrl, 'DROP TABLE kept_models')
  await asAdmin(adminUrl, `DELETE FROM schema_migrations WHERE name = 'reporting/0032-kept-models.sql'`)
  await provisionReporting(reportingDatabaseOf({ admin: sharedServers().postgresAdminUrl, app: url, relay: relayUrl }))
  expect(await kept()).toEqual([MODELS.oldest])
})

test('in a new database a report is right, and no row or consumer is there for the version before', async () => {
  const [database, nats, sample] = await Promise.all([reportingDatabase(), testNats(), sampleOwners()])
  const life = new Lifecycle({ name: 'reporting-svc', logger })
  const broker = new Broker({ url: nats.url, name: 'test', log: logger })
  const { grpcPort, opsPort } = await startReporting({ ...serviceOptions(database, nats, sample), logger }, life)
  const reports = clientOfStreams(ReportsService, { target: `127.0.0.1:${grpcPort}`, count: 1 })
  onTestFinished(async () => {
    reports.close()
    await life.stop()
    await broker.close()
    await Promise.all([nats.stop(), sample.close(), database.app.close(), database.relay.close()])
  })
  await broker.whenConnected()
  const { streams, consumers } = await broker.client.jetstreamManager()
  await waitFor('the stream', () => streams.info(STREAM).catch(() => undefined))

  const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID())
  sample.ledger.facts.businesses = [business]
  const cash = sampleAccount(crypto.randomUUID(), 'Cash', 'ASSET')
  const sales = sampleAccount(crypto.randomUUID(), 'Sales', 'REVENUE')
  const entry = entryEvent(business.id, {
    id: crypto.randomUUID(),
    basis: 'BOTH',
    entry_date: '2026-01-30',
    version: 1,
    line_items: [
      { account_id: cash.id, amount: 7, direction: 'DEBIT' },
      { account_id: sales.id, amount: 7, direction: 'CREDIT' },
    ],
  })
  for (const { id, subject, event } of [businessEvent(business), chartEvent(business.id, [cash, sales]), entry])
    await broker.client.jetstream().publish(subject, event, { msgID: id })

  const context = { requestId: 'r', clientId: business.client_id, businessId: business.id }
  await waitFor('the entry in the report', async () => {
    const pieces = reports.client.GetReport({ report: 'TRIAL_BALANCE', effective_date: '2026-12-31' }, { context })
    const json = Buffer.concat((await Array.fromAsync(pieces)).map(({ json }) => json)).toString()
    return json.includes('"value":7')
  })
  await waitFor('three events to be counted', async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
    return /^pacioli_events_taken_in_total\S* 3$/m.test(metrics)
  })
  const names = (await consumers.list(STREAM).next()).map(({ name }) => name)
  expect(names.sort()).toEqual([FEED_CONSUMER, consumerOf(MODELS.newest)].sort())
  const rowsOf = READ_MODELS.map((table) => `SELECT '${table}' AS table, business_id FROM public.${table}`)
  expect(await asAdmin(database.adminUrl, rowsOf.join(' UNION ALL '))).toEqual([])
})
