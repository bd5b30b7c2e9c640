/** A billing service for tests: its own database, migrated, a real ledger-svc, and a banking that answers what it is told. */
import { Database, provision } from '@pacioli/db'
import { PostingDesk } from '@pacioli/postings'
import { DocumentMatchesService } from '@pacioli/protos/banking'
import { implement, serve, type BusinessWrite } from '@pacioli/rpc'
import { newId } from '@pacioli/service'
import { testDatabase, testLedger, testNats, type LedgerProcess } from '@pacioli/testing'
import { connectBanking } from './banking-client.ts'
import type { Billing } from './billing.ts'
import { connectLedger } from './ledger-clients.ts'
import { BILLING_OWNER, billingMigrations } from './migrations/index.ts'

const APP = { role: 'billing_app', password: 'app' }
const RELAY = { role: 'billing_relay', password: 'relay' }

/** What stands in for banking-svc, behind real gRPC: it tells which of the documents asked for are matched. */
export type BankingPeer = {
  /** The documents that are matched, each with the transaction it is matched to. */
  matched: Map<string, { matchId: string; transactionId: string }>
  /** Thrown in place of an answer while it is set, such as the refusal of a service that is away. */
  fault: Error | undefined
  /** The documents of each call, in order. */
  asked: string[][]
}

export type TestBilling = Billing & {
  relayDb: Database
  adminUrl: string
  natsUrl: string
  ledgerProcess: LedgerProcess
  bankingPeer: BankingPeer
  /** host:port of the peer. */
  bankingTarget: string
  /** Postings that the ledger refused: a test that expects none asks for an empty list at its end. */
  refusedPostings: { postingKey: string; error: unknown }[]
  stop: () => Promise<void>
}

async function startBankingPeer(): Promise<{ peer: BankingPeer; target: string; stop: () => Promise<void> }> {
  const peer: BankingPeer = { matched: new Map(), fault: undefined, asked: [] }
  const server = await serve({
    host: '127.0.0.1',
    port: 0,
    services: [
      implement(DocumentMatchesService, {
        FindDocumentMatches: async ({ document_ids }) => {
          peer.asked.push(document_ids)
          if (peer.fault) throw peer.fault
          const data = document_ids.flatMap((document_id) => {
            const match = peer.matched.get(document_id)
            return match ? [{ document_id, match_id: match.matchId, transaction_id: match.transactionId }] : []
          })
          return { data }
        },
      }),
    ],
  })
  return { peer, target: `127.0.0.1:${server.port}`, stop: () => server.stop() }
}

export async function startTestBilling({ poolSize = 16 } = {}): Promise<TestBilling> {
  const nats = await testNats()
  const [database, ledgerProcess, bankingServer] = await Promise.all([
    testDatabase({
      name: 'billing',
      migrate: (adminUrl, name) =>
        provision({
          adminUrl,
          database: name,
          owner: BILLING_OWNER,
          app: APP,
          relay: RELAY,
          migrations: billingMigrations,
        }),
    }),
    testLedger({ natsUrl: nats.url }),
    startBankingPeer(),
  ])
  const db = new Database({ url: database.urlFor(APP.role, APP.password), applicationName: 'test', poolSize })
  const relayDb = new Database({
    url: database.urlFor(RELAY.role, RELAY.password),
    applicationName: 'test relay',
    poolSize: 2,
  })
  const { ledger, close: closeLedger } = connectLedger(ledgerProcess.target)
  const { banking, close: closeBanking } = connectBanking(bankingServer.target)
  const now = (): Date => new Date()
  const refusedPostings: TestBilling['refusedPostings'] = []
  return {
    db,
    relayDb,
    adminUrl: database.adminUrl,
    natsUrl: nats.url,
    ledgerProcess,
    bankingPeer: bankingServer.peer,
    bankingTarget: bankingServer.target,
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
    banking,
    notify: () => undefined,
    cursorKey: Buffer.alloc(32, 7),
    mostGathered: 10_000,
    stop: async () => {
      closeLedger()
      closeBanking()
      await Promise.all([db.close(), relayDb.close(), bankingServer.stop()])
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
  billing: TestBilling,
  details: { time_zone?: string; currency?: string; activation_at?: string } = {},
): Promise<BusinessWrite> {
  const { clientId } = billing.ledgerProcess
  const { message } = await billing.ledger.businesses.CreateBusiness(
    { legal_name: 'Test & Co', ...details },
    { context: { clientId } },
  )
  return requestFor(clientId, message.data?.id ?? '')
}
