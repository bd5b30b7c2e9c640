/** Shared by the tests of this service: its database, sample events, and owners that answer over gRPC. */
import { Database, type Tx } from '@pacioli/db'
import type { MigrationSet } from '@pacioli/db/migrations'
import { refused, type ErrorEnum } from '@pacioli/errors'
import { domainEvent, readEvent, type CloudEvent, type Delivery, type StagedEvent } from '@pacioli/events'
import {
  BankTransactionsService,
  ReplayService as BankingReplayService,
  type BankTransaction,
} from '@pacioli/protos/banking'
import { ReplayService as BillingReplayService } from '@pacioli/protos/billing'
import { HistoryService } from '@pacioli/protos/history'
import {
  AccountingConfigurationService,
  BusinessesService,
  JournalService,
  ReplayService,
  type Business,
  type LedgerEntry,
} from '@pacioli/protos/ledger'
import { clientOfStreams, implement, implementStream, serve, type Implementation } from '@pacioli/rpc'
import { testDatabase, testDirectory } from '@pacioli/testing'
import type { FileOptions } from './documents/file-options.ts'
import { connectOwners, type Owners } from './owners/owners.ts'
import { reportingMigrations } from './migrations/index.ts'
import { provisionReporting } from './provisioning.ts'
import { READ_MODELS, removeRows } from './read-models/read-model.store.ts'
import { subscribersOf } from './consumers/start-consumers.ts'
import { MODELS, type ServedModels } from './read-models/models.ts'
import { servedBy } from './read-models/served.ts'
import type { RebuildOptions } from './rebuild/rebuild-business.ts'

const PASSWORD = 'test'

/** Options for the feed and for webhooks, which in tests lead to this machine. */
export const eventsOutOptions = {
  cursorKey: Buffer.alloc(32, 7),
  masterKeys: [{ id: 'test', key: Buffer.alloc(32, 9) }],
  auditing: { percent: 100, roundMs: 3_600_000 },
  feedKeepDays: 90,
  webhooksAllowPrivate: true,
}

/**
 * A new database, or one that the version before has used, and may come back to.
 * @param next what the next version adds to it
 */
export async function reportingDatabase({ isNew = true, next }: { isNew?: boolean; next?: MigrationSet } = {}) {
  const database = await testDatabase({
    name: next ? `reporting_${next.name}` : 'reporting',
    migrate: (adminUrl, dbName) =>
      provisionReporting(
        {
          adminUrl,
          database: dbName,
          app: { role: 'reporting_app', password: PASSWORD },
          relay: { role: 'reporting_relay', password: PASSWORD },
        },
        [...reportingMigrations, ...(next ? [next] : [])],
      ),
  })
  if (!isNew) await asAdmin(database.adminUrl, `INSERT INTO kept_models VALUES (${MODELS.oldest})`)
  const url = database.urlFor('reporting_app', PASSWORD)
  const relayUrl = database.urlFor('reporting_relay', PASSWORD)
  return {
    url,
    relayUrl,
    adminUrl: database.adminUrl,
    app: servedBy(new Database({ url, applicationName: 'test', poolSize: 8 })),
    relay: new Database({ url: relayUrl, applicationName: 'test', poolSize: 4 }),
  }
}

/** Ids of so many businesses that may share a transaction: in a cluster, of one shard. */
export async function idsTogether(db: Database, count: number): Promise<string[]> {
  for (const ids: string[] = []; ; ids.push(crypto.randomUUID())) {
    const together = (await db.groupsOf(ids)).find((group) => group.length >= count)
    if (together) return [...together]
  }
}

/** Runs one statement as the superuser. */
export async function asAdmin<Row extends object>(adminUrl: string, sql: string): Promise<Row[]> {
  const admin = new Database({ url: adminUrl, applicationName: 'test', poolSize: 1 })
  try {
    return await admin.call<Row>(sql)
  } finally {
    await admin.close()
  }
}

