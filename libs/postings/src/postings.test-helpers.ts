/**
 * A service that posts, for the tests of this library: a database, a real ledger-svc, and in front of it a peer that
 * passes calls on, or fails as a ledger can.
 */
import { Database } from '@pacioli/db'
import { provision } from '@pacioli/db/migrate'
import { sharedMigrations } from '@pacioli/db/migrations'
import { BusinessesService, PostingsService, type Posting__Output } from '@pacioli/protos/ledger'
import { clientOfService, implement, serve, type BusinessWrite, type Tenant } from '@pacioli/rpc'
import { testDatabase, testLedger } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { PostingSession } from './posting-session.ts'
import { postingMigrations } from './migrations.ts'
import { credit, debit, type NewPosting, type Reversal } from './posting.ts'
import { PostingRelay, type PostingRelayOptions } from './relay.ts'

const APP = { role: 'postings_app', password: 'app' }
const RELAY = { role: 'postings_relay', password: 'relay' }

/** How the peer handles a call: it passes it on, answers in the ledger's place, throws, or waits. */
export type Fault = (postings: Posting__Output[], passOn: () => Promise<object>) => Promise<object>
const NO_FAULT: Fault = (_postings, passOn) => passOn()

export async function startPosting() {
  const [database, ledgerProcess] = await Promise.all([
    testDatabase({
      name: 'postings',
      migrate: (adminUrl, name) =>
        provision({
          adminUrl,
          database: name,
          owner: 'postings_owner',
          app: APP,
          relay: RELAY,
          migrations: [sharedMigrations, postingMigrations],
        }),
    }),
    testLedger(),
  ])
  const open = ({ role, password }: typeof APP): Database =>
    new Database({ url: database.urlFor(role, password), applicationName: 'test', poolSize: 10 })
  const [db, relayDb] = [open(APP), open(RELAY)]
  const admin = new Database({ url: database.adminUrl, applicationName: 'test', poolSize: 2 })
  const direct = clientOfService(PostingsService, { target: ledgerProcess.target, count: 1 })
  const businesses = clientOfService(BusinessesService, { target: ledgerProcess.target, count: 1 })

  const peer = {
    fault: NO_FAULT,
    calls: [] as string[][],
    requests: [] as (string | undefined)[],
    keys: [] as (string | undefined)[],
  }
  const front = await serve({
    host: '127.0.0.1',
    port: 0,
    services: [
      implement(PostingsService, {
        AskBooks: async (request, context) => (await direct.client.AskBooks(request, { context })).message,
        EnsureAccounts: async (request, context) => (await direct.client.EnsureAccounts(request, { context })).message,
        GetBalances: async (request, context) => (await direct.client.GetBalances(request, { context })).message,
        PostEntries: (request, context) => {
          peer.calls.push(request.postings.map(({ posting_key }) => posting_key))
          peer.requests.push(...request.postings.map(({ request_id }) => request_id))
          peer.keys.push(context.idempotency?.key)
          return peer.fault(
            request.postings,
            async () => (await direct.client.PostEntries(request, { context })).message,
          )
        },
      }),
    ],
  })
  const postings = clientOfService(PostingsService, { target: `127.0.0.1:${front.port}`, count: 2 })

  const refused: string[] = []
  const troubles: unknown[] = []
  const clock = { aheadMs: 0 }
  const now = (): Date => new Date(Date.now() + clock.aheadMs)
  const postingSession = new PostingSession({
    db,
    ledger: postings.client,
    now,
    newId: randomUUID,
    onRefused: ({ postingKey }) => refused.push(postingKey),
    onTrouble: ({ error }) => troubles.push(error),
  })
  return {
    adminUrl: database.adminUrl,
    db,
    relayDb,
    postingSession,
    peer,
    refused,
    troubles,
    clock,
    ledgerProcess,
    now,
    startRelay: (options: Partial<PostingRelayOptions> = {}) =>
      new PostingRelay({
        postingSession,
        db,
        relayDb,
        now,
        log: { warn: () => undefined, info: () => undefined },
        pollMs: 50,
        ...options,
      }),

    openBusiness: async (): Promise<BusinessWrite> => {
      const { clientId } = ledgerProcess
      const { message } = await businesses.client.CreateBusiness({ legal_name: 'Test & Co' }, { context: { clientId } })
      return requestFor({ clientId, businessId: message.data?.id ?? '' })
    },

    /** Stages postings as a request does that then delivers nothing. */
    stage: async (tenant: Tenant, made: readonly (NewPosting | Reversal)[]): Promise<void> => {
      const { epoch } = await postingSession.askBooks(tenant, {})
      await db.transact(tenant, (tx) => postingSession.stage(tx, tenant, { epoch }, made))
    },

    /** Key and status of all postings in the order in which they were staged. */
    statuses: async (tenant: Tenant): Promise<[string, string][]> => {
      const rows = await db.transact(tenant, (tx) =>
        tx.rows<{ posting_key: string; status: string }>(
          'SELECT posting_key, status FROM postings WHERE business_id = $1 ORDER BY source_id, seq',
          [tenant.businessId],
        ),
      )
      return rows.map(({ posting_key, status }) => [posting_key, status])
    },

    /** How many postings have each status. */
    countsOf: async (tenant: Tenant): Promise<Record<string, number>> => {
      const rows = await db.transact(tenant, (tx) =>
        tx.rows<{ status: string; number: string }>(
          'SELECT status, count(*) AS number FROM postings WHERE business_id = $1 GROUP BY status',
          [tenant.businessId],
        ),
      )
      return Object.fromEntries(rows.map(({ status, number }) => [status, Number(number)]))
    },

    /** The balance of CASH, from the ledger itself. */
    cash: async (tenant: Tenant): Promise<number> => {
      const books = await postingSession.askBooks(tenant, { accounts: [{ identifier: stable('CASH') }] })
      const request = { account_ids: [books.account(stable('CASH')).id] }
      const { message } = await direct.client.GetBalances(request, { context: tenant })
      return message.data[0]?.balance ?? NaN
    },

    /** An account of the template by its stable name. */
    accountId: async (tenant: Tenant, name: string): Promise<string> =>
      (await postingSession.askBooks(tenant, { accounts: [{ identifier: stable(name) }] })).account(stable(name)).id,

    admin,
    stop: async () => {
      await front.stop(1_000)
      for (const { close } of [postings, direct, businesses]) close()
      await Promise.all([db.close(), relayDb.close(), admin.close()])
      await ledgerProcess.release()
    },
  }
}

