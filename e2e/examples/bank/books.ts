/** The business that the statements are of: its accounts, its rules, what came in. */
import { ApiRefusal, type Api } from '../shared/api.ts'
import type { StatementFile } from './statement-files.ts'

export type ExternalAccount = {
  id: string
  bank_account_id: string
  external_account_external_id: string
  external_account_name: string
  current_ledger_balance: number
  uncategorized_transaction_sum: number
}

export type StatementSummary = {
  account_identifier: string | null
  currency: string | null
  opening_balance: number | null
  opening_balance_at: string | null
  closing_balance: number | null
  closing_balance_at: string | null
  row_count: number
  row_sum: number
  reconciliation: 'RECONCILED' | 'NOT_RECONCILED' | 'UNKNOWN'
  difference: number | null
}

export type ImportReport = {
  format: string
  imported_count: number
  known_count: number
  refused_count: number
  categorized_count: number
  rows: { row: number; outcome: string; reason: string | null; date: string | null }[]
  statements: StatementSummary[]
  warnings: string[]
}

type Data<Resource> = { data: Resource }
type Counted = { meta: { pagination: { total_count: number } } }

/** Where files are read without being imported, to learn what they are of. */
const SCRATCH = 'statements to be read'

export class StatementBooks {
  readonly #api: Api
  readonly #path: string
  readonly #accounts = new Map<string, ExternalAccount>()

  private constructor(api: Api, businessId: string) {
    this.#api = api
    this.#path = `/v1/businesses/${businessId}`
  }

  /** The business of this external_id, in the currency of its statements. */
  static async open(api: Api, external_id: string, legal_name: string, currency: string): Promise<StatementBooks> {
    const body = { external_id: `${external_id}-${currency}`, legal_name, currency }
    const { data } = await api<Data<{ id: string }>>('POST', '/v1/businesses', body)
    return new StatementBooks(api, data.id)
  }

  /** The account that statements with this number are of; a new one where it is not there yet. */
  async account(number: string): Promise<ExternalAccount> {
    const known = this.#accounts.get(number)
    if (known) return known
    const kind = { account_type: 'DEPOSITORY', account_subtype: 'CHECKING' }
    const body = { external_id: number, account_name: number, mask: number.slice(-4), ...kind }
    const { data } = await this.#api<Data<ExternalAccount>>('POST', `${this.#path}/custom-accounts`, body)
    this.#accounts.set(number, data)
    return data
  }

  /** As they are now, but for the one that files were read at. */
  async accounts(): Promise<ExternalAccount[]> {
    const { data } = await this.#api<Data<ExternalAccount[]>>('GET', `${this.#path}/external-accounts`)
    return data.filter(({ external_account_external_id }) => external_account_external_id !== SCRATCH)
  }

  /** Rules in the order given; the same name is the same rule. */
  async ensureRules(rules: readonly Record<string, unknown>[]): Promise<void> {
    for (const [index, rule] of rules.entries()) {
      const body = { external_id: `rule ${index + 1}: ${String(rule.name)}`, priority: (index + 1) * 10, ...rule }
      await this.#api('POST', `${this.#path}/categorization-rules`, body)
    }
  }

  /**
   * What a file is of, by its account numbers; nothing is imported.
   * @throws ApiRefusal CurrencyMismatch or UnreadableStatement, as the API says it
   */
  async accountsIn(file: StatementFile): Promise<string[]> {
    if (file.mapping) return [file.mapping.account]
    try {
      const { statements } = await this.#importInto((await this.account(SCRATCH)).id, file, { dry_run: true })
      return [...new Set(statements.map(({ account_identifier }) => account_identifier ?? file.name))]
    } catch (error) {
      const accounts = error instanceof ApiRefusal ? error.meta.accounts : undefined
      if (Array.isArray(accounts)) return accounts.map(String)
      throw error
    }
  }

  async import(number: string, file: StatementFile, isOneOfSeveral: boolean): Promise<ImportReport> {
    const { id } = await this.account(number)
    return this.#importInto(id, file, isOneOfSeveral ? { statement_account_id: number } : {})
  }

  async #importInto(accountId: string, { name, content, mapping }: StatementFile, more: object): Promise<ImportReport> {
    const body = { file_name: name, content, ...(mapping ? { csv_mapping: mapping.mapping } : {}), ...more }
    const path = `${this.#path}/custom-accounts/${accountId}/statement-import`
    return (await this.#api<Data<ImportReport>>('POST', path, body)).data
  }

  /** What stood on the account before its first statement; kept as it is where it was said before. */
  async open(number: string, balance: number, effective_at: string): Promise<void> {
    const { id } = await this.account(number)
    await this.#api('POST', `${this.#path}/external-accounts/${id}/opening-balance`, { balance, effective_at }).catch(
      (error: unknown) => {
        if (!(error instanceof ApiRefusal) || error.errorEnum !== 'DuplicateOpeningBalance') throw error
      },
    )
  }

  async count(categorization_status: string, accountId: string): Promise<number> {
    const query = `limit=1&categorization_status=${categorization_status}&external_account_ids=${accountId}`
    return (await this.#api<Counted>('GET', `${this.#path}/bank-transactions?${query}`)).meta.pagination.total_count
  }

  /** What the transactions of an account come to, money in as positive; and those of them that are not the business's. */
  async sums(accountId: string): Promise<{ sum: number; excluded: number }> {
    let [sum, excluded] = [0, 0]
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = new URLSearchParams({
        external_account_ids: accountId,
        limit: '500',
        ...(cursor ? { cursor } : {}),
      })
      const page: TransactionPage = await this.#api('GET', `${this.#path}/bank-transactions?${query.toString()}`)
      for (const { amount, direction, category } of page.data) {
        const signed = direction === 'CREDIT' ? amount : -amount
        sum += signed
        if (category?.category === 'Exclusion') excluded += signed
      }
      cursor = page.meta.pagination.cursor
    }
    return { sum, excluded }
  }
}

type TransactionPage = {
  data: { amount: number; direction: string; category: { category: string } | null }[]
  meta: { pagination: { cursor: string | null } }
}
