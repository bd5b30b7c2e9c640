/** Starts all parts of the service; main.ts passes configuration and lifecycle. */
import { Database, expectBoundRoles, expectSchema } from '@pacioli/db'
import { Broker, countParked, OutboxSignal, startHousekeeping, TakenIn, type BrokerOptions } from '@pacioli/events'
import { OutboxRelay } from '@pacioli/events/relay'
import { serve, type TlsFiles } from '@pacioli/rpc'
import { historyRpc } from '@pacioli/history'
import { searchRpc } from '@pacioli/search'
import {
  createMetrics,
  newId,
  observeBroker,
  observeCalls,
  observeConsumers,
  observeOutbox,
  observeParked,
  observePools,
  observeWorkload,
  probe,
  startOpsServer,
  Workload,
  type Logger,
  type ServiceLifecycle,
  type WorkloadOptions,
} from '@pacioli/service'
import type { MasterKey } from '@pacioli/vault'
import type { FileOptions } from './documents/file-options.ts'
import { openFileStore } from './documents/open-file-store.ts'
import { startRemovingOldDocuments } from './documents/remove-old-documents.ts'
import { startAuditor, type StartOptions } from '@pacioli/proof'
import { auditedByReporting } from './auditing.ts'
import { startEventsOut } from './events-out.ts'
import { observeReports, reportsReadiness } from './reports-behind.ts'
import { auditLogRpc, eventsRpc } from './event-feed/events.rpc.ts'
import { FEED_CONSUMER } from './event-feed/feed.subscriber.ts'
import { exportsDatabase } from './exports/exports-database.ts'
import { prepareBooks } from './bundles/export-books.ts'
import { prepareExport } from './exports/prepare-export.ts'
import { EXPORTS_AT_ONCE, reportExportsRpc } from './exports/report-exports.rpc.ts'
import { workbookWriter } from './exports/workbook-writer.ts'
import { startConsumers } from './consumers/start-consumers.ts'
import { reportingMigrations } from './migrations/index.ts'
import { notificationsRpc } from './notifications/notifications.rpc.ts'
import { connectOwners, OWNERS, type OwnerTargets } from './owners/owners.ts'
import { loadKeptModels } from './read-models/kept-models.store.ts'
import { consumersOf, fedModels, MODELS, type ServedModels } from './read-models/models.ts'
import { servedBy } from './read-models/served.ts'
import { connectSource } from './rebuild/source.ts'
import { Replica, replicaReadiness, ReportSources } from './replica/replica.ts'
import { replicaSource } from './replica/report-source.ts'
import { CHANGES_AT_ONCE, reportChangesRpc } from './report-changes/report-changes.rpc.ts'
import { LINES_AT_ONCE, reportLinesRpc } from './report-lines/report-lines.rpc.ts'
import { REPORTS_AT_ONCE, reportsRpc } from './reports/reports.rpc.ts'
import { searchedKinds } from './searched-kinds.ts'
import { tasksRpc } from './tasks/tasks.rpc.ts'
import { newLedgerAnswers } from './tasks/tasks.ts'
import { webhooksRpc } from './webhooks/webhooks.rpc.ts'

export type ReportingOptions = OwnerTargets & {
  databaseUrl: string
  /** As the role that relays events and does housekeeping: only it sees all businesses. */
  relayDatabaseUrl: string
  /** A hot standby of the same database, as the same role as `databaseUrl`: reports are read there. */
  replicaUrl?: string | undefined
  broker: Omit<BrokerOptions, 'name' | 'log'>
  /** Signs cursors; all replicas share it. */
  cursorKey: Buffer
  files: FileOptions
  host: string
  grpcPort: number
  opsPort: number
  /** Certificates of incoming calls; those of outgoing calls are in their targets. */
  tls?: TlsFiles | undefined
  maxInFlight?: number
  workload?: WorkloadOptions
  /** How long calls in progress may take when the service stops. */
  callGraceMs?: number
  /** The first wraps signing secrets of webhooks, the others unwrap. */
  masterKeys: readonly MasterKey[]
  /** How long the feed keeps events. */
  feedKeepDays: number
  /** Whether webhooks may be http and lead to private networks. */
  webhooksAllowPrivate: boolean
  auditing: StartOptions['auditing']
  /** Those of this release unless given. */
  models?: ServedModels
  logger: Logger
}

const now = (): Date => new Date()

/** So many tasks are read and sorted within some milliseconds. */
const MAX_GATHERED = 10_000

/** Connections to the database for the feed. */
const FEED_AT_ONCE = 3