export type SampleLine = {
  account_id: string
  amount: number
  direction: 'DEBIT' | 'CREDIT'
  memo?: string | null
  transaction_tags?: { definition_id: string }[]
  document_id?: string
  customer_id?: string
  vendor_id?: string
}
export type SampleEntry = {
  id: string
  basis: 'ACCRUAL' | 'CASH' | 'BOTH'
  entry_date: string
  line_items: SampleLine[]
  version: number
  entry_type?: string
  /** Noon of its day in UTC, unless given. */
  entry_at?: string
  memo?: string | null
  reference_number?: string | null
  reversal_of_id?: string | null
  source_type?: string | null
  source_id?: string | null
}

export const staged = (
  businessId: string,
  aggregateType: string,
  aggregateId: string,
  type: string,
  data: object,
  service = 'ledger',
): StagedEvent =>
  domainEvent({
    id: crypto.randomUUID(),
    time: new Date('2026-01-01T00:00:00Z'),
    service,
    businessId,
    aggregateType,
    aggregateId,
    version: 'version' in data && typeof data.version === 'number' ? data.version : 1,
    type,
    data,
  })

export const entryEvent = (businessId: string, entry: SampleEntry): StagedEvent =>
  staged(businessId, 'entry', entry.id, entry.version === 1 ? 'posted' : 'reversed', {
    entry_type: 'MANUAL',
    entry_at: `${entry.entry_date}T12:00:00.000Z`,
    memo: null,
    reference_number: null,
    ...entry,
    business_id: businessId,
    line_items: entry.line_items.map((line, index) => ({
      id: `${entry.id}.${index}`,
      memo: null,
      transaction_tags: [],
      ...line,
    })),
  })

export const sampleBusiness = (
  id: string,
  clientId: string,
  more: Partial<Business> = {},
): Business & { id: string } => ({
  ledger_id: crypto.randomUUID(),
  legal_name: 'Sample',
  currency: 'USD',
  time_zone: 'UTC',
  activation_at: '2026-01-01T00:00:00.000Z',
  bookkeeping_enrolled: false,
  client_id: clientId,
  version: 1,
  ...more,
  id,
})

export const businessEvent = (business: Business & { id: string }): StagedEvent =>
  staged(business.id, 'business', business.id, business.version === 1 ? 'created' : 'updated', business)

export const sampleAccount = (
  id: string,
  name: string,
  account_type: string,
  account_number: string | null = null,
) => ({
  id,
  name,
  account_number,
  stable_name: null as string | null,
  normality: ['ASSET', 'EXPENSE'].includes(account_type) ? 'DEBIT' : 'CREDIT',
  account_type,
  account_subtype: 'OTHER',
  parent_id: null,
  archived_at: null,
  version: 1,
})
export type SampleAccount = ReturnType<typeof sampleAccount>

export const chartEvent = (businessId: string, accounts: readonly SampleAccount[]): StagedEvent =>
  staged(businessId, 'chart', businessId, 'created', { accounts, version: 1 })

export const accountEvent = (businessId: string, account: SampleAccount): StagedEvent =>
  staged(businessId, 'account', account.id, 'updated', account)

export const dimensionEvent = (
  businessId: string,
  dimension: { id: string; key: string; display_name: string | null },
): StagedEvent =>
  staged(businessId, 'tag_dimension', dimension.id, 'updated', { deleted_at: null, version: 1, ...dimension })

export const valueEvent = (
  businessId: string,
  value: { id: string; dimension_id: string; value: string; display_name: string | null },
): StagedEvent => staged(businessId, 'tag_value', value.id, 'updated', { archived_at: null, version: 1, ...value })

export type SampleTransaction = { id: string; day: string; categorizationStatus: string; version: number }

export const transactionEvent = (businessId: string, transaction: SampleTransaction): StagedEvent =>
  staged(
    businessId,
    'bank_transaction',
    transaction.id,
    transaction.version === 1 ? 'imported' : 'changed',
    { ...transaction, business_id: businessId },
    'banking',
  )

export type SampleExternalAccount = {
  id: string
  connection_needs_repair_as_of: string | null
  reconnect_with_new_credentials: boolean
  archived_at: string | null
  version: number
}

export const externalAccountEvent = (businessId: string, account: SampleExternalAccount): StagedEvent =>
  staged(businessId, 'external_account', account.id, 'updated', { ...account, business_id: businessId }, 'banking')

