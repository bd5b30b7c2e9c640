/** The bank transactions that the lines of an account stem from, as both services tell of them. Pure. */
import type {
  BankTransaction__Output,
  GetTransactionsOfEntriesResponse__Output,
  TransactionOfEntry__Output,
} from '@pacioli/protos/banking'
import type { AccountLine__Output } from '@pacioli/protos/ledger'
import { withinPageBudget, upTo, type Serialize } from './page-budget.ts'

/** What banking calls the things that it posts for. */
const BANKING_SOURCES: readonly string[] = ['bank_transaction', 'bank_match']
const OPENING_BALANCE = 'opening_balance'

/** Accounts of the chart that stand for bank accounts: there a manual entry may be matched to a transaction. */
const BANK_SUBTYPES: readonly string[] = ['BANK_ACCOUNTS', 'CREDIT_CARD', 'LINE_OF_CREDIT']

type TransactionQuery = { source_ids: string[]; entry_ids: string[] }

const isOfBanking = ({ source_type }: AccountLine__Output): boolean => BANKING_SOURCES.includes(source_type ?? '')
const mayBeMatched = ({ source_type, account }: AccountLine__Output): boolean =>
  source_type !== OPENING_BALANCE && BANK_SUBTYPES.includes(account?.account_subtype?.value ?? '')

/** What to ask banking for; undefined where no line can stem from a bank transaction. */
export function transactionQueryFor(lines: readonly AccountLine__Output[]): TransactionQuery | undefined {
  const sources = lines.filter(isOfBanking).flatMap(({ source_id }) => (source_id === undefined ? [] : [source_id]))
  const others = lines.filter((line) => !isOfBanking(line) && mayBeMatched(line)).map(({ entry_id }) => entry_id)
  if (sources.length === 0 && others.length === 0) return undefined
  return { source_ids: [...new Set(sources)], entry_ids: [...new Set(others)] }
}

/** The entity stays null: a document would have one. */
const sourceOf = (transaction: BankTransaction__Output) => ({
  transaction_id: transaction.id,
  external_id: transaction.source_transaction_id,
  account_name: transaction.account_name,
  date: transaction.date,
  amount: transaction.amount,
  direction: transaction.direction,
  counterparty: transaction.counterparty_name,
  display_description: transaction.description,
})

/** Of a transfer each side stands for the line of its own bank account. */
const ofAccount = (found: readonly TransactionOfEntry__Output[], line: AccountLine__Output) =>
  (found.find(({ ledger_account_id }) => ledger_account_id === line.account?.id?.id) ?? found[0])?.transaction

/** A line with what was found out about it. */
export type LineWithTransaction =
  AccountLine__Output | (Omit<AccountLine__Output, 'source'> & { source: object; transaction: BankTransaction__Output })

/**
 * The lines with their transactions: as many of them as banking had room for and as a page has. A line that was asked
 * for alone is always told.
 */
export function withTransactions(
  lines: readonly AccountLine__Output[],
  { data, left_out }: GetTransactionsOfEntriesResponse__Output,
  size: Serialize<BankTransaction__Output>,
): LineWithTransaction[] {
  const bySource = Map.groupBy(data, ({ source_id }) => source_id)
  const byEntry = Map.groupBy(data, ({ entry_id }) => entry_id)
  const isLeftOut = new Set<string | undefined>(left_out)
  const keyOf = (line: AccountLine__Output) => (isOfBanking(line) ? line.source_id : line.entry_id)
  const transactionOf = (line: AccountLine__Output) =>
    ofAccount((isOfBanking(line) ? bySource : byEntry).get(keyOf(line)) ?? [], line)
  const shown = lines.length > 1 ? upTo(lines, (line) => isLeftOut.has(keyOf(line))) : lines
  return withinPageBudget(shown, transactionOf, size).map((line) => {
    const transaction = transactionOf(line)
    return transaction ? { ...line, source: sourceOf(transaction), transaction } : line
  })
}
