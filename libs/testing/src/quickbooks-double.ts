/**
 * A double of the query API of QuickBooks Online: answers in its documented shapes, and fails on demand. Companies are
 * independent, so any number of tests share one server.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

type Item = { Id: string; [field: string]: unknown }

export type QuickbooksBooks = { Account: Item[]; JournalEntry: Item[] }

/** One faulty answer. */
export type QuickbooksFault =
  | { status: number; retryAfter?: string; location?: string }
  | { body: string }
  /** Never answers. */
  | { hangs: true }

type CompanyState = {
  books: QuickbooksBooks
  faults: QuickbooksFault[]
  /** The requests, in order. */
  queries: string[]
  /** Access tokens that came with it. */
  tokens: string[]
  /** Delays the next answer. */
  holding: boolean
}

const query =
  /^SELECT \* FROM (Account|JournalEntry)( WHERE Active IN \(true, false\))? ORDERBY Id STARTPOSITION (\d+) MAXRESULTS (\d+)$/

export type QuickbooksServer = { url: string; stop: () => Promise<void> }

export async function startQuickbooksDouble(): Promise<QuickbooksServer> {
  const companies = new Map<string, CompanyState>()
  const server = createServer((request, response) => {
    answer(companies, request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const newCompany = (): CompanyState => ({
  books: { Account: [], JournalEntry: [] },
  faults: [],
  queries: [],
  tokens: [],
  holding: false,
})

async function answer(
  companies: Map<string, CompanyState>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://double')
  const [, scope, id = ''] = /^\/(v3\/company|double)\/(\d+)(?:\/query)?$/.exec(url.pathname) ?? []
  const company = companies.get(id) ?? newCompany()
  companies.set(id, company)
  if (scope === 'double') return control(company, request, response)
  if (scope === undefined || url.searchParams.get('minorversion') !== '75') return send(response, 400, fault('4000'))
  company.queries.push(url.searchParams.get('query') ?? '')
  company.tokens.push(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
  while (company.holding) await new Promise((resolve) => setTimeout(resolve, 10))
  const failing = company.faults.shift()
  if (failing) return fail(response, failing)
  send(response, 200, select(company.books, url.searchParams.get('query') ?? ''))
}

function select(books: QuickbooksBooks, text: string): unknown {
  const [, entity, all, start, max] = query.exec(text) ?? []
  if (entity !== 'Account' && entity !== 'JournalEntry') return fault('4000')
  const from = Number(start) - 1
  const found = books[entity]
    .filter((item) => all !== undefined || item['Active'] !== false)
    .toSorted((one, other) => Number(one.Id) - Number(other.Id))
    .slice(from, from + Number(max))
  const time = '2026-11-20T12:00:00.000-08:00'
  if (found.length === 0) return { QueryResponse: {}, time }
  return { QueryResponse: { [entity]: found, startPosition: from + 1, maxResults: found.length }, time }
}

const fault = (code: string) => ({
  Fault: { Error: [{ Message: 'Error', Detail: 'a detail that nobody repeats', code }], type: 'ValidationFault' },
})

function fail(response: ServerResponse, failing: QuickbooksFault): void {
  if ('hangs' in failing) return
  if ('body' in failing) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(failing.body)
    return
  }
  const { status, retryAfter, location } = failing
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
  if (location !== undefined) response.setHeader('location', location)
  send(response, status, fault(status === 429 ? '003001' : '3200'))
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Tests may run in another process than the server. */
async function control(company: CompanyState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (chunks.length > 0) Object.assign(company, JSON.parse(Buffer.concat(chunks).toString()))
  send(response, 200, { queries: company.queries, tokens: company.tokens })
}

/** One company of the double, as a test speaks of it. */
export class QuickbooksCompany {
  readonly id: string
  readonly #url: string

  /** @param id digits, as QuickBooks numbers companies */
  constructor(serverUrl: string, id: string) {
    this.id = id
    this.#url = `${serverUrl}/double/${id}`
  }

  async keep(books: QuickbooksBooks): Promise<void> {
    await this.#tell({ books })
  }

  /** The next answers, in this order, instead of data. */
  async fail(...faults: QuickbooksFault[]): Promise<void> {
    await this.#tell({ faults })
  }

  /** Makes requests wait until they are released. */
  async hold(holding: boolean): Promise<void> {
    await this.#tell({ holding })
  }

  async asked(): Promise<{ queries: string[]; tokens: string[] }> {
    return (await (await fetch(this.#url)).json()) as { queries: string[]; tokens: string[] }
  }

  async #tell(state: Partial<CompanyState>): Promise<void> {
    await fetch(this.#url, { method: 'PUT', body: JSON.stringify(state) })
  }
}

const META = { CreateTime: '2026-01-02T09:00:00-08:00', LastUpdatedTime: '2026-01-02T09:00:00-08:00' }
const USD = { value: 'USD', name: 'United States Dollar' }

/** An account as QuickBooks answers it. */
export const quickbooksAccount = (
  id: string,
  name: string,
  [type, subtype, classification]: readonly [type: string, subtype: string, classification: string],
  more: Record<string, unknown> = {},
): Item => ({
  Name: name,
  SubAccount: 'ParentRef' in more,
  FullyQualifiedName: name,
  Active: true,
  Classification: classification,
  AccountType: type,
  AccountSubType: subtype,
  CurrentBalance: 0,
  CurrentBalanceWithSubAccounts: 0,
  CurrencyRef: USD,
  domain: 'QBO',
  sparse: false,
  Id: id,
  SyncToken: '0',
  MetaData: META,
  ...more,
})

/** A line as QuickBooks answers it. */
export const quickbooksLine = (
  posting: 'Debit' | 'Credit',
  accountId: string,
  amount: number,
  { detail = {}, ...more }: { detail?: Record<string, unknown>; [field: string]: unknown } = {},
): Record<string, unknown> => ({
  Id: '0',
  Amount: amount,
  DetailType: 'JournalEntryLineDetail',
  JournalEntryLineDetail: {
    PostingType: posting,
    AccountRef: { value: accountId, name: `Account ${accountId}` },
    ...detail,
  },
  ...more,
})

/** A journal entry as QuickBooks answers it. */
export const quickbooksEntry = (
  id: string,
  day: string,
  lines: readonly Record<string, unknown>[],
  more: Record<string, unknown> = {},
): Item => ({
  Adjustment: false,
  domain: 'QBO',
  sparse: false,
  Id: id,
  SyncToken: '0',
  MetaData: META,
  TxnDate: day,
  CurrencyRef: USD,
  Line: lines.map((line, index) => ({ ...line, Id: String(index) })),
  TxnTaxDetail: {},
  ...more,
})

/** The types of accounts that tests need, as QuickBooks spells them. */
export const QUICKBOOKS_TYPES = {
  checking: ['Bank', 'Checking', 'Asset'],
  receivables: ['Accounts Receivable', 'AccountsReceivable', 'Asset'],
  undeposited: ['Other Current Asset', 'UndepositedFunds', 'Asset'],
  payables: ['Accounts Payable', 'AccountsPayable', 'Liability'],
  loan: ['Other Current Liability', 'LoanPayable', 'Liability'],
  openingBalance: ['Equity', 'OpeningBalanceEquity', 'Equity'],
  retainedEarnings: ['Equity', 'RetainedEarnings', 'Equity'],
  services: ['Income', 'ServiceFeeIncome', 'Revenue'],
  rent: ['Expense', 'RentOrLeaseOfBuildings', 'Expense'],
} as const
