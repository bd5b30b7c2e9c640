/** Which statements of a file to import, and whether their balances reconcile. Pure. */
import { endOfDay, instant, isDay } from '@pacioli/calendar'
import { refused } from '@pacioli/errors'
import { isAmount } from '@pacioli/money'
import type { StatementSummary } from '@pacioli/protos/banking'
import { unreadable, type ParsedStatement, type StatementBalance } from './formats/statement.ts'

const same = (account: string): string => account.replace(/\s+/g, '').toUpperCase()

const nameOf = ({ accountId }: ParsedStatement): string => accountId ?? 'without a number'

const MAX_NAMED = 20

/**
 * Those of the requested account, or of the file's only one. Of several accounts none is guessed, even if the others have
 * no lines: next month they will.
 * @throws UnreadableStatement naming the accounts of the file
 */
export function chooseStatements(
  statements: readonly ParsedStatement[],
  accountId: string | undefined,
): ParsedStatement[] {
  const byAccount = Map.groupBy(statements, (statement) => same(nameOf(statement)))
  const accounts = [...byAccount.values()].flatMap(([first]) => (first ? [nameOf(first)] : [])).slice(0, MAX_NAMED)
  if (accountId !== undefined) {
    const chosen = byAccount.get(same(accountId))
    if (chosen) return chosen
    throw unreadable(`The file tells nothing of the account ${accountId}. Its accounts are ${accounts.join(', ')}.`, {
      field: 'statement_account_id',
      accounts,
    })
  }
  if (byAccount.size > 1)
    throw unreadable(
      `The file tells of several accounts: ${accounts.join(', ')}. Say in statement_account_id which one to import.`,
      { accounts },
    )
  return [...statements]
}

const MAX_REASONS = 10
/** In the message. */
const MAX_SHOWN = 3

/**
 * Statements without rows are fine; if no row can be read, the mapping is wrong or the file is broken.
 * @throws NoReadableRow with the reasons of the first rows
 */
export function requireReadable(statements: readonly ParsedStatement[]): void {
  const problems = statements.flatMap((statement) => statement.problems)
  if (problems.length === 0 || statements.some(({ lines }) => lines.length > 0)) return
  const shown = problems.slice(0, MAX_SHOWN).map(({ row, reason }) => `Row ${row}: ${reason}`)
  throw refused(
    'NoReadableRow',
    `None of the ${problems.length} rows could be read, and nothing was imported. ${shown.join(' ')}`,
    {
      field: 'content',
      rows: problems.slice(0, MAX_REASONS),
    },
  )
}

/** @throws CurrencyMismatch */
export function requireCurrency(statements: readonly ParsedStatement[], currency: string): void {
  const other = statements.find((statement) => statement.currency !== null && statement.currency !== currency)
  if (other)
    throw refused(
      'CurrencyMismatch',
      `The statement is in ${other.currency}, the business keeps its books in ${currency}. Import it into a business that keeps them in ${other.currency}.`,
      { field: 'content', value: other.currency },
    )
}

/** The balance of a day is that of its end. */
export const momentOf = (at: string, timeZone: string): Date => (isDay(at) ? endOfDay(at, timeZone) : instant(at))

/** @throws AmountOutOfRange */
export function summaryOf(statement: ParsedStatement, timeZone: string): StatementSummary {
  const { opening, closing, lines, problems } = statement
  const sum = lines.reduce((total, { amount }) => total + BigInt(amount), 0n)
  const difference = opening && closing ? BigInt(closing.amount) - BigInt(opening.amount) - sum : undefined
  const at = (balance: StatementBalance | null): string | undefined =>
    balance === null || balance.at === null ? undefined : momentOf(balance.at, timeZone).toISOString()
  return {
    account_identifier: statement.accountId ?? undefined,
    statement_id: statement.statementId ?? undefined,
    currency: statement.currency ?? undefined,
    opening_balance: opening?.amount,
    opening_balance_at: at(opening),
    closing_balance: closing?.amount,
    closing_balance_at: at(closing),
    row_count: lines.length + problems.length,
    row_sum: amountOf(sum),
    reconciliation: difference === undefined ? 'UNKNOWN' : difference === 0n ? 'RECONCILED' : 'NOT_RECONCILED',
    difference: difference === undefined ? undefined : amountOf(difference),
  }
}

function amountOf(sum: bigint): number {
  const amount = Number(sum)
  if (!isAmount(amount))
    throw refused('AmountOutOfRange', 'The amounts of the statement sum to more than can be kept exactly.', {
      field: 'content',
    })
  return amount
}

/** The newest dated closing balance of statements of one account. */
export function newestBalance(
  statements: readonly ParsedStatement[],
  timeZone: string,
  now: Date,
): { balance: number; at: Date } | undefined {
  const balances = statements.flatMap(({ closing }) => {
    if (closing === null || closing.at === null) return []
    const at = momentOf(closing.at, timeZone)
    // Not later than now: what is reported later today is newer.
    return [{ balance: closing.amount, at: at > now ? now : at }]
  })
  return balances.reduce<{ balance: number; at: Date } | undefined>(
    (newest, one) => (newest === undefined || one.at >= newest.at ? one : newest),
    undefined,
  )
}
