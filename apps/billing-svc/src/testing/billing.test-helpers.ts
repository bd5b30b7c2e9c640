/** A billing service for tests: its own database, migrated, a real ledger-svc, and a stub of banking. */
import type { Database } from '@pacioli/db'
import { Broker } from '@pacioli/events'
import { connectLedger } from '@pacioli/posting-service/ledger-clients'
import { PostingSession, type PostingSessionOptions } from '@pacioli/postings'
import { DocumentMatchesService } from '@pacioli/protos/banking'
import { implement, serve, type BusinessWrite } from '@pacioli/rpc'
import { newId } from '@pacioli/service'
import { testLedger, type LedgerProcess } from '@pacioli/testing'
import { connectBanking } from '../banking-client.ts'
import { testBillingDatabase } from './billing-database.test-helpers.ts'
import type { Billing } from '../billing.ts'

/** A stub of banking-svc behind real gRPC: it answers which documents are matched. */
export type BankingPeer = {
  /** The documents that are matched, each with the transaction it is matched to. */
  matched: Map<string, { matchId: string; transactionId: string }>
  /** While set, thrown instead of an answer, such as UNAVAILABLE. */
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
  /** Postings that the ledger refused; tests that expect none check for an empty list at the end. */
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

/** Events before this are not applied: another test file used the ledger then. */
async function forgetEvents(natsUrl: string): Promise<void> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const broker = new Broker({ url: natsUrl, name: 'test', log })
  await broker.whenConnected()
  const { streams, consumers } = await broker.client.jetstreamManager()
  for await (const { config } of streams.list()) {
    for await (const { name } of consumers.list(config.name)) await consumers.delete(config.name, name)
    await streams.purge(config.name)
  }
  await broker.close()
}

export async function startTestBilling(options: Parameters<typeof testBillingDatabase>[0] = {}): Promise<TestBilling> {
  const [database, ledgerProcess, bankingServer] = await Promise.all([
    testBillingDatabase(options),
    testLedger(),
    startBankingPeer(),
  ])
  await forgetEvents(ledgerProcess.natsUrl)
  const { db, relayDb, adminUrl } = database
  const { ledger, close: closeLedger } = connectLedger(ledgerProcess.target)
  const { banking, close: closeBanking } = connectBanking(bankingServer.target)
  const now = (): Date => new Date()
  const refusedPostings: TestBilling['refusedPostings'] = []
  return {
    db,
    relayDb,
    adminUrl,
    natsUrl: ledgerProcess.natsUrl,
    ledgerProcess,
    bankingPeer: bankingServer.peer,
    bankingTarget: bankingServer.target,
    refusedPostings,
    now,
    newId,
    postingSession: new PostingSession({
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
      await Promise.all([database.close(), bankingServer.stop()])
      await ledgerProcess.release()
    },
  }
}

/** The same service with an unreachable ledger. What it knows of the books stays. */
export function withoutLedger(billing: TestBilling): { without: Billing; close: () => void } {
  const { ledger, close } = connectLedger('127.0.0.1:1')
  const { db, now, newId } = billing
  const postingSession = new PostingSession({ db, ledger: ledger.postings, now, newId, onRefused: () => undefined })
  return { without: { ...billing, ledger, postingSession }, close }
}

/** The same with a ledger of the previous version, which reports no headroom and refuses only later. */
export function withoutHeadroom(billing: TestBilling): TestBilling {
  const { db, now, newId, ledger, refusedPostings } = billing
  const unaware: typeof ledger.postings = {
    ...ledger.postings,
    AskBooks: async (request, options) => {
      const answer = await ledger.postings.AskBooks(request, options)
      return { ...answer, message: { ...answer.message, room: undefined } }
    },
  }
  const onRefused: PostingSessionOptions['onRefused'] = (refusal) => void refusedPostings.push(refusal)
  return { ...billing, postingSession: new PostingSession({ db, ledger: unaware, now, newId, onRefused }) }
}

/** A request of a client for a business, as use cases receive it. */
export function requestFor(
  clientId: string,
  businessId: string,
  key?: { key: string; requestHash: string },
): BusinessWrite & { replayed: boolean } {
  const request = {
    clientId,
    businessId,
    idempotency: key && { ...key, operation: 'test' },
    /** Computed at each use: a test with many requests may take longer than one deadline. */
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
