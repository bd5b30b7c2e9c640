/** The business that the statements are of: its accounts, its rules, what came in. */
import { PacioliError, type PacioliClient } from '@pacioli/client'
import { B, openBusiness, type Books } from '../shared/books.ts'
import type { ExternalAccount, ImportInput, ImportReport, RuleInput, STATUSES } from './messages.ts'
import type { StatementFile } from './statement-files.ts'

type Status = (typeof STATUSES)[number]

/** Where files are read without being imported, to learn what they are of. */
const SCRATCH = 'statements to be read'

export class StatementBooks {
  readonly #pacioli: PacioliClient
  readonly #path: Books['path']
  readonly #accounts = new Map<string, { id: string }>()

  private constructor({ pacioli, path }: Books) {
    this.#pacioli = pacioli
    this.#path = path
  }

  /** The business of this external_id, in the currency of its statements. */
  static async open(
    pacioli: PacioliClient,
    external_id: string,
    legal_name: string,
    currency: string,
  ): Promise<StatementBooks> {
    const input = { external_id: `${external_id}-${currency}`, legal_name, currency }
    return new StatementBooks(await openBusiness(pacioli, input))
  }

  /** The account that statements with this number are of; a new one where it is not there yet. */
  async account(number: string): Promise<{ id: string }> {
    const known = this.#accounts.get(number)
    if (known) return known
    const kind = { account_type: 'DEPOSITORY', account_subtype: 'CHECKING' } as const
    const input = { external_id: number, account_name: number, mask: number.slice(-4), ...kind }
    const { body } = await this.#pacioli.POST(`${B}/custom-accounts`, { params: { path: this.#path }, body: input })
    this.#accounts.set(number, body.data)
    return body.data
  }

  /** As they are now, but for the one that files were read at. */
  async accounts(): Promise<ExternalAccount[]> {
    const { body } = await this.#pacioli.GET(`${B}/external-accounts`, { params: { path: this.#path } })
    return body.data.filter(({ external_account_external_id }) => external_account_external_id !== SCRATCH)
  }

  /** Rules in the order given; the same name is the same rule. */
  async ensureRules(rules: readonly RuleInput[]): Promise<void> {
    for (const [index, rule] of rules.entries()) {
      const body = { external_id: `rule ${index + 1}: ${rule.name}`, priority: (index + 1) * 10, ...rule }
      await this.#pacioli.POST(`${B}/categorization-rules`, { params: { path: this.#path }, body })
    }
  }

  /**
   * What a file is of, by its account numbers; nothing is imported.
   * @throws PacioliError CurrencyMismatch or UnreadableStatement, as the API says it
   */
  async accountsIn(file: StatementFile): Promise<string[]> {
    if (file.mapping) return [file.mapping.account]
    try {
      const { statements } = await this.#importInto((await this.account(SCRATCH)).id, file, { dry_run: true })
      return [...new Set(statements.map(({ account_identifier }) => account_identifier ?? file.name))]
    } catch (error) {
      const accounts = error instanceof PacioliError ? error.meta.accounts : undefined
      if (Array.isArray(accounts)) return accounts.map(String)
      throw error
    }
  }

  async import(number: string, file: StatementFile, isOneOfSeveral: boolean): Promise<ImportReport> {
    const { id } = await this.account(number)
    return this.#importInto(id, file, isOneOfSeveral ? { statement_account_id: number } : {})
  }

  async #importInto(
    externalAccountId: string,
    { name, content, mapping }: StatementFile,
    more: Partial<ImportInput>,
  ): Promise<ImportReport> {
    const input = { file_name: name, content, ...(mapping ? { csv_mapping: mapping.mapping } : {}), ...more }
    const params = { path: { ...this.#path, externalAccountId } }
    const statements = `${B}/custom-accounts/{externalAccountId}/statement-import` as const
    return (await this.#pacioli.POST(statements, { params, body: input })).body.data
  }

  /** What stood on the account before its first statement; kept as it is where it was said before. */
  async open(number: string, balance: number, effective_at: string): Promise<void> {
    const params = { path: { ...this.#path, externalAccountId: (await this.account(number)).id } }
    const opening = `${B}/external-accounts/{externalAccountId}/opening-balance` as const
    await this.#pacioli.POST(opening, { params, body: { balance, effective_at } }).catch((error: unknown) => {
      if (!(error instanceof PacioliError) || error.errorEnum !== 'DuplicateOpeningBalance') throw error
    })
  }

  async count(categorization_status: Status, accountId: string): Promise<number> {
    const query = { limit: 1, categorization_status, external_account_ids: accountId }
    const { body } = await this.#pacioli.GET(`${B}/bank-transactions`, { params: { path: this.#path, query } })
    return body.meta.pagination.total_count
  }

  /** What the transactions of an account come to, money in as positive; and those of them that are not the business's. */
  async sums(accountId: string): Promise<{ sum: number; excluded: number }> {
    let [sum, excluded] = [0, 0]
    const params = { path: this.#path, query: { external_account_ids: accountId, limit: 500 } }
    for await (const { amount, direction, category } of this.#pacioli.pages(`${B}/bank-transactions`, { params })) {
      const signed = direction === 'CREDIT' ? amount : -amount
      sum += signed
      if (category?.category === 'Exclusion') excluded += signed
    }
    return { sum, excluded }
  }
}
