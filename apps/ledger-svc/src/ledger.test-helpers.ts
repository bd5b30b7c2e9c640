/** A ledger for tests: the real database, migrated, in a database of the test file's own. */
import { Database } from '@pacioli/db'
import { provision, type ServiceDatabase } from '@pacioli/db/migrate'
import { newId } from '@pacioli/service'
import { connectAt, testDatabase } from '@pacioli/testing'
import type { BusinessWrite } from '@pacioli/rpc'
import { randomUUID } from 'node:crypto'
import { BooksCache } from './books/books-cache.ts'
import { RecentKeys } from './recent-keys.ts'
import { OAuthClient } from './providers/oauth-client.ts'
import type { Provider } from './providers/provider.ts'
import { registerClient } from './clients/manage-clients.ts'
import { Together } from './together.ts'
import { sealAccountDay } from './journal/posting.store.ts'
import { Afterwards } from './balances/afterwards.ts'
import { nameOfDay } from './balances/long-day.ts'
import { MonthSums, sumMonths } from './balances/month-sums.ts'
import { Slots } from './balances/slots.ts'
import type { ImportingLedger } from './connections/start-sync.ts'
import type { Ledger } from './ledger.ts'
import { LEDGER_OWNER, LEDGER_POSTINGS, ledgerMigrations } from './migrations/index.ts'
import type { HttpSettings } from './provider-import/provider-http.ts'
import { RunningSyncs } from './provider-import/running-syncs.ts'
import { createBusiness } from './use-cases.test-helpers.ts'
import { Vault } from '@pacioli/vault'

const APP = { role: 'ledger_app', password: 'app' }
const RELAY = { role: 'ledger_relay', password: 'relay' }
const TOGETHER = { most: 50, lanes: 1 }

export type TestLedger = Ledger & {
  relayDb: Database
  adminUrl: string
  appUrl: string
  syncs: RunningSyncs
  /** A connection of the superuser, or of the service's role, to where the rows of all its businesses are. */
  connect: (as?: 'service') => ReturnType<typeof connectAt>
  stop: () => Promise<void>
}

/** What is migrated: the database at this URL, or another one there. */
export const ledgerDatabase = (adminUrl: string, database = new URL(adminUrl).pathname.slice(1)): ServiceDatabase => ({
  adminUrl,
  database,
  owner: LEDGER_OWNER,
  intake: LEDGER_POSTINGS,
  app: APP,
  relay: RELAY,
  migrations: ledgerMigrations,
})

type Options = {
  /** Whether all of its businesses lie on one shard of a cluster, where the test looks at rows and locks. */
  onOneShard?: boolean
  /** How many connections requests share. */
  poolSize?: number
  /** The accounting software that businesses can be connected to. */
  providers?: readonly Provider[]
  /** How long an answer of such a provider may take. */
  providerTimeoutMs?: number
  /** How their books are read. */
  providerHttp?: Partial<HttpSettings>
}

export async function startTestLedger({
  onOneShard = false,
  poolSize = 16,
  providers = [],
  providerTimeoutMs = 1_000,
  providerHttp = {},
}: Options = {}): Promise<TestLedger> {
  const database = await testDatabase({
    name: 'ledger',
    migrate: (adminUrl, name) => provision(ledgerDatabase(adminUrl, name)),
  })
  const db = new Database({ url: database.urlFor(APP.role, APP.password), applicationName: 'test', poolSize })
  const relayDb = new Database({
    url: database.urlFor(RELAY.role, RELAY.password),
    applicationName: 'test relay',
    poolSize: 2,
  })
  // Which businesses share a shard is known from here on.
  await db.ping()
  const place = newId()
  const newIdThere = (): string => {
    for (;;) {
      const id = newId()
      if (db.groupOf(id) === db.groupOf(place)) return id
    }
  }
  const fail = (error: unknown) => {
    throw error
  }
  const daySums = new Afterwards(nameOfDay, (day) => sealAccountDay(db, day), fail)
  const months = new MonthSums((tenant, before) => sumMonths(db, tenant, before), fail)
  const syncs = new RunningSyncs((error) => {
    throw error
  }, providerHttp)
  return {
    db,
    relayDb,
    adminUrl: database.adminUrl,
    appUrl: database.urlFor(APP.role, APP.password),
    now: () => new Date(),
    newId: onOneShard ? newIdThere : newId,
    connect: (as) => {
      if (!onOneShard) throw new Error('The businesses of this ledger lie on several shards: start it onOneShard.')
      return connectAt(as === 'service' ? database.urlFor(APP.role, APP.password) : database.adminUrl, place)
    },
    books: new BooksCache(db),
    recentKeys: new RecentKeys(),
    slots: new Slots(0),
    together: new Together(TOGETHER),
    daySums,
    months,
    notify: () => undefined,
    cursorKey: Buffer.alloc(32, 7),
    vault: new Vault([{ id: 'test', key: Buffer.alloc(32, 9) }]),
    providers: new Map(providers.map((provider) => [provider.name, provider])),
    oauth: new OAuthClient({ publicUrl: 'http://127.0.0.1:8080', timeoutMs: providerTimeoutMs }),
    syncs,
    stop: async () => {
      await syncs.stop()
      await daySums.stop()
      await months.stop()
      await Promise.all([db.close(), relayDb.close()])
    },
  }
}

/** The same database served by another process: its own caches, its own connections. */
export const replicaOf = (ledger: TestLedger): ImportingLedger => ({
  ...ledger,
  books: new BooksCache(ledger.db),
  recentKeys: new RecentKeys(),
  slots: new Slots(0),
  together: new Together(TOGETHER),
})

/** A request of a client for a business, as a use case gets it. */
export const requestFor = (
  clientId: string,
  businessId: string,
  key?: { key: string; requestHash: string },
): BusinessWrite & { replayed: boolean } => {
  const request = {
    clientId,
    businessId,
    idempotency: key && { ...key, operation: 'test' },
    deadline: new Date(Date.now() + 30_000),
    replayed: false,
    markReplayed: () => {
      request.replayed = true
    },
  }
  return request
}

/** A business of a client of its own, with the chart of the template. */
export async function openTestBusiness(
  ledger: Ledger,
  details: { time_zone?: string; activation_at?: string; clientId?: string } = {},
): Promise<BusinessWrite> {
  const clientId =
    details.clientId ??
    (await registerClient(ledger.db, 'test', { now: ledger.now(), newId: ledger.newId, newSecret: () => randomUUID() }))
      .client.id
  const { data } = await createBusiness(ledger, requestFor(clientId, ''), {
    legal_name: 'Test & Co',
    time_zone: details.time_zone,
    activation_at: details.activation_at,
  })
  return requestFor(clientId, data.id ?? '')
}