/** An aggregate of billing: a vendor, a customer, a bill, a vendor credit or an invoice. */
export const billingEvent = (
  businessId: string,
  aggregate: 'vendor' | 'customer' | 'bill' | 'vendor_credit' | 'invoice',
  data: { id: string; version: number },
): StagedEvent => staged(businessId, aggregate, data.id, data.version === 1 ? 'created' : 'changed', data, 'billing')

/** The event as delivered by the stream. */
export function delivered({ businessId, subject, event }: StagedEvent): Delivery {
  const read: CloudEvent | undefined = readEvent(event)
  if (!read) throw new Error(`${event} is no event`)
  return { businessId, subject, event: read }
}

const toAggregate = ({ aggregateType, aggregateId, version, event }: StagedEvent) => ({
  type: aggregateType,
  id: aggregateId,
  version,
  event,
  knows_places: true,
})

const unavailable = async (): Promise<never> => {
  throw refused('ServiceUnavailable', 'Not part of this sample.')
}

/** A history that says how far it is, and of no change. */
const sampleHistory = (facts: { recorded: number }): Implementation =>
  implementStream(HistoryService, {
    ReadStates: async function* ({ position }) {
      yield { place: { position: position ?? facts.recorded, through: facts.recorded }, states: [] }
    },
    ReadRecords: async function* ({ until }) {
      yield { records: [], through: until }
    },
  })

/** A ledger with these facts in it, reachable over gRPC; change them as the test goes. */
export async function sampleLedger() {
  const facts = {
    businesses: [] as (Business & { id: string })[],
    entries: [] as LedgerEntry[],
    /** Refuses queries of an entry. */
    entryRefusal: undefined as ErrorEnum | undefined,
    /** The default basis of reports. */
    defaultBasis: 'ACCRUAL',
    /** Refuses queries of that default. */
    configurationRefusal: undefined as ErrorEnum | undefined,
    /** The events that a replay of a business sends. */
    replay: (_businessId: string): StagedEvent[] => [],
    /** How far its history is. */
    recorded: 0,
  }
  const server = await serve({
    host: '127.0.0.1',
    port: 0,
    services: [
      implement(BusinessesService, {
        GetBusiness: async (_request, { clientId, businessId }) => {
          const found = facts.businesses.find(({ id, client_id }) => id === businessId && client_id === clientId)
          if (!found) throw refused('BusinessNotFound', 'There is no such business.')
          return { data: found, created: false }
        },
        CreateBusiness: unavailable,
        ListBusinesses: unavailable,
        UpdateBusiness: unavailable,
        ArchiveBusiness: unavailable,
      }),
      implement(JournalService, {
        GetEntry: async ({ entry_id }) => {
          if (facts.entryRefusal) throw refused(facts.entryRefusal, 'Refused by the test.')
          return { data: facts.entries.find(({ id }) => id === entry_id) ?? null }
        },
        PostJournalEntry: unavailable,
        PostJournalEntries: unavailable,
        ReverseEntry: unavailable,
        ListEntries: unavailable,
        ListAccountLines: unavailable,
      }),
      implement(AccountingConfigurationService, {
        GetAccountingConfiguration: async () => {
          if (facts.configurationRefusal) throw refused(facts.configurationRefusal, 'Refused by the test.')
          return { default_reporting_basis: facts.defaultBasis }
        },
        GetDefaultBasis: () => Promise.resolve({ reporting_basis: facts.defaultBasis }),
        UpdateAccountingConfiguration: unavailable,
        GetClientAccountingConfiguration: unavailable,
        UpdateClientAccountingConfiguration: unavailable,
      }),
      implementStream(ReplayService, {
        ReplayAggregates: async function* ({ business_id, types }) {
          const businesses = facts.businesses.filter(({ id }) => !business_id || id === business_id)
          const isAboutBusinesses = !business_id || types.join() === 'business'
          const events = isAboutBusinesses ? businesses.map(businessEvent) : facts.replay(business_id)
          for (const event of events) yield toAggregate(event)
        },
      }),
      sampleHistory(facts),
    ],
  })
  return { facts, target: `127.0.0.1:${server.port}`, close: () => server.stop() }
}

