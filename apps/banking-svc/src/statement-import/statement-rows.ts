/** Lines of a statement as transactions to import. Pure. */
import { dayOf, instant, isDay, startOfDay } from '@pacioli/calendar'
import type { LineProblem, ParsedStatement, StatementLine } from './formats/statement.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { contentKeyOf, type Incoming, type Sorted } from './incoming.ts'
import { outsideShownRange } from './shown-range.ts'
import type { ExternalAccount } from '../bank-accounts/external-account.ts'
import type { Identity, IdentifiableLine } from './line-identity.ts'

const MAX_NAME = 255
const MAX_TEXT = 4_096

export type StatementRow = { incoming: Incoming; identifiable: IdentifiableLine }

export const rowsOf = (statements: readonly ParsedStatement[], timeZone: string): StatementRow[] =>
  statements.flatMap(({ statementId, lines }) => lines.map((line) => rowOf(line, statementId, timeZone)))

function rowOf(line: StatementLine, statementId: string | null, timeZone: string): StatementRow {
  const date = isDay(line.date) ? startOfDay(line.date, timeZone) : instant(line.date)
  const day = dayOf(date, timeZone)
  const { row, bankId, amount, memo } = line
  const description = within(line.description, MAX_TEXT)
  // All of the bank's text counts: transfers that differ only in their memo are different.
  const said = memo === null ? description : `${description} ${memo}`
  const contentKey = contentKeyOf({ day, signedAmount: amount, description: said, reference: line.reference })
  return {
    identifiable: { row, bankId, day, signedAmount: amount, contentKey },
    incoming: {
      row,
      statementId,
      externalId: bankId === null ? null : within(bankId, MAX_NAME),
      date,
      day,
      direction: amount < 0 ? 'DEBIT' : 'CREDIT',
      amount: Math.abs(amount),
      description,
      merchantName: null,
      counterpartyName: line.counterparty === null ? null : within(line.counterparty, MAX_NAME),
      isPending: false,
      memo: memo === null ? null : within(memo, MAX_TEXT),
      metadata: null,
      referenceNumber: line.reference === null ? null : within(line.reference, MAX_NAME),
      taxCode: null,
      taxOptions: null,
      projectedIncomeCategory: null,
      tags: [],
      category: null,
      contentKey,
    },
  }
}

const within = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).toWellFormed()

/**
 * Sorts lines, including those that could not be read, in the order of the file. What a statement lists is booked, even
 * if the feed has not reported so yet.
 * @param pending transactions that were pending, by id
 */
export function sortStatement(
  rows: readonly StatementRow[],
  problems: readonly LineProblem[],
  identities: ReadonlyMap<number, Identity>,
  pending: ReadonlyMap<string, BankTransaction>,
  account: ExternalAccount,
): Sorted[] {
  const sorted = rows.map(({ incoming }): Sorted => {
    const identity = identities.get(incoming.row)
    if (identity?.kind === 'known') {
      const before = pending.get(identity.transactionId)
      if (before?.status === 'PENDING') return { kind: 'booked', incoming, before }
      return { kind: 'known', incoming, transactionId: identity.transactionId }
    }
    if (identity?.kind === 'repeated') return { kind: 'repeated', incoming, row: identity.row }
    const reason = outsideShownRange(incoming.date, account)
    if (reason !== undefined) return { kind: 'refused', row: incoming.row, reason, incoming }
    return { kind: 'new', incoming, sourceTransactionId: identity?.sourceTransactionId ?? '' }
  })
  const refused = problems.map(({ row, reason }): Sorted => ({ kind: 'refused', row, reason }))
  return [...sorted, ...refused].sort((one, other) => rowNumber(one) - rowNumber(other))
}

const rowNumber = (sorted: Sorted): number => (sorted.kind === 'refused' ? sorted.row : sorted.incoming.row)
