/** A banking service for tests: a migrated database, a real ledger-svc, and a fake billing. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Database } from '@pacioli/db'
import { provision } from '@pacioli/db/migrate'
import { Broker } from '@pacioli/events'
import { connectLedger } from '@pacioli/posting-service/ledger-clients'
import { PostingSession, type PostingSessionOptions } from '@pacioli/postings'
import { ContactsService, ReplayService, type Aggregate } from '@pacioli/protos/billing'
import { implement, implementStream, serve, type BusinessWrite } from '@pacioli/rpc'
import { newId } from '@pacioli/service'
import { testDatabase, testLedger, type LedgerProcess, type TestDatabase } from '@pacioli/testing'
import type { Banking } from './banking.ts'
import { connectBilling } from './billing-clients.ts'
import { BANKING_INTAKE, BANKING_OWNER, bankingMigrations } from './migrations/index.ts'

const APP = { role: 'banking_app', password: 'app' }
const RELAY = { role: 'banking_relay', password: 'relay' }

/** A fake billing-svc behind real gRPC: it replays the given aggregates, and names the contacts among them. */
export type BillingPeer = {
  /** By business. */
  aggregates: Map<string, Aggregate[]>
  /** Thrown in place of an answer while set, such as ServiceUnavailable. */
  fault: Error | undefined
  /** The requests of the calls, in order. */
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
  /** Postings that the ledger refused; a test that expects none checks this at its end. */
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
      implement(ContactsService, {
        FindContacts: ({ vendor_ids, customer_ids }, { businessId = '' }) => {
          if (peer.fault) throw peer.fault
          const among = (type: string, ids: readonly string[]) =>
            (peer.aggregates.get(businessId) ?? [])
              .filter((one) => one.type === type && ids.includes(one.id ?? ''))
              .map(({ id }) => ({ id, name: id }))
          return Promise.resolve({
            vendors: among('vendor', vendor_ids),
            customers: among('customer', customer_ids),
          })
        },
      }),
    ],
  })
  return { peer, target: `127.0.0.1:${server.port}`, stop: () => server.stop() }
}

/** Removes earlier events: another test file used the ledger then. */
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

export type Storage = { database: TestDatabase; db: Database; relayDb: Database }

async function openStorage(poolSize: number, ofWorker: boolean): Promise<Storage> {
  const database = await testDatabase({
    name: 'banking',
    ofWorker,
    migrate: (adminUrl, name) =>
      provision({
        adminUrl,
        database: name,
        owner: BANKING_OWNER,
        app: APP,
        relay: RELAY,
        intake: BANKING_INTAKE,
        migrations: bankingMigrations,
      }),
  })
  const [app, relay] = [APP, RELAY].map(({ role, password }) => database.urlFor(role, password)) as [string, string]
  return {
    database,
    db: new Database({ url: app, applicationName: 'test', poolSize }),
    relayDb: new Database({ url: relay, applicationName: 'test relay', poolSize: 2 }),
  }
}

/** The storage that no file uses right now, as with the ledger (`testLedger`): creating it takes longer than many files. */
const worker = globalThis as { pacioliBankingStorage?: Storage | undefined }

/** For a file that needs only the database. */
export function takeStorage(): Promise<Storage> {
  const standing = worker.pacioliBankingStorage
  delete worker.pacioliBankingStorage
  return standing ? Promise.resolve(standing) : openStorage(16, true)
}

export async function giveBack(storage: Storage): Promise<void> {
  if (worker.pacioliBankingStorage) await Promise.all([storage.db.close(), storage.relayDb.close()])
  else worker.pacioliBankingStorage = storage
}

/**
 * The files of a worker share one database; each file has its own businesses.
 * @param ownDatabase for a file that reads across the whole database
 */
