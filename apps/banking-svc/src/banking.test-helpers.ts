/** A banking service for tests: its own database, migrated, a real ledger-svc, and a billing that tells what it is told to. */
import { Database, provision } from '@pacioli/db'
import { PostingDesk } from '@pacioli/postings'
import { ReplayService, type Aggregate } from '@pacioli/protos/billing'
import { implementStream, serve, type BusinessWrite } from '@pacioli/rpc'
import { newId } from '@pacioli/service'
import { testDatabase, testLedger, testNats, type LedgerProcess } from '@pacioli/testing'
import type { Banking } from './banking.ts'
import { connectBilling } from './billing-clients.ts'
import { connectLedger } from './ledger-clients.ts'
import { BANKING_OWNER, bankingMigrations } from './migrations/index.ts'

const APP = { role: 'banking_app', password: 'app' }
const RELAY = { role: 'banking_relay', password: 'relay' }

/** What stands in for billing-svc, behind real gRPC: it replays what it is given. */
export type BillingPeer = {
  /** By business. */
  aggregates: Map<string, Aggregate[]>
  /** Thrown in place of an answer while it is set, such as the refusal of a service that is away. */
  fault: Error | undefined
  /** What each call asked for, in order. */
  asked: { businessId: string; types: string[]; ids: string[] }[]
}

export type TestBanking = Banking & {
  relayDb: Database
  adminUrl: string
  natsUrl: string
  ledgerProcess: LedgerProcess
  billingPeer: BillingPeer
  /** host:port of the peer. */
  billingTarget: string
  /** Postings that the ledger refused: a test that expects none asks for an empty list at its end. */
  refusedPostings: { postingKey: string; error: unknown }[]
  stop: () => Promise<void>
}

async function startBillingPeer(): Promise<{ peer: BillingPeer; target: string; stop: () => Promise<void> }> {
  const peer: BillingPeer = { aggregates: new Map(), fault: undefined, asked: [] }
  const server = await serve({
    host: '127.0.0.1',
    port: 0,
    services: [
      implementStream(ReplayService, {
        async *ReplayAggregates({ business_id, types, ids }) {
          peer.asked.push({ businessId: business_id, types, ids })
          if (peer.fault) throw peer.fault
          for (const one of peer.aggregates.get(business_id) ?? []) {
            const isOfType = types.length === 0 || types.includes(one.type ?? '')
            if (isOfType && (ids.length === 0 || ids.includes(one.id ?? ''))) yield one
          }
        },
      }),
    ],
  })
  return { peer, target: `127.0.0.1:${server.port}`, stop: () => server.stop() }
}

export async function startTestBanking({ poolSize = 16 } = {}): Promise<TestBanking> {
  const nats = await testNats()
  const [database, ledgerProcess, billingServer] = await Promise.all([
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
    startBillingPeer(),
  ])
  const db = new Database({ url: database.urlFor(APP.role, APP.password), applicationName: 'test', poolSize })
  const relayDb = new Database({
    url: database.urlFor(RELAY.role, RELAY.password),
    applicationName: 'test relay',
    poolSize: 2,
  })
  const { ledger, close: closeLedger } = connectLedger(ledgerProcess.target)
  const { billing, close: closeBilling } = connectBilling(billingServer.target)
  const now = (): Date => new Date()
  const refusedPostings: TestBanking['refusedPostings'] = []
  return {
    db,
    relayDb,
    adminUrl: database.adminUrl,
    natsUrl: nats.url,
    ledgerProcess,
    billingPeer: billingServer.peer,
    billingTarget: billingServer.target,
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
    billing,
    notify: () => undefined,
    cursorKey: Buffer.alloc(32, 7),
    stop: async () => {
      closeLedger()
      closeBilling()
      await Promise.all([db.close(), relayDb.close(), billingServer.stop()])
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
