/** Which statements of a file are meant, and what they prove. Pure. */
import { endOfDay, instant, isDay } from '@pacioli/calendar'
import { refused } from '@pacioli/errors'
import { isAmount } from '@pacioli/money'
import type { StatementSummary } from '@pacioli/protos/banking'
import { unreadable, type ParsedStatement, type StatementBalance } from './formats/statement.ts'

const same = (account: string | null): string => (account ?? '').replace(/\s+/g, '').toUpperCase()

const MAX_NAMED = 20

/**
 * Those of the account that was asked for, or of the only one that has lines.
 * @throws UnreadableStatement naming the accounts of the file
 */
export function chooseStatements(
  statements: readonly ParsedStatement[],
  accountId: string | undefined,
): ParsedStatement[] {
  const accounts = [...new Set(statements.map((statement) => statement.accountId ?? 'without a number'))].slice(
    0,
    MAX_NAMED,
  )
  if (accountId !== undefined) {
    const chosen = statements.filter((statement) => same(statement.accountId) === same(accountId))
    if (chosen.length > 0) return chosen
    throw unreadable(`The file tells nothing of the account ${accountId}. Its accounts are ${accounts.join(', ')}.`, {
      field: 'statement_account_id',
      accounts,
    })
  }
  const withLines = statements.filter(({ lines, problems }) => lines.length + problems.length > 0)
  const named = new Set(withLines.map((statement) => same(statement.accountId)))
  if (named.size > 1)
    throw unreadable(
      `The file tells of several accounts: ${accounts.join(', ')}. Say in statement_account_id which one to import.`,
      { accounts },
    )
  const [only] = named
  return only === undefined ? [...statements] : statements.filter((statement) => same(statement.accountId) === only)
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

/** A balance of a day is that of its end. */
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

/** The newest closing balance of one account that says when it was; none where the file tells of several. */
export function newestBalance(
  statements: readonly ParsedStatement[],
  timeZone: string,
  now: Date,
): { balance: number; at: Date } | undefined {
  if (new Set(statements.map(({ accountId }) => same(accountId))).size > 1) return undefined
  const balances = statements.flatMap(({ closing }) => {
    if (closing === null || closing.at === null) return []
    const at = momentOf(closing.at, timeZone)
    // The end of today has not come: what is reported later today is newer.
    return [{ balance: closing.amount, at: at > now ? now : at }]
  })
  return balances.reduce<{ balance: number; at: Date } | undefined>(
    (newest, one) => (newest === undefined || one.at >= newest.at ? one : newest),
    undefined,
  )
}
