/**
 * Runs a service that posts to the ledger: its database and relays, the broker, a posting session, one consumer and gRPC.
 * What is one service's own comes in: clients of its peers, the consumer's handlers, the rpcs.
 */
import { Database, expectBoundRoles, expectSchema } from '@pacioli/db'
import {
  Broker,
  consume,
  countParked,
  OutboxSignal,
  startHousekeeping,
  tellPublished,
  type BrokerOptions,
  type ConsumeOptions,
} from '@pacioli/events'
import { OutboxRelay } from '@pacioli/events/relay'
import { PostingSession, PostingRelay, stagedPostingsRpc, type StagedPostings } from '@pacioli/postings'
import { serve, type Implementation, type Target } from '@pacioli/rpc'
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
  type Logger,
  type ServiceLifecycle,
  type ServiceOptions,
  type WorkloadOptions,
} from '@pacioli/service'
import { loadAllTenants } from '@pacioli/ledger-facts'
import { startAuditor, type StartOptions } from '@pacioli/proof'
import { Sealer, sealsRpc, startCosigners, type Sealed, type SealOptions } from '@pacioli/seals'
import type { CarriedTables } from '@pacioli/seals/books'
import type { Witnessing } from '@pacioli/seals/configuration'
import { connectLedger, type LedgerClients } from './ledger-clients.ts'

/** The settings that every such service has. */
export type PostingServiceConfig = {
  databaseUrl: string
  relayDatabaseUrl: string
  logLevel: Parameters<typeof createLogger>[1]
  host: string
  grpcPort: number
  opsPort: number
  ending: Pick<ServiceOptions, 'stopDelayMs' | 'stopTimeoutMs'>
  callGraceMs: number
  tls: Parameters<typeof serve>[0]['tls']
  maxInFlight: number
  workload: WorkloadOptions
  broker: Omit<BrokerOptions, 'name' | 'log'>
  ledgerTarget: Target
  cursorKey: Buffer
  sealing: Pick<SealOptions, 'key' | 'origin'>
  witnessing: Witnessing
  auditing: StartOptions['auditing']
  poolSize: number
}

/** What the use cases of every such service work with. */
export type RunningService = {
  db: Database
  now: () => Date
  newId: () => string
  postingSession: PostingSession
  ledger: LedgerClients
  notify: () => void
  cursorKey: Buffer
}

export type PostingService<P extends object> = {
  /** Its name, of its database, too; its variables begin with it in capitals. */
  owner: string
  config: PostingServiceConfig
  migrations: Parameters<typeof expectSchema>[1]
  /** Connects to other services than the ledger. */
  connect: (life: ServiceLifecycle) => P
  /** What it does with events. */
  consumer: (service: RunningService & P) => Omit<ConsumeOptions, 'broker' | 'log' | 'atOnce'>
  /** All that it has of a business. */
  carried: CarriedTables
  /** What it seals of that. */
  sealed: Sealed
  /** What it audits. @param service with a database for audits alone */
  audited: Pick<StartOptions, 'named' | 'tables'> & {
    checks: (service: Omit<RunningService, 'postingSession'> & P) => ReturnType<StartOptions['checks']>
  }
  requireBusiness: (
    service: RunningService & P,
    context: Parameters<StagedPostings['requireBusiness']>[0],
  ) => Promise<unknown>
  /** What it serves besides its staged postings. */
  services: (
    service: RunningService & P,
    running: { relayDb: Database; logger: Logger; life: ServiceLifecycle },
  ) => Implementation[]
}

const now = (): Date => new Date()

/** The databases, once their roles and schema are those that the service expects. */
async function openDatabases<P extends object>(
  { owner, config, migrations }: PostingService<P>,
  life: ServiceLifecycle,
): Promise<{ db: Database; relayDb: Database }> {
  const name = `${owner}-svc`
  const db = new Database({ url: config.databaseUrl, applicationName: name, poolSize: config.poolSize })
  life.onStop('database', () => db.close())
  const relayDb = new Database({ url: config.relayDatabaseUrl, applicationName: `${name} relay`, poolSize: 4 })
  life.onStop('relay database', () => relayDb.close())
  const prefix = owner.toUpperCase()
  await life.waitFor('its database', async () => {
    await expectBoundRoles({ [`${prefix}_DATABASE_URL`]: db, [`${prefix}_RELAY_DATABASE_URL`]: relayDb })
    await expectSchema(db, migrations)
  })
  return { db, relayDb }
}

