/** A bank statement as a file tells it, whatever the format. Pure. */
import { refused, type DomainError } from '@pacioli/errors'

export type StatementLine = {
  /** Its place in the file: the number of the entry from 1, or of the line in a CSV file. */
  row: number
  /** The id that the bank gave it. */
  bankId: string | null
  /** A day, or an instant where the bank tells one. */
  date: string
  /** Minor units; money in is positive. */
  amount: number
  description: string
  counterparty: string | null
  reference: string | null
  memo: string | null
}

/** A row that cannot be taken, and why. */
export type LineProblem = { row: number; reason: string }

/** Minor units; `at` is a day, which means its end, or an instant. */
export type StatementBalance = { amount: number; at: string | null }

export type ParsedStatement = {
  accountId: string | null
  currency: string | null
  statementId: string | null
  opening: StatementBalance | null
  closing: StatementBalance | null
  lines: StatementLine[]
  problems: LineProblem[]
  /** What somebody should know besides. */
  warnings: string[]
}

export const emptyStatement = (): ParsedStatement => ({
  accountId: null,
  currency: null,
  statementId: null,
  opening: null,
  closing: null,
  lines: [],
  problems: [],
  warnings: [],
})

/** As many lines as one file may have: so many are written in one transaction and told in one answer. */
export const MAX_LINES = 10_000

export const unreadable = (words: string, meta: Record<string, unknown> = {}): DomainError =>
  refused('UnreadableStatement', words, { field: 'content', ...meta })

const MAX_NAME = 140
const MAX_CODE = 20

/** One for each day of many years. */
export const MAX_STATEMENTS = 5_000

/** @throws UnreadableStatement */
export function limitStatements(count: number): void {
  if (count > MAX_STATEMENTS)
    throw unreadable(
      `The file has more than ${MAX_STATEMENTS} statements. Export shorter periods, and import them one by one.`,
    )
}

export const tooManyLines = (): DomainError =>
  unreadable(`The file has more than ${MAX_LINES} transactions. Export shorter periods, and import them one by one.`)

/** A file whose format has marks at its end, and that lacks them. Nothing says what else is missing. */
export const cutOff = (where: string): DomainError =>
  unreadable(`The file was cut off: ${where}. Download it again, and send the whole file.`)

/** Why a value of a row cannot be taken; anything else that fails is a defect. */
export class RowProblem extends Error {}

/** Reads one value of a row: undefined where it cannot be taken, which is noted. */
export type Take = <Value>(read: () => Value) => Value | undefined

/** Takes a row in, or notes all that is wrong with it: whoever mends one fault of a file should know the others. */
export function takeRow(
  statement: ParsedStatement,
  row: number,
  read: (take: Take) => StatementLine | undefined,
): void {
  const reasons = new Set<string>()
  const take: Take = (readValue) => {
    try {
      return readValue()
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      reasons.add(error.message)
      return undefined
    }
  }
  const line = take(() => read(take))
  if (reasons.size > 0) statement.problems.push({ row, reason: [...reasons].join(' ') })
  else if (line) statement.lines.push(line)
}

/** A balance that cannot be read is none, and said to be: the transactions count. */
export function takeBalance(
  statement: ParsedStatement,
  text: string,
  read: () => StatementBalance,
): StatementBalance | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    statement.warnings.push(
      `The balance "${text.slice(0, MAX_NAME)}" cannot be read, and proves nothing: ${error.message}`,
    )
    return null
  }
}

/** Text in one line, or null where there is none. */
export const clean = (text: string | null | undefined): string | null => {
  const cleaned = text
    ?.replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
  return cleaned === undefined || cleaned === '' ? null : cleaned
}

/** Numbers of accounts and of statements, which are told with every refusal: no longer than any bank's. */
export const nameOf = (text: string | null | undefined): string | null =>
  clean(text)?.slice(0, MAX_NAME).toWellFormed() ?? null

/** A currency or a status, which may be told once for every row. */
export const codeOf = (text: string | undefined): string | undefined => text?.slice(0, MAX_CODE).toWellFormed()

const MEANINGLESS = /^(0+|non-?ref|notprovided|not provided|none|n|n\/?a|null|-+|x+)$/i

/** An id or a reference; what banks write where they have none is none. */
export const reference = (text: string | null | undefined): string | null => {
  const cleaned = clean(text)
  return cleaned === null || MEANINGLESS.test(cleaned) ? null : cleaned
}
