/** A service that keeps the ledger's facts, for the tests of this library: a database, and a real ledger-svc. */
import { Database } from '@pacioli/db'
import { provision } from '@pacioli/db/migrate'
import { intakeMigrations, sharedMigrations } from '@pacioli/db/migrations'
import { BusinessesService, PostingsService, ReplayService } from '@pacioli/protos/ledger'
import { clientOfService, clientOfStreams, type Tenant } from '@pacioli/rpc'
import { testDatabase, testLedger } from '@pacioli/testing'
import type { FactsService } from './index.ts'
import { ledgerFactsMigrations } from './migrations.ts'

const APP = { role: 'facts_app', password: 'app' }
const RELAY = { role: 'facts_relay', password: 'relay' }

/** The tables of this library in a database of their own. */
export async function factsDatabase(): Promise<{ db: Database; relayDb: Database }> {
  const database = await testDatabase({
    name: 'facts',
    migrate: (adminUrl, name) =>
      provision({
        adminUrl,
        database: name,
        owner: 'facts_owner',
        app: APP,
        relay: RELAY,
        intake: 'facts_intake',
        migrations: [sharedMigrations, intakeMigrations, ledgerFactsMigrations],
      }),
  })
  const open = ({ role, password }: typeof APP): Database =>
    new Database({ url: database.urlFor(role, password), applicationName: 'test', poolSize: 8 })
  return { db: open(APP), relayDb: open(RELAY) }
}

export async function startFacts() {
  const [{ db, relayDb }, ledgerProcess] = await Promise.all([factsDatabase(), testLedger()])
  const { target, clientId } = ledgerProcess
  const postings = clientOfService(PostingsService, { target, count: 1 })
  const businesses = clientOfService(BusinessesService, { target, count: 1 })
  const replay = clientOfStreams(ReplayService, { target, count: 1 })
  // An address where nothing listens.
  const away = {
    businesses: clientOfService(BusinessesService, { target: '127.0.0.1:1', count: 1 }),
    replay: clientOfStreams(ReplayService, { target: '127.0.0.1:1', count: 1 }),
  }
  const service: FactsService = {
    db,
    now: () => new Date(),
    ledger: { businesses: businesses.client, replay: replay.client },
  }
  const inAnotherProcess = (): FactsService => ({ ...service, db: new Database(db) })
  return {
    ...service,
    relayDb,
    postings: postings.client,

    /** The same service in another process: what is shared within one depends on its database. */
    inAnotherProcess,

    /** Another process of it while the ledger is unavailable. */
    withoutLedger: (): FactsService => ({
      ...inAnotherProcess(),
      ledger: { businesses: away.businesses.client, replay: away.replay.client },
    }),

    openBusiness: async (details: { time_zone?: string; currency?: string } = {}): Promise<Tenant> => {
      const { message } = await businesses.client.CreateBusiness(
        { legal_name: 'Test & Co', ...details },
        { context: { clientId } },
      )
      return { clientId, businessId: message.data?.id ?? '' }
    },

    stop: async () => {
      for (const { close } of [postings, businesses, replay, away.businesses, away.replay]) close()
      await Promise.all([db.close(), relayDb.close()])
      await ledgerProcess.release()
    },
  }
}

export type TestFacts = Awaited<ReturnType<typeof startFacts>>