/**
 * And for each consumer of read models, which has its own: its statements are planned for its tables, and on a connection that
 * is in turn in other schemas PostgreSQL would plan each anew.
 */
const READ_MODEL_AT_ONCE = 4

/** And for small requests. */
export const REQUESTS_AT_ONCE = 8

/** The default limits of requests. */
const WORKLOAD: WorkloadOptions = { bytes: 128 * 1024 * 1024, heavyAtOnce: 2 }

/** Each part registers how it stops. Returns the ports. */
export async function startReporting(
  options: ReportingOptions,
  life: ServiceLifecycle,
): Promise<{ grpcPort: number; opsPort: number; filesPort?: number }> {
  const { logger, host, models = MODELS } = options
  const metrics = createMetrics('reporting-svc')
  const ops = await startOpsServer({ host, port: options.opsPort, metrics, ready: life.ready })
  life.onStop('the ops server', () => ops.close())
  const db = servedBy(
    new Database({
      url: options.databaseUrl,
      applicationName: 'reporting-svc',
      poolSize: FEED_AT_ONCE + REQUESTS_AT_ONCE,
    }),
    models,
  )
  life.onStop('the database', () => db.close())
  const relayDb = new Database({ url: options.relayDatabaseUrl, applicationName: 'reporting-svc relay', poolSize: 4 })
  life.onStop('the relay database', () => relayDb.close())
  let fed = models
  await life.waitFor('its database', async () => {
    await expectBoundRoles({ REPORTING_DATABASE_URL: db, REPORTING_RELAY_DATABASE_URL: relayDb })
    await expectSchema(db, reportingMigrations)
    fed = fedModels(models, await db.transact({}, loadKeptModels))
  })
  // Long reads have connections of their own, so that they take none from events or small requests.
  const reportsDb = servedBy(
    new Database({
      url: options.databaseUrl,
      applicationName: 'reporting-svc reports',
      poolSize: REPORTS_AT_ONCE + CHANGES_AT_ONCE + LINES_AT_ONCE,
    }),
    models,
  )
  life.onStop('the database of reports', () => reportsDb.close())
  const exportsDb = servedBy(exportsDatabase(options.databaseUrl, EXPORTS_AT_ONCE), models)
  life.onStop('the database of exports', () => exportsDb.close())
  observeParked(metrics, () =>
    relayDb.transact({}, async (tx) => {
      let parked = 0
      for (const consumer of [...consumersOf(fed), FEED_CONSUMER]) parked += await countParked(tx, consumer)
      return parked
    }),
  )
  const broker = new Broker({ ...options.broker, name: 'reporting-svc', log: logger })
  life.onStop('the broker', () => broker.close())
  observeBroker(metrics, broker)
  const relay = new OutboxRelay({ db: relayDb, app: db, broker, log: logger })
  life.onStop('the outbox relay', () => relay.stop())
  observeOutbox(metrics, relay)
  const housekeeping = startHousekeeping({ db: relayDb, log: logger, clock: now })
  life.onStop('housekeeping', () => housekeeping.stop())

  const owners = connectOwners(options)
  life.onStop('the clients of the owners', owners.close)

  const pools: Record<string, Database> = { requests: db, relay: relayDb, reports: reportsDb, exports: exportsDb }
  const connect = (durable: string): Database => {
    const applicationName = `reporting-svc ${durable}`
    const connected = new Database({ url: options.databaseUrl, applicationName, poolSize: READ_MODEL_AT_ONCE })
    life.onStop(`the database of ${durable}`, () => connected.close())
    pools[durable] = connected
    return connected
  }
  const source = connectSource(options, owners)
  life.onStop('the replays', source.close)
  const consumers = startConsumers(
    {
      ...options,
      connect,
      relay: relayDb,
      models: fed,
      broker,
      owners,
      source,
      metrics,
      log: logger,
      clock: now,
      newId,
    },
    life,
  )
  const notify = new OutboxSignal(db).notify
  const audits = startAuditor(
    {
      ...options,
      ...auditedByReporting({ source, model: models.newest, clock: now, newId }),
      ...{ service: 'reporting-svc', relayDb, metrics, log: logger, clock: now, newId, notify },
    },
    life,
  )
  pools['audits'] = audits.db
  const appliedThrough = new TakenIn({ broker, durables: consumersOf(fed), owners: OWNERS })
  life.onStop('looking how far read models are', () => appliedThrough.stop())
  observeReports(metrics, appliedThrough)
  const onReplica = connectReplica({ ...options, models, relay: relayDb, appliedThrough, log: logger }, life)
  const sources = new ReportSources(onReplica?.replica, metrics)
  observePools(metrics, { ...pools, ...onReplica?.pools })
  const reportsFrom = { primary: reportsDb, replica: onReplica?.reports }
  const { store, ...fileServer } = await openFileStore(options.files, { host, clock: now, logger }, life)
  const old = startRemovingOldDocuments({ relay: relayDb, store, keepHours: options.files.keepHours }, now, logger)
  life.onStop('the removal of old exports', () => old.stop())
  const { feed, ...webhooks } = startEventsOut(
    {
      ...options,
      ...{ db, relay: relayDb, broker, owners, metrics, log: logger, clock: now, newId },
      onAppended: audits.auditor.touch,
    },
    life,
  )
  observeConsumers(metrics, { ...consumers, [FEED_CONSUMER]: feed })

  const workload = new Workload(options.workload ?? WORKLOAD)
  observeWorkload(metrics, workload)
  const rpc = await serve({
    host,
    port: options.grpcPort,
    tls: options.tls,
    ...(options.maxInFlight === undefined ? {} : { maxInFlight: options.maxInFlight }),
    workload,
    services: [
      reportsRpc(() => sources.begin(reportsFrom), reportsDb, owners, now, appliedThrough, workload),
      reportLinesRpc({ primary: reportsDb, owners, now, appliedThrough, cursorKey: options.cursorKey }),
      reportChangesRpc({ primary: reportsDb, owners, now, appliedThrough, cursorKey: options.cursorKey }),
      notificationsRpc(db, owners.ledger, now),
      tasksRpc({
        db,
        ledger: owners.ledger,
        ledgerAnswers: newLedgerAnswers(),
        now,
        newId,
        notify,
        cursorKey: options.cursorKey,
        maxGathered: MAX_GATHERED,
      }),
      reportExportsRpc(
        { db, store, logger, clock: now },
        prepareExport({
          begin: () => sources.begin({ primary: db, replica: onReplica?.reports }),
          primary: db,
          owners,
          now,
          appliedThrough,
        }),
        workbookWriter(
          () => sources.begin({ primary: exportsDb, replica: onReplica?.exports }),
          exportsDb,
          (source) =>
            source === 'replica' && options.replicaUrl !== undefined
              ? { url: options.replicaUrl, replicaOf: { known: appliedThrough.through } }
              : { url: options.databaseUrl },
          models,
        ),
        (context) => prepareBooks({ db: exportsDb, owners, now, appliedThrough }, context),
      ),
      eventsRpc(db, owners.ledger),
      auditLogRpc(db, owners.ledger),
      webhooksRpc(webhooks),
      searchRpc(db, searchedKinds),
      audits.rpc(),
      ...historyRpc(db, 'reporting'),
    ],
    observe: observeCalls(metrics, logger),
  })
  life.onStop('gRPC', () => rpc.stop(options.callGraceMs))

  // Reports can be read while NATS is down, so it is not probed; the readiness shows how far they are behind.
  life.readyWhen(async () => [
    await probe('database', () => db.ping()),
    reportsReadiness(appliedThrough.through, now()),
    ...replicaReadiness(onReplica?.replica),
  ])
  return { grpcPort: rpc.port, opsPort: ops.port, ...fileServer }
}

