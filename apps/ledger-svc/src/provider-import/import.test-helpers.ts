/** What tests of imports share: a ledger, and for each test a business that is connected to a company. */
import type { DomainError } from '@pacioli/errors'
import {
  OAuthProviderDouble,
  QUICKBOOKS_TYPES as TYPES,
  quickbooksAccount as account,
  QuickbooksCompany,
  quickbooksEntry as entry,
  quickbooksLine as line,
  startOAuthServer,
  startQuickbooksDouble,
  type QuickbooksBooks,
  type QuickbooksServer,
} from '@pacioli/testing'
import type { BusinessWrite } from '@pacioli/rpc'
import { createHash, randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { loadAccounts } from '../chart-of-accounts/account.store.ts'
import type { Account } from '../chart-of-accounts/account.ts'
import { completeAuthorization } from '../connections/complete-authorization.ts'
import { parseProviders } from '../providers/provider-settings.ts'
import { startAuthorization } from '../connections/start-authorization.ts'
import { openTestBusiness, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { startSync } from '../connections/start-sync.ts'
import { loadSyncState } from '../connections/sync.store.ts'
import type { Sync, SyncCounts } from '../connections/sync.ts'
import { listEntries } from '../use-cases.test-helpers.ts'
import { RunningSyncs } from './running-syncs.ts'

let oauthServer: Awaited<ReturnType<typeof startOAuthServer>>
export let double: QuickbooksServer
export let ledger: TestLedger
export let oauth: OAuthProviderDouble
export let company: QuickbooksCompany
export let tenant: BusinessWrite
export let books: QuickbooksBooks
/** How long the imports would have waited. */
export let waits: number[]

export const providerHttp = {
  random: () => 1,
  wait: async (ms: number) => void waits.push(ms),
}

export const [CHECKING, RECEIVABLES, SERVICES, RENT, LOAN] = ['35', '84', '1', '7', '90']

/** Sets up the variables of these helpers, for every test of the file. */
export function useCompany(): void {
  beforeAll(async () => {
    oauthServer = await startOAuthServer()
    double = await startQuickbooksDouble()
    ledger = await startTestLedger({ providerHttp })
  })

  afterAll(async () => {
    await ledger.stop()
    await double.stop()
    await oauthServer.stop()
  })

  // A chart of a few accounts, two entries, and a connection to it.
  beforeEach(async () => {
    waits = []
    oauth = new OAuthProviderDouble(oauthServer.url)
    company = new QuickbooksCompany(double.url, String(randomInt(1_000_000_000)))
    const [provider] = parseProviders(JSON.stringify([oauth.settings({ api_url: double.url })]))
    if (provider) ledger.providers = new Map([[provider.name, provider]])
    tenant = await openTestBusiness(ledger, { time_zone: 'America/New_York' })
    books = {
      Account: [
        account(CHECKING, 'Main checking', TYPES.checking, { AcctNum: '1' }),
        account(RECEIVABLES, 'Accounts Receivable (A/R)', TYPES.receivables),
        account(SERVICES, 'Services', TYPES.services, { AcctNum: '4' }),
        account(RENT, 'Rent', TYPES.rent),
        account(LOAN, 'Bank loan', TYPES.loan),
      ],
      JournalEntry: [
        entry('11', '2026-01-15', [line('Debit', CHECKING, 100.1), line('Credit', SERVICES, 100.1)], {
          DocNumber: 'JE-11',
          PrivateNote: 'January',
        }),
        entry('12', '2026-02-01', [line('Debit', RENT, 40), line('Credit', CHECKING, 40)]),
      ],
    }
    await company.keep(books)
    await connect()
  })
}

export async function connect(to = company.id, provider = 'quickbooks'): Promise<void> {
  const { redirect_url } = await startAuthorization(ledger, tenant, provider)
  const parameters = Object.fromEntries((await oauth.visit(redirect_url ?? '', { company: to })).searchParams)
  await completeAuthorization(ledger, { provider, state: parameters['state'] ?? '', parameters })
}

export const stateOf = (of = tenant) => ledger.db.transact(of, (tx) => loadSyncState(tx, of.businessId, 'quickbooks'))

export async function lastSync(): Promise<Sync> {
  const { last } = await stateOf()
  if (!last) throw new Error('There is no import.')
  return last
}

/** One import, to its end. */
export async function sync(by: TestLedger = ledger): Promise<Sync> {
  await startSync(by, tenant, 'quickbooks')
  await by.syncs.idle()
  return lastSync()
}

/** The ledger with imports that wait for an answer this long, not for a minute. */
export const waitingFor = (timeoutMs: number): TestLedger => ({
  ...ledger,
  syncs: new RunningSyncs(
    (error) => {
      throw error
    },
    { ...providerHttp, timeoutMs },
  ),
})

export const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no refusal',
    (error: DomainError) => error.errorEnum ?? String(error),
  )

const inOrder = ({ created, updated, unchanged, refused }: SyncCounts) =>
  `${created}/${updated}/${unchanged}/${refused}`

/** Status, then accounts, then entries: created/updated/unchanged/refused. */
export const counts = ({ status, accounts, journalEntries }: Sync) => [
  status,
  inOrder(accounts),
  inOrder(journalEntries),
]

export const chart = (): Promise<Account[]> => ledger.db.transact(tenant, (tx) => loadAccounts(tx, tenant.businessId))

export const accountCalled = async (name: string): Promise<Account | undefined> =>
  (await chart()).find((one) => one.name === name)

export const entriesOf = async () => (await listEntries(ledger, tenant, { page: { limit: 500 } })).entries

/** Debits less credits by name of account. */
export async function balances(): Promise<Record<string, number>> {
  const rows = await ledger.db.transact(tenant, (tx) =>
    tx.rows<{ name: string; balance: string }>(
      `SELECT a.name, sum(CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE -l.amount END) AS balance
         FROM line_items l JOIN accounts a ON a.business_id = l.business_id AND a.id = l.account_id
        GROUP BY a.name`,
    ),
  )
  return Object.fromEntries(rows.map(({ name, balance }) => [name, Number(balance)]).filter(([, balance]) => balance))
}

const TABLES = [
  'accounts',
  'journal_entries',
  'line_items',
  'line_item_tags',
  'account_balances',
  'tag_dimensions',
  'tag_definitions',
  'imported_accounts',
  'imported_entries',
  'imported_parties',
  'businesses',
]

/** Everything but the import itself, and the number of events. */
export async function everything(): Promise<Record<string, string>> {
  const hashes = await ledger.db.transact(tenant, async (tx) => {
    const hashOf = async (table: string): Promise<[string, string]> => {
      const rows = await tx.rows<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`)
      return [table, createHash('sha256').update(JSON.stringify(rows)).digest('hex')]
    }
    const found: [string, string][] = []
    for (const table of TABLES) found.push(await hashOf(table))
    return found
  })
  const events = await ledger.relayDb.transact({ businessId: tenant.businessId }, (tx) =>
    tx.row<{ count: string }>('SELECT count(*) AS count FROM events WHERE business_id = $1', [tenant.businessId]),
  )
  return { ...Object.fromEntries(hashes), events: events?.count ?? '' }
}

export const violations = () =>
  ledger.db.call('SELECT * FROM check_books_v1($1, $2)', [tenant.clientId, tenant.businessId], tenant.businessId)
