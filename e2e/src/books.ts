/** The books of one business, in the terms of tests. */
import type { Api, Call } from './api.ts'
import type { AccountLine, BalanceNode, Business, ChartNode, Direction, Entry, Page, Report } from './answers.ts'

/** A tag, and what its dimension and it are called if they are made by it. */
export interface TagInput {
  key: string
  value: string
  dimension_display_name?: string
  value_display_name?: string
}

export interface LineInput {
  account_identifier: { type: string; id?: string; stable_name?: string }
  amount: number
  direction: Direction
  memo?: string
  tags?: TagInput[]
  customer_id?: string
  vendor_id?: string
}

export interface EntryInput {
  entry_at: string
  line_items: LineInput[]
  external_id?: string
  memo?: string
  reference_number?: string
  metadata?: object
  tags?: TagInput[]
}

/** An account by id or by stable name, as the API wants it named. */
export const named = (account: string): LineInput['account_identifier'] =>
  /^[0-9a-f-]{36}$/.test(account) ? { type: 'AccountId', id: account } : { type: 'StableName', stable_name: account }

export const debit = (account: string, amount: number, more: Partial<LineInput> = {}): LineInput => ({
  account_identifier: named(account),
  amount,
  direction: 'DEBIT',
  ...more,
})

export const credit = (account: string, amount: number, more: Partial<LineInput> = {}): LineInput => ({
  ...debit(account, amount, more),
  direction: 'CREDIT',
})

/** A sale for cash: the plainest entry there is. */
export const sale = (
  amount: number,
  entry_at = '2026-01-15T12:00:00Z',
  more: Partial<EntryInput> = {},
): EntryInput => ({
  entry_at,
  line_items: [debit('CASH', amount), credit('SALES', amount)],
  ...more,
})

export class Books {
  readonly api: Api
  readonly business: Business

  constructor(api: Api, business: Business) {
    this.api = api.of(business.id)
    this.business = business
  }

  get id(): string {
    return this.business.id
  }

  post(body: unknown, headers: Record<string, string> = {}) {
    return this.api.call('postJournalEntry', { body, headers })
  }

  async posted(input: EntryInput): Promise<Entry> {
    return (await this.post(input)).body.data
  }

  postAll(body: unknown, headers: Record<string, string> = {}) {
    return this.api.call('postJournalEntries', { body, headers })
  }

  async allPosted(inputs: EntryInput[]): Promise<Entry[]> {
    return (await this.postAll(inputs)).body.data
  }

  reverse(entryId: string, body?: unknown) {
    return this.api.call('reverseEntry', { path: { entryId }, body })
  }

  async entry(entryId: string): Promise<Entry> {
    return (await this.api.call('getEntry', { path: { entryId } })).body.data
  }

  async entries(query: Call['query'] = {}): Promise<Page<Entry>> {
    return (await this.api.call('listEntries', { query })).body
  }

  /** Every entry, page after page. */
  allEntries(query: Call['query'] = {}): Promise<Entry[]> {
    return allPages((cursor) => this.entries({ limit: 500, ...query, cursor }))
  }

  async lines(accountId: string, query: Call['query'] = {}): Promise<Page<AccountLine>> {
    return (await this.api.call('listAccountLines', { path: { accountId }, query })).body
  }

  allLines(accountId: string, query: Call['query'] = {}): Promise<AccountLine[]> {
    return allPages((cursor) => this.lines(accountId, { limit: 500, ...query, cursor }))
  }

  /** Every account of the chart, flat. */
  async accounts(query: Call['query'] = {}): Promise<ChartNode[]> {
    return flat((await this.api.call('getChartOfAccounts', { query })).body.data.accounts)
  }

  async account(stableName: string): Promise<ChartNode> {
    const found = (await this.accounts({ include_archived: true })).find(
      ({ stable_name }) => stable_name?.stable_name === stableName,
    )
    if (!found) throw new Error(`The chart has no account ${stableName}.`)
    return found
  }

  async createAccount(body: object): Promise<ChartNode> {
    return (await this.api.call('createAccount', { body })).body.data
  }

  async balanceNodes(query: Call['query'] = {}): Promise<BalanceNode[]> {
    return flat((await this.api.call('listAccountBalances', { query })).body.data.accounts)
  }

  /** The balance of each account with lines, in its normality, by stable name where it has one, else by id. */
  async balances(query: Call['query'] = {}): Promise<Record<string, number>> {
    const used = (await this.balanceNodes(query)).filter(({ line_count }) => line_count > 0)
    return Object.fromEntries(used.map((node) => [node.stable_name?.stable_name ?? node.id.id, node.balance]))
  }

  async trialBalance(query: Call['query'] = {}): Promise<Report> {
    return (await this.api.call('getTrialBalance', { query })).body.data
  }

  /** Everything that a refused write must not change. */
  async snapshot(): Promise<object> {
    const [entries, balances] = await Promise.all([
      this.entries({ limit: 1 }),
      this.balanceNodes({ include_archived: true }),
    ])
    return { entries: entries.meta.pagination.total_count, balances }
  }
}

/** So often a listing is read that changes meanwhile, as events arrive. */
const MOST_READS = 20

/** All rows of a listing, by pages whose counts agree. @throws Error when they go on to contradict each other */
export async function allPages<Row>(pageAt: (cursor: string | undefined) => Promise<Page<Row>>): Promise<Row[]> {
  for (let reads = 1; ; reads++) {
    const { rows, totals } = await readPages(pageAt)
    if (totals.every((total) => total === rows.length)) return rows
    if (reads === MOST_READS)
      throw new Error(`The pages hold ${rows.length} rows, and total_count says ${totals.join(', ')}.`)
  }
}

async function readPages<Row>(pageAt: (cursor: string | undefined) => Promise<Page<Row>>) {
  const rows: Row[] = []
  const totals: number[] = []
  let cursor: string | undefined
  do {
    const { data, meta } = await pageAt(cursor)
    const { pagination } = meta
    totals.push(pagination.total_count)
    if (pagination.has_more !== (pagination.cursor !== null)) throw new Error('A page has more, but no cursor.')
    rows.push(...data)
    cursor = pagination.cursor ?? undefined
  } while (cursor !== undefined)
  return { rows, totals }
}

/** A tree as a list, parents first. */
export const flat = <Node extends { sub_accounts: Node[] }>(nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => [node, ...flat(node.sub_accounts)])