/** Its pools, and whether they are used at the moment. Without a URL there is none. */
function connectReplica(
  options: Pick<ReportingOptions, 'replicaUrl'> & {
    models: ServedModels
    relay: Database
    appliedThrough: { readonly through: Date | null }
    log: Logger
  },
  life: ServiceLifecycle,
) {
  const { replicaUrl: url, models, appliedThrough } = options
  if (url === undefined) return undefined
  // What exports ask before they begin, and the look at how far it is, wait for no report.
  const poolSize = REPORTS_AT_ONCE + EXPORTS_AT_ONCE + 1
  const reportsDb = servedBy(new Database({ url, applicationName: 'reporting-svc replica', poolSize }), models)
  life.onStop('the replica for reports', () => reportsDb.close())
  const exportsDb = servedBy(exportsDatabase(url, EXPORTS_AT_ONCE), models)
  life.onStop('the replica for exports', () => exportsDb.close())
  const replica = new Replica({ ...options, db: reportsDb, model: models.newest })
  life.onStop('looking how far the replica is', () => replica.stop())
  const terms = { model: models.newest, known: () => appliedThrough.through }
  return {
    replica,
    reports: replicaSource(reportsDb, terms),
    exports: replicaSource(exportsDb, terms),
    pools: { 'replica reports': reportsDb, 'replica exports': exportsDb },
  }
}
