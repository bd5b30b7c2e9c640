/** Joins bank transactions to the lines of an account. Pure. */
import { BANK_SUBTYPES } from '@pacioli/chart'
import type {
  BankTransaction__Output,
  GetTransactionsOfEntriesResponse__Output,
  TransactionOfEntry__Output,
} from '@pacioli/protos/banking'
import type { AccountLine__Output } from '@pacioli/protos/ledger'
import { withinPageBudget, upTo, type Serialize } from './page-budget.ts'

/** The source types of banking. */
const BANKING_SOURCES: readonly string[] = ['bank_transaction', 'bank_match']
const OPENING_BALANCE = 'opening_balance'

type TransactionQuery = { source_ids: string[]; entry_ids: string[]; transfer_entry_ids: string[] }

const isOfBanking = ({ source_type }: AccountLine__Output): boolean => BANKING_SOURCES.includes(source_type ?? '')
/** Entries on ledger accounts of bank accounts. */
const mayBeMatched = ({ source_type, account }: AccountLine__Output): boolean =>
  source_type !== OPENING_BALANCE && BANK_SUBTYPES.some((subtype) => subtype === account?.account_subtype?.value)
/** By the other side of a transfer. */
const isOfTransaction = ({ source_type }: AccountLine__Output): boolean => source_type === 'bank_transaction'

/** What to query from banking; undefined where no line can come from a bank transaction. */
export function transactionQueryFor(lines: readonly AccountLine__Output[]): TransactionQuery | undefined {
  const sources = lines.filter(isOfBanking).flatMap(({ source_id }) => (source_id === undefined ? [] : [source_id]))
  const entriesOf = (some: readonly AccountLine__Output[]) => [...new Set(some.map(({ entry_id }) => entry_id))]
  const onBank = lines.filter(mayBeMatched)
  const others = onBank.filter((line) => !isOfBanking(line))
  if (sources.length === 0 && others.length === 0) return undefined
  return {
    source_ids: [...new Set(sources)],
    entry_ids: entriesOf(others),
    transfer_entry_ids: entriesOf(onBank.filter(isOfTransaction)),
  }
}

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

/** A transfer has a transaction on each side: the one of the line's bank account. */
const ofAccount = (found: readonly TransactionOfEntry__Output[], line: AccountLine__Output) =>
  (found.find(({ ledger_account_id }) => ledger_account_id === line.account?.id?.id) ?? found[0])?.transaction

/** A line, with its transaction if it has one. */
export type LineWithTransaction =
  AccountLine__Output | (Omit<AccountLine__Output, 'source'> & { source: object; transaction: BankTransaction__Output })

/**
 * The lines with their transactions, as far as banking's answer and the page budget reach. A line requested alone is
 * always included.
 */
export function withTransactions(
  lines: readonly AccountLine__Output[],
  { data, left_out }: GetTransactionsOfEntriesResponse__Output,
  size: Serialize<BankTransaction__Output>,
): LineWithTransaction[] {
  const bySource = Map.groupBy(data, ({ source_id }) => source_id)
  const byEntry = Map.groupBy(data, ({ entry_id }) => entry_id)
  const isLeftOut = new Set<string | undefined>(left_out)
  const keysOf = (line: AccountLine__Output) => (isOfBanking(line) ? [line.source_id, line.entry_id] : [line.entry_id])
  const transactionOf = (line: AccountLine__Output) =>
    ofAccount(
      [...((isOfBanking(line) && bySource.get(line.source_id)) || []), ...(byEntry.get(line.entry_id) ?? [])],
      line,
    )
  const shown = lines.length > 1 ? upTo(lines, (line) => keysOf(line).some((key) => isLeftOut.has(key))) : lines
  return withinPageBudget(shown, transactionOf, size).map((line) => {
    const transaction = transactionOf(line)
    return transaction ? { ...line, source: sourceOf(transaction), transaction } : line
  })
}