/** A banking with these facts in it, reachable over gRPC; change them as the test goes. */
export async function sampleBanking() {
  const facts = {
    transactions: [] as BankTransaction[],
    /** The events that a replay of a business sends. */
    replay: (_businessId: string): StagedEvent[] => [],
    /** How far its history is. */
    recorded: 0,
  }
  const server = await serve({
    host: '127.0.0.1',
    port: 0,
    services: [
      implement(BankTransactionsService, {
        GetBankTransaction: async ({ transaction_id }, { businessId }) => {
          const found = facts.transactions.find(
            ({ id, business_id }) => id === transaction_id && business_id === businessId,
          )
          if (!found) throw refused('BankTransactionNotFound', 'There is no such transaction.')
          return { data: found }
        },
        ListBankTransactions: unavailable,
        UpdateTransactionMetadata: unavailable,
        CategorizeTransaction: unavailable,
        BulkCategorize: unavailable,
        MatchTransaction: unavailable,
        UncategorizeTransaction: unavailable,
        ListCategories: unavailable,
        ListCounterparties: unavailable,
        GetTransactionsOfEntries: unavailable,
        ApplyTags: unavailable,
        RemoveTags: unavailable,
      }),
      implementStream(BankingReplayService, {
        ReplayAggregates: async function* ({ business_id }) {
          for (const event of facts.replay(business_id)) yield toAggregate(event)
        },
      }),
      sampleHistory(facts),
    ],
  })
  return { facts, target: `127.0.0.1:${server.port}`, close: () => server.stop() }
}

/** A billing with these facts in it, reachable over gRPC; change them as the test goes. */
export async function sampleBilling() {
  const facts = {
    /** The events that a replay of a business sends. */
    replay: (_businessId: string): StagedEvent[] => [],
    /** How far its history is. */
    recorded: 0,
  }
  const server = await serve({
    host: '127.0.0.1',
    port: 0,
    services: [
      implementStream(BillingReplayService, {
        ReplayAggregates: async function* ({ business_id, types, ids }) {
          for (const event of facts.replay(business_id)) {
            if (types.length > 0 && !types.includes(event.aggregateType)) continue
            if (ids.length > 0 && !ids.includes(event.aggregateId)) continue
            yield toAggregate(event)
          }
        },
      }),
      sampleHistory(facts),
    ],
  })
  return { facts, target: `127.0.0.1:${server.port}`, close: () => server.stop() }
}

/** A file store in a directory of this run. */
const sampleFiles = (): FileOptions => ({
  kind: 'disk',
  keepHours: 24,
  directory: testDirectory('files'),
  port: 0,
  baseUrl: 'http://files.test',
  signingKey: Buffer.alloc(32, 9),
})

/** Everything the service needs but its logger, with its ports chosen by the system. */
export const serviceOptions = (
  database: { url: string; relayUrl: string },
  nats: { url: string },
  owners: Record<'ledger' | 'banking' | 'billing', { target: string }>,
) => ({
  databaseUrl: database.url,
  relayDatabaseUrl: database.relayUrl,
  broker: { url: nats.url },
  files: sampleFiles(),
  ledgerTarget: owners.ledger.target,
  bankingTarget: owners.banking.target,
  billingTarget: owners.billing.target,
  host: '127.0.0.1',
  grpcPort: 0,
  opsPort: 0,
  ...eventsOutOptions,
})

/** All owners, and their readers. */
export async function sampleOwners() {
  const [ledger, banking, billing] = await Promise.all([sampleLedger(), sampleBanking(), sampleBilling()])
  const owners = connectOwners({
    ledgerTarget: ledger.target,
    bankingTarget: banking.target,
    billingTarget: billing.target,
  })
  const ledgerReplay = clientOfStreams(ReplayService, { target: ledger.target, count: 1 })
  const bankingReplay = clientOfStreams(BankingReplayService, { target: banking.target, count: 1 })
  const billingReplay = clientOfStreams(BillingReplayService, { target: billing.target, count: 1 })
  return {
    ledger,
    banking,
    billing,
    owners,
    source: {
      ledgerReplay: ledgerReplay.client,
      bankingReplay: bankingReplay.client,
      billingReplay: billingReplay.client,
      owners,
    },
    close: async () => {
      for (const connected of [owners, ledgerReplay, bankingReplay, billingReplay]) connected.close()
      await Promise.all([ledger.close(), banking.close(), billing.close()])
    },
  }
}

