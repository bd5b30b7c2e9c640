/** `npm run example:bank`: statement files go in over HTTP, a set of rules decides what they were, and the books say what the banks do. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PacioliError, type PacioliClient } from '@pacioli/client'
import { SingleBar } from 'cli-progress'
import { Command } from 'commander'
import { StatementBooks } from './bank/books.ts'
import { STATUSES, type ExternalAccount, type RuleInput, type StatementSummary } from './bank/messages.ts'
import {
  balancesTable,
  filesTable,
  reconciliationIn,
  statusTable,
  togetherOf,
  type ComparedAccount,
  type ImportedFile,
} from './bank/show.ts'
import { fingerprintOf, readRules, readStatementFile, type StatementFile } from './bank/statement-files.ts'
import { currencyOf, type Currency } from './shared/currency.ts'
import { withConnection, type ConnectionOptions } from './shared/connection.ts'
import { runProgram } from './shared/run-program.ts'

const sample = join(import.meta.dirname, 'sample-bank')
const DEFAULT_CURRENCY = 'USD'

const sampleFiles = (): string[] =>
  readdirSync(sample)
    .filter((name) => !name.endsWith('.json'))
    .sort()
    .map((name) => join(sample, name))

/** A file that cannot be imported, and why, in the API's words. */
type Unread = { file: string; reason: string }

class Import {
  readonly #pacioli: PacioliClient
  readonly #files: readonly StatementFile[]
  readonly #rules: readonly RuleInput[]
  /** One business for each currency that statements are in. */
  readonly #books = new Map<string, StatementBooks>()
  readonly imported = new Map<string, ImportedFile[]>()
  readonly unread: Unread[] = []

  constructor(pacioli: PacioliClient, files: readonly StatementFile[], rules: readonly RuleInput[]) {
    this.#pacioli = pacioli
    this.#files = files
    this.#rules = rules
  }

  async run(): Promise<void> {
    const bar = new SingleBar({ format: 'importing {bar} {value}/{total} files', noTTYOutput: true })
    bar.start(this.#files.length, 0)
    try {
      for (const file of this.#files) {
        await this.#importFile(file, DEFAULT_CURRENCY)
        bar.increment()
      }
    } finally {
      bar.stop()
    }
  }

  books(currency: string): StatementBooks {
    const found = this.#books.get(currency)
    if (!found) throw new Error(`No books were opened in ${currency}.`)
    return found
  }

  async #importFile(file: StatementFile, currency: string): Promise<void> {
    try {
      const books = await this.#open(currency)
      const accounts = await books.accountsIn(file)
      for (const account of accounts) {
        const report = await books.import(account, file, accounts.length > 1)
        const others = this.imported.get(currency) ?? []
        this.imported.set(currency, [...others, { file: file.name, account, report }])
      }
    } catch (error) {
      if (!(error instanceof PacioliError) || error.status >= 500) throw error
      const other = error.errorEnum === 'CurrencyMismatch' ? error.meta.value : undefined
      if (typeof other === 'string' && other !== currency) return this.#importFile(file, other)
      this.unread.push({ file: file.name, reason: error.description })
    }
  }

  async #open(currency: string): Promise<StatementBooks> {
    const known = this.#books.get(currency)
    if (known) return known
    const name = `Statements in ${currency}`
    const books = await StatementBooks.open(
      this.#pacioli,
      `bank-${fingerprintOf(this.#files, this.#rules)}`,
      name,
      currency,
    )
    await books.ensureRules(this.#rules)
    this.#books.set(currency, books)
    return books
  }
}

/**
 * Imports the files and says what the books make of them. Returns whether all were imported, and the books hold exactly
 * what was.
 */
async function run(
  pacioli: PacioliClient,
  files: readonly StatementFile[],
  rules: readonly RuleInput[],
): Promise<boolean> {
  const work = new Import(pacioli, files, rules)
  await work.run()
  for (const { file, reason } of work.unread) console.log(`\n${file} was not imported: ${reason}`)
  let isSound = work.unread.length === 0
  for (const [code, imported] of work.imported) {
    const currency = currencyOf(code)
    console.log(`\n${filesTable(imported, currency)}`)
    for (const { file, report } of imported) {
      for (const warning of report.warnings) console.log(`${file}: ${warning}`)
      for (const { row, outcome, reason } of report.rows)
        if (outcome === 'REFUSED') console.log(`${file}, row ${row} was refused: ${reason}`)
    }
    isSound = (await showBooks(work.books(code), imported, currency)) && isSound
  }
  return isSound
}

