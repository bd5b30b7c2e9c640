/** A bank statement in a file of any format. Pure. */
import { refused, type DomainError } from '@pacioli/errors'

export type StatementLine = {
  /** Its position in the file: the number of the entry from 1, or of the line in a CSV file. */
  row: number
  /** The bank's id. */
  bankId: string | null
  /** A day, or an instant where the bank gives one. */
  date: string
  /** Minor units; money in is positive. */
  amount: number
  description: string
  counterparty: string | null
  reference: string | null
  memo: string | null
}

/** Why a row cannot be imported. */
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

/** Lines per file: so many fit into one transaction and one answer. */
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

/** For a file that lacks the end mark of its format: nothing shows what else is missing. */
export const cutOff = (where: string): DomainError =>
  unreadable(`The file was cut off: ${where}. Download it again, and send the whole file.`)

/** Why a value of a row cannot be read; any other error is a defect. */
export class RowProblem extends Error {}

/** Reads one value of a row; notes a RowProblem and returns undefined. */
export type Take = <Value>(read: () => Value) => Value | undefined

/** Adds a row, or notes everything that is wrong with it, so that the file can be corrected in one go. */
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

/** A balance that cannot be read is left out with a warning: the transactions count. */
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

/** Text in one line, or null if empty. */
export const clean = (text: string | null | undefined): string | null => {
  const cleaned = text
    ?.replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
  return cleaned === undefined || cleaned === '' ? null : cleaned
}

/** Numbers of accounts and of statements, which refusals repeat: no longer than any bank's. */
export const nameOf = (text: string | null | undefined): string | null =>
  clean(text)?.slice(0, MAX_NAME).toWellFormed() ?? null

/** A currency or a status, which may be repeated for every row. */
export const codeOf = (text: string | undefined): string | undefined => text?.slice(0, MAX_CODE).toWellFormed()

const MEANINGLESS = /^(0+|non-?ref|notprovided|not provided|none|n|n\/?a|null|-+|x+)$/i

/** An id or a reference; null for what banks write in place of one. */
export const reference = (text: string | null | undefined): string | null => {
  const cleaned = clean(text)
  return cleaned === null || MEANINGLESS.test(cleaned) ? null : cleaned
}