export type TestPosting = Awaited<ReturnType<typeof startPosting>>

export const stable = (stable_name: string) => ({ type: 'StableName', stable_name })

export const requestFor = (tenant: Tenant, key?: string): BusinessWrite & { replayed: boolean } => {
  const request = {
    ...tenant,
    idempotency: key === undefined ? undefined : { key, operation: 'test', requestHash: 'hash' },
    deadline: new Date(Date.now() + 30_000),
    replayed: false,
    markReplayed: () => {
      request.replayed = true
    },
  }
  return request
}

/** Sales for cash, each of its own source, and their corrections. */
export function salesOf(accounts: { cash: string; sales: string }) {
  const sourceOf = (id: string) => ({ type: 'sale', id })
  const sale = (id: string, revision: number, amount = 5): NewPosting => ({
    postingKey: `${id}:${revision}`,
    source: sourceOf(id),
    entryAt: new Date('2026-01-15T12:00:00Z'),
    entryType: 'BANK',
    basis: 'BOTH',
    lines: [debit(accounts.cash, amount), credit(accounts.sales, amount)],
  })
  const undo = (id: string, revision: number, of = `${id}:${revision}`): Reversal => ({
    postingKey: `${id}:${revision}:undo`,
    source: sourceOf(id),
    entryAt: new Date('2026-01-15T12:00:00Z'),
    reverses: of,
  })
  return { sourceOf, sale, undo }
}

/** A business, and its undelivered sales, by id. */
export async function leftBehind(service: TestPosting, number: number) {
  const business = await service.openBusiness()
  const sales = salesOf({
    cash: await service.accountId(business, 'CASH'),
    sales: await service.accountId(business, 'SALES'),
  })
  const some = Array.from({ length: number }, () => randomUUID()).sort()
  await service.stage(
    business,
    some.map((id) => sales.sale(id, 1)),
  )
  return { business, sales, some }
}
