import { Database, expectBoundRoles, expectSchema } from '@pacioli/db'
import { Broker, consume, countParked, OutboxSignal, startHousekeeping, tellPublished } from '@pacioli/events'
import { OutboxRelay } from '@pacioli/events/relay'
import { meetBusiness } from '@pacioli/ledger-facts'
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
import { connectBanking } from './banking-client.ts'
import { billPaymentsRpc } from './bill-payments/bill-payments.rpc.ts'
import type { Billing } from './billing.ts'
import { billsRpc } from './bills.rpc.ts'
import { readConfig } from './config.ts'
import { billingMigrations } from './migrations/index.ts'
import { customersRpc } from './contacts/customers.rpc.ts'
import { CONSUMER, intakeSubscriber } from './intake/intake.subscriber.ts'
import { invoicePaymentsRpc } from './invoice-payments/invoice-payments.rpc.ts'
import { invoicesRpc } from './invoices/invoices.rpc.ts'
import { connectLedger } from './ledger-clients.ts'
import { payoutsRpc } from './payouts/payouts.rpc.ts'
import { refundsRpc } from './refunds/refunds.rpc.ts'
import { replayRpc } from './replay/replay.rpc.ts'
import { vendorCreditsRpc } from './vendor-credits/vendor-credits.rpc.ts'
import { tagsRpc } from './tagging/tags.rpc.ts'
import { vendorsRpc } from './contacts/vendors.rpc.ts'
import { searchedKinds } from './searched-kinds.ts'

const config = readConfig()
const logger = createLogger('billing-svc', config.logLevel)
const metrics = createMetrics('billing-svc')
const now = (): Date => new Date()

/** This many are read and sorted within milliseconds. */
const MOST_GATHERED = 10_000

await runService({
  name: 'billing-svc',
  logger,
  ...config.ending,
  start: async (life) => {
    const ops = await startOpsServer({ host: config.host, port: config.opsPort, metrics, ready: life.ready })
    life.onStop('ops', () => ops.close())
    const db = new Database({ url: config.databaseUrl, applicationName: 'billing-svc', poolSize: config.poolSize })
    life.onStop('database', () => db.close())
    const relayDb = new Database({ url: config.relayDatabaseUrl, applicationName: 'billing-svc relay', poolSize: 4 })
    life.onStop('relay database', () => relayDb.close())
    await life.waitFor('its database', async () => {
      await expectBoundRoles({ BILLING_DATABASE_URL: db, BILLING_RELAY_DATABASE_URL: relayDb })
      await expectSchema(db, billingMigrations)
    })
    const broker = new Broker({ ...config.broker, name: 'billing-svc', log: logger })
    life.onStop('broker', () => broker.close())
    const relay = new OutboxRelay({ db: relayDb, databaseUrl: config.relayDatabaseUrl, broker, log: logger })
    life.onStop('outbox relay', () => relay.stop())
    observeOutbox(metrics, relay)
    const stopTelling = tellPublished({ db: relayDb, broker, owner: 'billing' })
    life.onStop('telling what is published', stopTelling)
    observePools(metrics, { requests: db, relay: relayDb })
    observeBroker(metrics, broker)
    const housekeeping = startHousekeeping({ db: relayDb, log: logger, clock: () => new Date() })
    life.onStop('housekeeping', () => housekeeping.stop())

    const { ledger, close: closeLedger } = connectLedger(config.ledgerTarget)
    life.onStop('ledger clients', closeLedger)
    const { banking, close: closeBanking } = connectBanking(config.bankingTarget)
    life.onStop('banking client', closeBanking)
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

    const billing: Billing = {
      db,
      now,
      newId,
      desk,
      ledger,
      banking,
      notify: new OutboxSignal(db).notify,
      cursorKey: config.cursorKey,
      mostGathered: MOST_GATHERED,
    }
    observeParked(metrics, () => relayDb.transact({}, (tx) => countParked(tx, CONSUMER)))
    // Requests keep three quarters of the connections.
    const atOnce = Math.min(4, Math.max(1, Math.floor(config.poolSize / 4)))
    const consumer = consume({ broker, log: logger, atOnce, ...intakeSubscriber(billing) })
    life.onStop('the consumer', () => consumer.stop())
    observeConsumers(metrics, { [CONSUMER]: consumer })
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
        billPaymentsRpc(billing),
        vendorCreditsRpc(billing),
        vendorsRpc(billing),
        customersRpc(billing),
        billsRpc(billing),
        invoicesRpc(billing),
        invoicePaymentsRpc(billing),
        refundsRpc(billing),
        payoutsRpc(billing),
        tagsRpc(billing),
        replayRpc(billing),
        searchRpc(billing.db, searchedKinds),
        stagedPostingsRpc({
          ...billing,
          requireBusiness: (context) => meetBusiness(billing, { ...context, ...tenantOf(context) }),
        }),
      ],
    })
    life.onStop('gRPC', () => server.stop(config.callGraceMs))
    life.readyWhen(async () => [await probe('database', () => db.ping())])
    logger.info({ grpc: server.port, ops: ops.port }, 'ready')
  },
})
