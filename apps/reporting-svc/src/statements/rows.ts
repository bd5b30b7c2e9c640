/** Rows of statements: of accounts, and of sums of other rows. Pure. */
import { refused } from '@pacioli/errors'
import { ACCOUNT_TYPES, type AccountType } from '../accounts/account.ts'
import { exact } from '../report-tables/exact.ts'
import type { Cell, Row, Term } from '../report-tables/report.ts'
import type { AccountFigures, KnownAccount } from './account-sums.ts'
import { opposite, type Behind } from './behind.ts'

/** A row before its amounts, one per slice, become JSON numbers. */
export type Line = {
  key: string
  name: string
  depth: number
  amounts: readonly bigint[]
  linesUrls?: readonly (string | undefined)[] | undefined
  terms?: readonly Term[] | undefined
  behind: Behind
}

/** A row of a statement, with what is behind each of its cells. */
export type StatementRow = Row & { behind: (cell: number) => Behind }

/** The URL of the lines behind a figure; undefined where no list has exactly these. */
export type LinkTo = (accountId: string, slice: number) => string | undefined

/** @throws AmountOutOfRange */
export const toRow = ({ key, name, depth, amounts, linesUrls, terms, behind }: Line): StatementRow => ({
  key,
  name,
  depth,
  cells: amounts.map((amount, index): Cell => ({ value: exact(amount), linesUrl: linesUrls?.[index] })),
  terms,
  behind: () => behind,
})

/** @param sign 1 for accounts that debits raise, -1 for those that credits raise */
export const accountLine = (
  { account, figures }: AccountFigures,
  depth: number,
  sign: 1n | -1n,
  linkTo: LinkTo,
): Line => ({
  key: account.id,
  name: nameOfAccount(account),
  depth,
  amounts: figures.map(({ net }) => sign * net),
  linesUrls: figures.map((_, index) => linkTo(account.id, index)),
  behind: { accountIds: [account.id], plus: sign === 1n ? 'DEBIT' : 'CREDIT' },
})

/**
 * A row that sums others.
 * @param behind where it is simpler than what is behind its parts, or these are not of one span and one side
 */
export function sumLine(
  key: string,
  name: string,
  depth: number,
  parts: readonly { line: Line; sign: 1 | -1 }[],
  slices: number,
  behind: Behind = behindAll(parts),
): Line {
  const amounts = Array.from({ length: slices }, (_, slice) =>
    parts.reduce((sum, { line, sign }) => sum + BigInt(sign) * (line.amounts[slice] ?? 0n), 0n),
  )
  return { key, name, depth, amounts, terms: parts.map(({ line, sign }) => ({ rowKey: line.key, sign })), behind }
}

/** @throws Error where what counts one way in one part counts the other way in another: no list of lines would be the sum */
function behindAll(parts: readonly { line: Line; sign: 1 | -1 }[]): Behind {
  const all = parts
    .map(({ line, sign }) => (sign === 1 ? line.behind : opposite(line.behind)))
    .filter(({ accountIds }) => accountIds.length > 0)
  const [{ plus, until } = { plus: 'DEBIT' as const, until: undefined }] = all
  if (all.some((one) => one.plus !== plus || one.until !== until))
    throw new Error(`The rows ${parts.map(({ line }) => line.key).join(', ')} have no lines in common terms.`)
  return { accountIds: all.flatMap(({ accountIds }) => accountIds), plus, until }
}

export const added = (lines: readonly Line[]): { line: Line; sign: 1 }[] => lines.map((line) => ({ line, sign: 1 }))

/** `1010 Cash`; the id of an account whose event has not arrived yet. */
export const nameOfAccount = ({ id, name, accountNumber }: KnownAccount): string =>
  [accountNumber, name ?? id].filter((part) => part !== null && part !== undefined).join(' ')

const rankOf = (type: AccountType | undefined): number =>
  type === undefined ? ACCOUNT_TYPES.length : ACCOUNT_TYPES.indexOf(type)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** By type, then numbered accounts by number, then the others by name. */
export const inReportOrder = (a: KnownAccount, b: KnownAccount): number =>
  rankOf(a.accountType) - rankOf(b.accountType) ||
  Number((a.accountNumber ?? null) === null) - Number((b.accountNumber ?? null) === null) ||
  compare(a.accountNumber ?? '', b.accountNumber ?? '') ||
  compare(a.name ?? '', b.name ?? '') ||
  compare(a.id, b.id)

/** Statements place each account by its subtype. @throws ServiceUnavailable until all are known */
export function requireKnown(all: readonly AccountFigures[]): void {
  if (all.every(({ account }) => account.accountSubtype !== undefined)) return
  throw refused(
    'ServiceUnavailable',
    'An account of the statement is not known here yet. Try again in a moment; if it stays so, look for parked events.',
  )
}
