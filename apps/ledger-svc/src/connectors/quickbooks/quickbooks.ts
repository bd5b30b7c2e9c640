/** Reads a company of QuickBooks Online through its query API, page by page. */
import { DomainError, refused } from '@pacioli/errors'
import type { Connector, ProviderPage, ProviderSession } from '../connector.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { isObject, objects, type Json } from '../reading.ts'
import type { ItemType, RefusedItem } from '../../connections/sync.ts'
import { toProviderAccount } from './accounts.ts'
import { toProviderEntry } from './journal-entries.ts'
import { MAX_ID } from './limits.ts'

/** The oldest version of the API that is still answered. */
const MINOR_VERSION = '75'

type Query<Item> = {
  entity: 'Account' | 'JournalEntry'
  where: string
  itemType: ItemType
  /** Items at a time; QuickBooks answers at most a thousand. */
  pageSize: number
  read: (source: Json) => Item
}

const accounts: Query<ReturnType<typeof toProviderAccount>> = {
  entity: 'Account',
  // Without it, inactive accounts are left out.
  where: ' WHERE Active IN (true, false)',
  itemType: 'ACCOUNT',
  pageSize: 1_000,
  read: toProviderAccount,
}

const journalEntries: Query<ReturnType<typeof toProviderEntry>> = {
  entity: 'JournalEntry',
  where: '',
  itemType: 'JOURNAL_ENTRY',
  // An entry may have hundreds of lines, and parsing an answer of tens of megabytes would block the process.
  pageSize: 200,
  read: toProviderEntry,
}

export const quickbooks: Connector = {
  entrySource: 'quickbooks_journal_entry',
  accounts: (session) => readAll(session, accounts),
  journalEntries: (session) => readAll(session, journalEntries),
}

/** In the order of their ids, which never change: a concurrent change moves nothing to another page. */
async function* readAll<Item>(session: ProviderSession, query: Query<Item>): AsyncGenerator<ProviderPage<Item>> {
  const beginnings = new Set<string>()
  for (let start = 1; ; start += query.pageSize) {
    const sources = await readPage(session, query, start)
    if (sources.length > 0) {
      const beginning = fingerprintOf(sources[0])
      if (beginnings.has(beginning))
        throw refused('ProviderUnavailable', 'QuickBooks answers with the same page again and again.')
      beginnings.add(beginning)
      yield parsePage(query, sources)
    }
    if (sources.length < query.pageSize) return
  }
}

async function readPage<Item>(session: ProviderSession, query: Query<Item>, start: number): Promise<Json[]> {
  if (!/^\d{1,40}$/.test(session.externalCompanyId))
    throw refused('NotConnected', 'QuickBooks has not said which company was connected. Connect it again.')
  const answer = await session.get(`/v3/company/${session.externalCompanyId}/query`, {
    query: `SELECT * FROM ${query.entity}${query.where} ORDERBY Id STARTPOSITION ${start} MAXRESULTS ${query.pageSize}`,
    minorversion: MINOR_VERSION,
  })
  // An empty answer has no list, a refused query has a Fault in its place.
  if (!isObject(answer) || !isObject(answer.QueryResponse) || 'Fault' in answer.QueryResponse)
    throw refused('ProviderUnavailable', `QuickBooks did not answer a query for ${query.entity} as it is documented.`)
  return objects(answer.QueryResponse, query.entity)
}

function parsePage<Item>({ read, itemType }: Query<Item>, sources: readonly Json[]): ProviderPage<Item> {
  const items: Item[] = []
  const refusals: RefusedItem[] = []
  for (const source of sources) {
    try {
      items.push(read(source))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refusals.push({ itemType, externalId: idOf(source), errorEnum: error.errorEnum, description: error.message })
    }
  }
  return { items, refused: refusals }
}

const idOf = ({ Id }: Json): string | null => (typeof Id === 'string' && Id.length <= MAX_ID ? Id : null)
