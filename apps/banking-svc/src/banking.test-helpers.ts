/** A banking service for tests: its own database, migrated, and a real ledger-svc that it posts to. */
import { Database, provision } from '@pacioli/db'
import { PostingDesk } from '@pacioli/postings'
import { newId } from '@pacioli/service'
import { testDatabase, testLedger, testNats, type LedgerProcess } from '@pacioli/testing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Banking } from './banking.ts'
import { connectLedger } from './ledger-clients.ts'
import { BANKING_OWNER, bankingMigrations } from './migrations/index.ts'

const APP = { role: 'banking_app', password: 'app' }
const RELAY = { role: 'banking_relay', password: 'relay' }

export type TestBanking = Banking & {
  relayDb: Database
  adminUrl: string
  natsUrl: string
  ledgerProcess: LedgerProcess
  /** Postings that the ledger refused: a test that expects none asks for an empty list at its end. */
  refusedPostings: { postingKey: string; error: unknown }[]
  stop: () => Promise<void>
}

export async function startTestBanking({ poolSize = 16 } = {}): Promise<TestBanking> {
  const nats = await testNats()
  const [database, ledgerProcess] = await Promise.all([
    testDatabase({
      name: 'banking',
      migrate: (adminUrl, name) =>
        provision({
          adminUrl,
          database: name,
          owner: BANKING_OWNER,
          app: APP,
          relay: RELAY,
          migrations: bankingMigrations,
        }),
    }),
    testLedger({ natsUrl: nats.url }),
  ])
  const db = new Database({ url: database.urlFor(APP.role, APP.password), applicationName: 'test', poolSize })
  const relayDb = new Database({
    url: database.urlFor(RELAY.role, RELAY.password),
    applicationName: 'test relay',
    poolSize: 2,
  })
  const { ledger, close } = connectLedger(ledgerProcess.target)
  const now = (): Date => new Date()
  const refusedPostings: TestBanking['refusedPostings'] = []
  return {
    db,
    relayDb,
    adminUrl: database.adminUrl,
    natsUrl: nats.url,
    ledgerProcess,
    refusedPostings,
    now,
    newId,
    desk: new PostingDesk({
      db,
      ledger: ledger.postings,
      now,
      newId,
      onRefused: (refusal) => refusedPostings.push(refusal),
    }),
    ledger,
    notify: () => undefined,
    cursorKey: Buffer.alloc(32, 7),
    stop: async () => {
      close()
      await Promise.all([db.close(), relayDb.close()])
      await ledgerProcess.stop()
      await nats.stop()
    },
  }
}

/** A request of a client for a business, as a use case gets it. */
export function requestFor(
  clientId: string,
  businessId: string,
  key?: { key: string; requestHash: string },
): BusinessWrite & { replayed: boolean } {
  const request = {
    clientId,
    businessId,
    idempotency: key && { ...key, operation: 'test' },
    /** Of each use of the request anew: a test that uses it often may take longer than one request. */
    get deadline() {
      return new Date(Date.now() + 30_000)
    },
    replayed: false,
    markReplayed: () => {
      request.replayed = true
    },
  }
  return request
}

/** A business in the ledger, with the chart of the template. */
export async function openTestBusiness(
  banking: TestBanking,
  details: { time_zone?: string; currency?: string; activation_at?: string } = {},
): Promise<BusinessWrite> {
  const { clientId } = banking.ledgerProcess
  const { message } = await banking.ledger.businesses.CreateBusiness(
    { legal_name: 'Test & Co', ...details },
    { context: { clientId } },
  )
  return requestFor(clientId, message.data?.id ?? '')
}
