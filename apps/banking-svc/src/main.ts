import { Database, expectBoundRoles, expectSchema } from '@pacioli/db'
import { Broker, consume, countParked, OutboxSignal, startHousekeeping, tellPublished } from '@pacioli/events'
import { OutboxRelay } from '@pacioli/events/relay'
import { PostingDesk, PostingRelay, stagedPostingsRpc } from '@pacioli/postings'
import { serve, tenantOf } from '@pacioli/rpc'
import {
  createLogger,
  createMetrics,
  newId,
  observeBroker,
  observeCalls,
  observeConsumers,
  observeOutbox,
  observeParked,
  observePools,
  observePostings,
  observeWorkload,
  probe,
  runService,
  startOpsServer,
  Workload,
} from '@pacioli/service'
import { searchRpc } from '@pacioli/search'
import { bankAccountsRpc } from './bank-accounts/bank-accounts.rpc.ts'
import { bankTransactionsRpc } from './bank-transactions.rpc.ts'
import type { Banking } from './banking.ts'
import { connectBilling } from './billing-clients.ts'
import { requireBusiness } from './businesses/require-business.ts'
import { readConfig } from './config.ts'
import { bankingMigrations } from './migrations/index.ts'
import { CONSUMER, eventsSubscriber } from './consumers/events.subscriber.ts'
import { connectLedger } from './ledger-clients.ts'
import { documentMatchesRpc } from './matching/document-matches.rpc.ts'
import { replayRpc } from './replay/replay.rpc.ts'
import { RuleRuns } from './rules/rule-runs.ts'
import { rulesRpc } from './rules/rules.rpc.ts'
import { importsRpc } from './statement-import/imports.rpc.ts'
import { searchedKinds } from './searched-kinds.ts'

const config = readConfig()
const logger = createLogger('banking-svc', config.logLevel)
const metrics = createMetrics('banking-svc')
const now = (): Date => new Date()

await runService({
  name: 'banking-svc',
  logger,
  ...config.ending,
  start: async (life) => {
    const ops = await startOpsServer({ host: config.host, port: config.opsPort, metrics, ready: life.ready })
    life.onStop('ops', () => ops.close())
    const db = new Database({ url: config.databaseUrl, applicationName: 'banking-svc', poolSize: config.poolSize })
    life.onStop('database', () => db.close())
    const relayDb = new Database({ url: config.relayDatabaseUrl, applicationName: 'banking-svc relay', poolSize: 4 })
    life.onStop('relay database', () => relayDb.close())
    await life.waitFor('its database', async () => {
      await expectBoundRoles({ BANKING_DATABASE_URL: db, BANKING_RELAY_DATABASE_URL: relayDb })
      await expectSchema(db, bankingMigrations)
    })
    const broker = new Broker({ ...config.broker, name: 'banking-svc', log: logger })
    life.onStop('broker', () => broker.close())
    const relay = new OutboxRelay({ db: relayDb, databaseUrl: config.relayDatabaseUrl, broker, log: logger })
    life.onStop('outbox relay', () => relay.stop())
    observeOutbox(metrics, relay)
    const stopTelling = tellPublished({ db: relayDb, broker, owner: 'banking' })
    life.onStop('telling what is published', stopTelling)
    observePools(metrics, { requests: db, relay: relayDb })
    observeBroker(metrics, broker)
    const housekeeping = startHousekeeping({ db: relayDb, log: logger, clock: () => new Date() })
    life.onStop('housekeeping', () => housekeeping.stop())

    const { ledger, close: closeLedger } = connectLedger(config.ledgerTarget)
    life.onStop('ledger clients', closeLedger)
    const { billing, close: closeBilling } = connectBilling(config.billingTarget)
    life.onStop('billing client', closeBilling)
    const desk = new PostingDesk({
      db,
      ledger: ledger.postings,
      now,
      newId,
      onRefused: ({ error, businessId, postingId, postingKey }) =>
        logger.error(
          { err: error, business_id: businessId, posting_id: postingId, posting_key: postingKey },
          'The ledger refused a posting',
        ),
      onTrouble: ({ error, businessId }) =>
        logger.warn(
          { err: error, business_id: businessId },
          'Postings could not be delivered; they are delivered later',
        ),
    })
    const postings = new PostingRelay({ desk, db, relayDb, now, log: logger })
    life.onStop('posting relay', () => postings.stop())
    observePostings(metrics, postings)

    const banking: Banking = {
      db,
      now,
      newId,
      desk,
      ledger,
      billing,
      notify: new OutboxSignal(db).notify,
      cursorKey: config.cursorKey,
    }
    observeParked(metrics, () => relayDb.transact({}, (tx) => countParked(tx, CONSUMER)))
    // Requests keep three quarters of the connections.
    const atOnce = Math.min(4, Math.max(1, Math.floor(config.poolSize / 4)))
    const consumer = consume({ broker, log: logger, atOnce, ...eventsSubscriber(banking) })
    life.onStop('the consumer', () => consumer.stop())
    observeConsumers(metrics, { [CONSUMER]: consumer })
    const ruleRuns = new RuleRuns(banking, relayDb, logger)
    life.onStop('rules being applied', () => ruleRuns.stop())
    const workload = new Workload(config.workload)
    observeWorkload(metrics, workload)
    const server = await serve({
      host: config.host,
      port: config.grpcPort,
      tls: config.tls,
      maxInFlight: config.maxInFlight,
      workload,
      observe: observeCalls(metrics, logger),
      services: [
        bankAccountsRpc(banking),
        bankTransactionsRpc(banking),
        importsRpc(banking),
        rulesRpc(banking),
        documentMatchesRpc(banking),
        replayRpc(banking),
        searchRpc(banking.db, searchedKinds),
        stagedPostingsRpc({
          ...banking,
          requireBusiness: (context) => requireBusiness(banking, { ...context, ...tenantOf(context) }),
        }),
      ],
    })
    life.onStop('gRPC', () => server.stop(config.callGraceMs))
    life.readyWhen(async () => [await probe('database', () => db.ping())])
    logger.info({ grpc: server.port, ops: ops.port }, 'ready')
  },
})