const openPostingSession = (db: Database, ledger: LedgerClients, logger: Logger): PostingSession =>
  new PostingSession({
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
      logger.warn({ err: error, business_id: businessId }, 'Postings could not be delivered; they are delivered later'),
  })

/** Runs until the process is told to stop. */
export async function runPostingService<P extends object>(definition: PostingService<P>): Promise<void> {
  const { owner, config, connect, requireBusiness } = definition
  const name = `${owner}-svc`
  const logger = createLogger(name, config.logLevel)
  const metrics = createMetrics(name)
  await runService({
    name,
    logger,
    ...config.ending,
    start: async (life) => {
      const ops = await startOpsServer({ host: config.host, port: config.opsPort, metrics, ready: life.ready })
      life.onStop('ops', () => ops.close())
      const { db, relayDb } = await openDatabases(definition, life)
      const broker = new Broker({ ...config.broker, name, log: logger })
      life.onStop('broker', () => broker.close())
      const sealing = { ...config.sealing, ...definition.sealed, db }
      const { witnessing } = config
      const onSealed = startCosigners({ db, relayDb, clock: now, logger, witnessing, metrics }, life)
      const sealer = new Sealer({ ...sealing, relayDb, clock: now, newId, logger, onSealed })
      life.onStop('sealer', () => sealer.stop())
      const { ledger, close } = connectLedger(config.ledgerTarget)
      life.onStop('ledger clients', close)
      const peers = connect(life)
      const notify = new OutboxSignal(db).notify
      const { checks, ...audited } = definition.audited
      const audits = startAuditor(
        {
          ...config,
          ...audited,
          keptBy: definition.sealed.log,
          service: name,
          relayDb,
          metrics,
          log: logger,
          clock: now,
          newId,
          notify,
          loadPage: loadAllTenants,
          checks: (auditDb) =>
            checks({ ...peers, db: auditDb, now, newId, ledger, notify, cursorKey: config.cursorKey }),
        },
        life,
      )
      const relay = new OutboxRelay({
        db: relayDb,
        app: db,
        broker,
        log: logger,
        onRecorded: (businessIds) => {
          const touched = [...businessIds]
          sealer.touch(touched)
          audits.auditor.touch(touched)
        },
      })
      life.onStop('outbox relay', () => relay.stop())
      observeOutbox(metrics, relay)
      life.onStop('telling what is published', tellPublished({ db: relayDb, broker, owner }))
      observePools(metrics, { requests: db, relay: relayDb, audits: audits.db })
      observeBroker(metrics, broker)
      const housekeeping = startHousekeeping({ db: relayDb, log: logger, clock: now })
      life.onStop('housekeeping', () => housekeeping.stop())

      const postingSession = openPostingSession(db, ledger, logger)
      const postings = new PostingRelay({ postingSession, db, relayDb, now, log: logger })
      life.onStop('posting relay', () => postings.stop())
      observePostings(metrics, postings)

      const service: RunningService & P = {
        ...peers,
        db,
        now,
        newId,
        postingSession,
        ledger,
        notify,
        cursorKey: config.cursorKey,
      }
      const consumption = definition.consumer(service)
      observeParked(metrics, () => relayDb.transact({}, (tx) => countParked(tx, consumption.durable)))
      // Requests keep three quarters of the connections.
      const atOnce = Math.min(4, Math.max(1, Math.floor(config.poolSize / 4)))
      const consumer = consume({ broker, log: logger, atOnce, ...consumption })
      life.onStop('the consumer', () => consumer.stop())
      observeConsumers(metrics, { [consumption.durable]: consumer })
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
          ...definition.services(service, { relayDb, logger, life }),
          ...sealsRpc({ ...sealing, tables: definition.carried.tables }),
          audits.rpc((context) => requireBusiness(service, context)),
          stagedPostingsRpc({ ...service, requireBusiness: (context) => requireBusiness(service, context) }),
        ],
      })
      life.onStop('gRPC', () => server.stop(config.callGraceMs))
      life.readyWhen(async () => [await probe('database', () => db.ping())])
      logger.info({ grpc: server.port, ops: ops.port }, 'ready')
    },
  })
}
