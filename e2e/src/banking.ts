/** Bank accounts and bank transactions of one business, in the terms of tests. */
import type { Call } from './api.ts'
import { allPages, type Books } from './books.ts'
import type { BankAccount, BankTransaction, Direction, ExternalAccount } from './answers.ts'

export interface TransactionInput {
  external_id: string
  amount: number
  direction: Direction
  date: string
  description: string
  [field: string]: unknown
}

const moved =
  (direction: Direction) =>
  (external_id: string, amount: number, more: Partial<TransactionInput> = {}): TransactionInput => ({
    external_id,
    amount,
    direction,
    date: '2026-01-15T12:00:00Z',
    description: external_id,
    ...more,
  })

export const moneyIn = moved('CREDIT')
export const moneyOut = moved('DEBIT')

export class Banking {
  readonly books: Books

  constructor(books: Books) {
    this.books = books
  }

  createAccount(body: unknown, headers: Record<string, string> = {}) {
    return this.books.api.call('createCustomAccount', { body, headers })
  }

  /** An external account with a bank account of its own. */
  async account(external_id: string, more: object = {}): Promise<ExternalAccount> {
    const kind = { account_type: 'DEPOSITORY', account_subtype: 'CHECKING' }
    return (await this.createAccount({ external_id, account_name: external_id, ...kind, ...more })).body.data
  }

  async bankAccounts(query: Call['query'] = {}): Promise<BankAccount[]> {
    return (await this.books.api.call('listBankAccounts', { query })).body.data
  }

  import(externalAccountId: string, transactions: unknown, headers: Record<string, string> = {}) {
    return this.books.api.call('importTransactions', { path: { externalAccountId }, body: { transactions }, headers })
  }

  /** The transactions imported, in the order of the input. */
  async imported(externalAccountId: string, transactions: readonly TransactionInput[]): Promise<BankTransaction[]> {
    const { rows } = (await this.import(externalAccountId, transactions)).body.data
    return Promise.all(rows.map(({ transaction_id }) => this.transaction(transaction_id ?? '')))
  }

  importFile(externalAccountId: string, content: string, more: object = {}) {
    const body = { content: Buffer.from(content).toString('base64'), ...more }
    return this.books.api.call('importStatement', { path: { externalAccountId }, body })
  }

  async transaction(transactionId: string): Promise<BankTransaction> {
    return (await this.books.api.call('getBankTransaction', { path: { transactionId } })).body.data
  }

  list(query: Call['query'] = {}) {
    return this.books.api.call('listBankTransactions', { query })
  }

  /** Every transaction that fits, page after page. */
  all(query: Call['query'] = {}): Promise<BankTransaction[]> {
    return allPages(async (cursor) => (await this.list({ limit: 500, ...query, cursor })).body)
  }

  decide(transactionId: string, body: unknown, headers: Record<string, string> = {}) {
    return this.books.api.call('categorizeTransaction', { path: { transactionId }, body, headers })
  }

  categorize(transactionId: string, category: unknown, more: object = {}) {
    return this.decide(transactionId, { type: 'Category', category, ...more })
  }

  split(transactionId: string, ...entries: object[]) {
    return this.decide(transactionId, { type: 'Split', entries })
  }

  decideAll(body: unknown) {
    return this.books.api.call('bulkCategorizeTransactions', { body })
  }

  uncategorize(transactionId: string) {
    return this.books.api.call('uncategorizeTransaction', { path: { transactionId } })
  }

  match(transactionId: string, match_id: string) {
    const body = { type: 'Confirm_Match', match_id }
    return this.books.api.call('matchTransaction', { path: { transactionId }, body })
  }

  describe(transactionId: string, body: unknown) {
    return this.books.api.call('updateTransactionMetadata', { path: { transactionId }, body })
  }

  createRule(body: unknown) {
    return this.books.api.call('createCategorizationRule', { body })
  }

  updateRule(ruleId: string, body: unknown) {
    return this.books.api.call('updateCategorizationRule', { path: { ruleId }, body })
  }

  open(externalAccountId: string, balance: number, effective_at = '2026-01-01T00:00:00Z') {
    return this.books.api.call('createOpeningBalance', { path: { externalAccountId }, body: { balance, effective_at } })
  }
}