async function showBooks(
  books: StatementBooks,
  imported: readonly ImportedFile[],
  currency: Currency,
): Promise<boolean> {
  await openBalances(books, imported)
  const accounts = await books.accounts()
  const counts = []
  for (const { id, external_account_name } of accounts)
    counts.push({
      account: external_account_name,
      byStatus: await Promise.all(STATUSES.map((status) => books.count(status, id))),
    })
  console.log(`\n${statusTable(counts)}`)
  const compared = await Promise.all(accounts.map((account) => compare(books, account, imported)))
  console.log(`\n${balancesTable(compared, currency)}`)
  sayWhatDoesNotReconcile(imported, currency)
  const wrong = compared.filter((one) => togetherOf(one) !== one.expected)
  for (const { account } of wrong)
    console.log(`The books of ${account} do not hold what was imported: this is a defect of the product.`)
  return wrong.length === 0
}

/** Where the first statement says what stood there before it, or lets that be worked out from where it ended. */
async function openBalances(books: StatementBooks, imported: readonly ImportedFile[]): Promise<void> {
  for (const [account, files] of Map.groupBy(imported, (one) => one.account)) {
    const first = firstOf(files)
    const balance = first && openingOf(first)
    if (first && balance !== undefined) await books.open(account, balance, startOf(first, files))
  }
}

const firstOf = (files: readonly ImportedFile[]): StatementSummary | undefined => files[0]?.report.statements[0]

const openingOf = ({ opening_balance, closing_balance, row_sum }: StatementSummary): number | undefined =>
  opening_balance ?? (closing_balance === null ? undefined : closing_balance - row_sum)

/** Before every row. */
const startOf = ({ opening_balance_at }: StatementSummary, files: readonly ImportedFile[]): string => {
  const dates = files.flatMap(({ report }) => report.rows.flatMap(({ date }) => date ?? []))
  return [...dates, ...(opening_balance_at === null ? [] : [opening_balance_at])].sort()[0] ?? new Date(0).toISOString()
}

/** The account as it is now, beside the closing balance of its newest statement and what was imported in all. */
async function compare(
  books: StatementBooks,
  account: ExternalAccount,
  imported: readonly ImportedFile[],
): Promise<ComparedAccount & { expected: number }> {
  const own = imported.filter((one) => one.account === account.external_account_name)
  const closings = own
    .flatMap(({ report }) => report.statements)
    .filter(({ closing_balance }) => closing_balance !== null)
    .sort((one, other) => (one.closing_balance_at ?? '').localeCompare(other.closing_balance_at ?? ''))
  const first = firstOf(own)
  const opening = (first && openingOf(first)) ?? 0
  const { sum, excluded } = await books.sums(account.id)
  return {
    account: account.external_account_name,
    ledger: account.current_ledger_balance,
    waiting: account.uncategorized_transaction_sum,
    excluded,
    closing: closings.at(-1)?.closing_balance ?? null,
    expected: opening + sum,
  }
}

function sayWhatDoesNotReconcile(imported: readonly ImportedFile[], currency: Currency): void {
  const bad = imported.filter(({ report }) =>
    report.statements.some(({ reconciliation }) => reconciliation === 'NOT_RECONCILED'),
  )
  if (bad.length === 0) return console.log('\nEvery statement that says enough of itself reconciles.')
  console.log('\nDo not reconcile, by their own balances:')
  for (const { file, account, report } of bad)
    for (const statement of report.statements)
      if (statement.reconciliation === 'NOT_RECONCILED')
        console.log(`  ${file} (${account}) ${reconciliationIn(statement, currency)}`)
}

const program = new Command('npm run example:bank --')
  .description(
    'Imports bank statement files over HTTP, categorizes them by rules, and prints what became of them: counts by status, and the balance of each account beside that of its bank. Statements that do not reconcile by their own balances are named. Fails if a file could not be imported, or the books do not hold what was.',
  )
  .argument(
    '[files...]',
    'statements: OFX, QFX, CAMT.053, MT940; CSV with FILE.mapping.json beside it. Without any, a sample of a bakery',
  )
  .option('--rules <file>', 'a JSON list of categorization rules; those of the sample unless given')
  .option('--url <url>', 'a gateway; else the stack of PACIOLI_STATE_DIR (.pacioli), else one for this run alone')
  .option('--token <token>', 'an access token with books:read and books:write for that gateway')
  .action(async (paths: string[], { rules, ...options }: ConnectionOptions & { rules?: string }) => {
    const files = (paths.length > 0 ? paths : sampleFiles()).map(readStatementFile)
    const ruleSet = readRules(rules ?? join(sample, 'rules.json'))
    const isSound = await withConnection(options, (pacioli) => run(pacioli, files, ruleSet))
    process.exitCode = isSound ? 0 : 1
  })

await runProgram(program)
