import { Database, expectBoundRoles, expectSchema } from '@pacioli/db'
import { Broker, OutboxSignal, startHousekeeping, tellPublished } from '@pacioli/events'
import { OutboxRelay } from '@pacioli/events/relay'
import { serve } from '@pacioli/rpc'
import {
  createLogger,
  createMetrics,
  newId,
  observeBroker,
  observeCalls,
  observeOutbox,
  observePools,
  observeWorkload,
  probe,
  runService,
  startOpsServer,
  Workload,
} from '@pacioli/service'
import { randomInt } from 'node:crypto'
import { BooksCache } from './books/books-cache.ts'
import { RecentKeys } from './recent-keys.ts'
import { businessesRpc } from './businesses/businesses.rpc.ts'
import { accountsRpc } from './accounts/accounts.rpc.ts'
import { clientsRpc } from './clients/clients.rpc.ts'
import { closingRpc } from './closing/closing.rpc.ts'
import { carriedByLedger } from './carried-tables.ts'
import { isOfClosing } from './closing/sealed-closing.ts'
import { readConfig } from './config.ts'
import { ledgerMigrations } from './migrations/index.ts'
import { connectionsRpc } from './connections/connections.rpc.ts'
import { OAuthClient } from './providers/oauth-client.ts'
import { configurationRpc } from './configuration/configuration.rpc.ts'
import { Afterwards } from './balances/afterwards.ts'
import { nameOfDay } from './balances/long-day.ts'
import { MonthSums, sumMonths } from './balances/month-sums.ts'
import { sealAccountDay } from './journal/posting.store.ts'
import { journalRpc } from './journal/journal.rpc.ts'
import { SLOT_COUNT, Slots } from './balances/slots.ts'
import { accountStatesThen, entryStatesThen } from './history/states-then.store.ts'
import type { Ledger } from './ledger.ts'
import { Together } from './together.ts'
import { postingsRpc } from './posting/postings.rpc.ts'
import { processorsRpc } from './processors/processors.rpc.ts'
import { RunningSyncs } from './provider-import/running-syncs.ts'
import { replayRpc } from './replay/replay.rpc.ts'
import { sealedByLedger } from './replay/sealed-by-ledger.ts'
import { tagsRpc } from './tagging/tags.rpc.ts'
import { auditedByLedger } from './auditing.ts'
import { startAuditor } from '@pacioli/proof'
import { Vault } from '@pacioli/vault'
import { historyRpc } from '@pacioli/history'
import { searchRpc } from '@pacioli/search'
import { Sealer, sealsRpc, startCosigners } from '@pacioli/seals'
import { searchedKinds } from './searched-kinds.ts'

const config = readConfig()
const logger = createLogger('ledger-svc', config.logLevel)
const metrics = createMetrics('ledger-svc')
await runService({
  name: 'ledger-svc',
  logger,
  ...config.ending,
  start: async (life) => {
    const ops = await startOpsServer({ host: config.host, port: config.opsPort, metrics, ready: life.ready })
    life.onStop('ops', () => ops.close())
    const db = new Database({ url: config.databaseUrl, applicationName: 'ledger-svc', poolSize: config.poolSize })
    life.onStop('database', () => db.close())
    const relayDb = new Database({ url: config.relayDatabaseUrl, applicationName: 'ledger-svc relay', poolSize: 4 })
    life.onStop('relay database', () => relayDb.close())
    await life.waitFor('its database', async () => {
      await expectBoundRoles({ LEDGER_DATABASE_URL: db, LEDGER_RELAY_DATABASE_URL: relayDb })
      await expectSchema(db, ledgerMigrations)
    })
    const broker = new Broker({ ...config.broker, name: 'ledger-svc', log: logger })
    life.onStop('broker', () => broker.close())
    const sealing = { ...config.sealing, ...sealedByLedger, db }
    const now = (): Date => new Date()
    const { witnessing } = config
    const onSealed = startCosigners({ db, relayDb, clock: now, logger, witnessing, metrics }, life)
    const seals = new Sealer({ ...sealing, relayDb, clock: now, newId, isToldAtOnce: isOfClosing, logger, onSealed })
    life.onStop('sealer', () => seals.stop())
    const notify = new OutboxSignal(db).notify
    const audits = startAuditor(
      {
        ...config,
        ...auditedByLedger,
        service: 'ledger-svc',
        relayDb,
        metrics,
        log: logger,
        clock: now,
        newId,
        notify,
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
        seals.touch(touched)
        audits.auditor.touch(touched)
      },
    })
    life.onStop('outbox relay', () => relay.stop())
    observeOutbox(metrics, relay)
    const stopReporting = tellPublished({ db: relayDb, broker, owner: 'ledger' })
    life.onStop('reporting what is published', stopReporting)
    observePools(metrics, { requests: db, relay: relayDb, audits: audits.db })
    observeBroker(metrics, broker)
    const housekeeping = startHousekeeping({ db: relayDb, log: logger, clock: () => new Date() })
    life.onStop('housekeeping', () => housekeeping.stop())

    const daySums = new Afterwards(
      nameOfDay,
      (day) => sealAccountDay(db, day),
      (error, day) => logger.warn({ err: error, day }, 'a long day was not summed; this is retried when it grows'),
    )
    life.onStop('day sealer', () => daySums.stop())
    const months = new MonthSums(
      (tenant, before) => sumMonths(db, tenant, before),
      (error, { businessId }) =>
        logger.warn({ err: error, business_id: businessId }, 'months were not summed; this is retried tomorrow'),
    )
    life.onStop('month sums', () => months.stop())
    const syncs = new RunningSyncs((error, { id, provider }) =>
      logger.error({ err: error, sync_id: id, provider }, 'an import failed'),
    )
    life.onStop('imports', () => syncs.stop())
    const ledger: Ledger = {
      db,
      now,
      newId,
      books: new BooksCache(db),
      recentKeys: new RecentKeys(),
      slots: new Slots(randomInt(SLOT_COUNT)),
      together: new Together(config.together),
      daySums,
      months,
      notify,
      cursorKey: config.cursorKey,
      vault: new Vault(config.masterKeys),
      providers: new Map(config.providers.map((provider) => [provider.name, provider])),
      oauth: new OAuthClient({
        publicUrl: config.publicUrl,
        timeoutMs: config.providerTimeoutMs,
        onFailure: (failure) => logger.warn(failure, 'an accounting provider could not be used'),
      }),
    }
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
        clientsRpc(ledger),
        businessesRpc(ledger),
        accountsRpc(ledger),
        journalRpc(ledger),
        postingsRpc(ledger),
        tagsRpc(ledger),
        closingRpc(ledger),
        configurationRpc(ledger),
        connectionsRpc({ ...ledger, syncs }),
        processorsRpc(ledger, config.processors),
        replayRpc(ledger, relayDb),
        searchRpc(ledger.db, searchedKinds),
        ...sealsRpc({ ...sealing, tables: carriedByLedger.tables }),
        audits.rpc(),
        ...historyRpc(ledger.db, 'ledger', { account: accountStatesThen, entry: entryStatesThen }),
      ],
    })
    life.onStop('gRPC', () => server.stop(config.callGraceMs))
    life.readyWhen(async () => [await probe('database', () => db.ping())])
    logger.info({ grpc: server.port, ops: ops.port }, 'ready')
  },
})