/** Default options of a rebuild by this release. */
export const rebuilding: RebuildOptions = {
  model: MODELS.newest,
  clock: () => new Date(),
  newId: () => crypto.randomUUID(),
}

/** Empties the read models that the transaction sees. */
export async function clearReadModel(tx: Tx, businessId: string): Promise<void> {
  for (const table of READ_MODELS) await removeRows(tx, businessId, table, 1_000_000)
}

/** Applies events as the service does, with each of its subscribers. */
export const applierOf =
  (db: Database, owners: Owners, models: ServedModels = MODELS) =>
  async (businessId: string, deliveries: readonly Delivery[]): Promise<void> => {
    for (const { handle } of subscribersOf({ connect: () => db, owners, clock: () => new Date(), models }))
      await handle(businessId, deliveries)
  }

/** The same for events of several businesses, together; those that are to be taken in alone are. */
export const applierOfMany =
  (db: Database, owners: Owners, models: ServedModels = MODELS) =>
  async (deliveries: readonly Delivery[]): Promise<void> => {
    const batch = Map.groupBy(deliveries, ({ businessId }) => businessId)
    for (const { handle, handleMany } of subscribersOf({
      connect: () => db,
      owners,
      clock: () => new Date(),
      models,
    })) {
      const alone = await handleMany(batch, 0)
      for (const businessId of alone.keys()) await handle(businessId, batch.get(businessId) ?? [])
    }
  }

/** Everything in the read models of a business but the event ids, for comparison. */
export const readModelOf = (db: Database, businessId: string) =>
  db.transact({ businessId }, async (tx) => ({
    days: await tx.rows(
      `SELECT tag_value_id, account_id, basis, is_closing, day::text, debits, credits, line_count FROM account_days
        WHERE line_count <> 0 ORDER BY tag_value_id, account_id, basis, is_closing, day`,
    ),
    months: await tx.rows(
      `SELECT tag_value_id, account_id, basis, is_closing, month::text, debits::text, credits::text, line_count
         FROM account_months WHERE line_count <> 0 ORDER BY tag_value_id, account_id, basis, is_closing, month`,
    ),
    entries: await tx.rows(
      'SELECT entry_id, memo, reference_number, source_type, version FROM entries ORDER BY entry_id',
    ),
    lines: await tx.rows(
      `SELECT entry_id, position, line_id, account_id, basis, is_closing, day::text, entry_at, direction, amount, memo,
              tag_value_ids
         FROM entry_lines ORDER BY entry_id, position`,
    ),
    lineTags: await tx.rows(
      'SELECT tag_value_id, entry_id, position FROM entry_line_tags ORDER BY tag_value_id, entry_id, position',
    ),
    dimensions: await tx.rows(
      'SELECT dimension_id, key, display_name, deleted_at, version FROM tag_dimensions ORDER BY dimension_id',
    ),
    values: await tx.rows(
      'SELECT value_id, dimension_id, value, display_name, version FROM tag_values ORDER BY value_id',
    ),
    transactions: await tx.rows(
      'SELECT transaction_id, day::text, waits, version FROM bank_transactions ORDER BY transaction_id',
    ),
    waitingDays: await tx.rows('SELECT day::text, waiting FROM waiting_days WHERE waiting <> 0 ORDER BY day'),
    waitingMonths: await tx.rows('SELECT month::text, waiting FROM waiting_months WHERE waiting <> 0 ORDER BY month'),
    externalAccounts: await tx.rows(
      `SELECT external_account_id, connection_needs_repair_as_of, reconnect_with_new_credentials, archived_at, version
         FROM external_accounts ORDER BY external_account_id`,
    ),
    accounts: await tx.rows('SELECT account_id, name, account_number, version FROM accounts ORDER BY account_id'),
  }))