export async function startTestBanking({
  ownDatabase = false,
  poolSize = 16,
}: { ownDatabase?: boolean; poolSize?: number } = {}): Promise<TestBanking> {
  const [storage, ledgerProcess, billingServer] = await Promise.all([
    ownDatabase ? openStorage(poolSize, false) : takeStorage(),
    testLedger(),
    startBillingPeer(),
  ])
  const { database, db, relayDb } = storage
  await forgetEvents(ledgerProcess.natsUrl)
  const { ledger, close: closeLedger } = connectLedger(ledgerProcess.target)
  const { billing, close: closeBilling } = connectBilling(billingServer.target)
  const now = (): Date => new Date()
  const refusedPostings: TestBanking['refusedPostings'] = []
  return {
    db,
    relayDb,
    adminUrl: database.adminUrl,
    natsUrl: ledgerProcess.natsUrl,
    ledgerProcess,
    billingPeer: billingServer.peer,
    billingTarget: billingServer.target,
    refusedPostings,
    now,
    newId,
    postingSession: postingSessionFor({ db, ledger, refusedPostings }),
    ledger,
    billing,
    notify: () => undefined,
    cursorKey: Buffer.alloc(32, 7),
    stop: async () => {
      closeLedger()
      closeBilling()
      await billingServer.stop()
      if (ownDatabase) await Promise.all([db.close(), relayDb.close()])
      else await giveBack(storage)
      await ledgerProcess.release()
    },
  }
}

const postingSessionFor = ({
  db,
  ledger,
  refusedPostings,
}: Pick<TestBanking, 'db' | 'ledger' | 'refusedPostings'>): PostingSession =>
  new PostingSession({
    db,
    ledger: ledger.postings,
    now: () => new Date(),
    newId,
    onRefused: (refusal) => refusedPostings.push(refusal),
  })

/** A proxy; once cut, it closes existing connections and refuses new ones. */
async function lineTo(target: string): Promise<{ target: string; cut: () => void }> {
  const [host = '', port] = target.split(':')
  const sockets = new Set<Socket>()
  const server = createServer((caller) => {
    const service = connect(Number(port), host)
    for (const one of [caller, service]) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => sockets.delete(one))
    }
    caller.pipe(service).pipe(caller)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The same service with a ledger that a test can cut off; for all others the ledger stays available. */
export async function withMortalLedger(
  banking: TestBanking,
): Promise<{ mortal: TestBanking; kill: () => void; close: () => void }> {
  const line = await lineTo(banking.ledgerProcess.target)
  const { ledger, close } = connectLedger(line.target)
  const mortal = { ...banking, ledger, postingSession: postingSessionFor({ ...banking, ledger }) }
  return {
    mortal,
    kill: line.cut,
    close: () => {
      close()
      line.cut()
    },
  }
}

/** Runs work while the ledger is unavailable. */
export async function withoutLedger<Answer>(
  banking: TestBanking,
  work: (alone: TestBanking) => Promise<Answer>,
): Promise<Answer> {
  const { mortal, kill, close } = await withMortalLedger(banking)
  kill()
  try {
    return await work(mortal)
  } finally {
    close()
  }
}

/** A client's request for a business, as a use case receives it. */
export function requestFor(
  clientId: string,
  businessId: string,
  key?: { key: string; requestHash: string },
): BusinessWrite & { replayed: boolean } {
  const request = {
    clientId,
    businessId,
    idempotency: key && { ...key, operation: 'test' },
    /** New at each use: a test that uses the request often may take longer than one request. */
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

/** A business in the ledger, with the template's chart. */
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

/** With a ledger of the previous version, which reports no headroom: it accepts what can only be refused afterwards. */
export function withoutHeadroom(banking: TestBanking): TestBanking {
  const { db, now, newId, ledger, refusedPostings } = banking
  const unaware: typeof ledger.postings = {
    ...ledger.postings,
    AskBooks: async (request, options) => {
      const answer = await ledger.postings.AskBooks(request, options)
      return { ...answer, message: { ...answer.message, room: undefined } }
    },
  }
  const onRefused: PostingSessionOptions['onRefused'] = (refusal) => void refusedPostings.push(refusal)
  return { ...banking, postingSession: new PostingSession({ db, ledger: unaware, now, newId, onRefused }) }
}
