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

/** Why a value of a row cannot be taken; anything else that fails is a defect. */
export class RowProblem extends Error {}

/** Takes a row in, or notes why that is impossible. */
export function takeRow(statement: ParsedStatement, row: number, read: () => StatementLine): void {
  try {
    statement.lines.push(read())
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    statement.problems.push({ row, reason: error.message })
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

const MAX_NAME = 140
const MAX_CODE = 20

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
