import type { CsvMapping__Output } from '@pacioli/protos/banking'
import { readStatementFile, type StatementFile } from './read-statement.ts'
import type { ParsedStatement } from './statement.ts'

export const readText = (text: string | Uint8Array, facts: Partial<StatementFile> = {}): ParsedStatement[] =>
  readStatementFile({
    content: typeof text === 'string' ? Buffer.from(text) : text,
    currency: 'EUR',
    ...facts,
  }).statements

/** The only statement of a file. */
export function readOne(text: string | Uint8Array, facts: Partial<StatementFile> = {}): ParsedStatement {
  const [statement, ...rest] = readText(text, facts)
  if (!statement || rest.length > 0)
    throw new Error(`Expected one statement, came ${rest.length + (statement ? 1 : 0)}`)
  return statement
}

export const mapping = (columns: Partial<CsvMapping__Output>): CsvMapping__Output => ({
  date: 'Date',
  credit_values: [],
  debit_values: [],
  ...columns,
})

type TextFunction = (this: string, ...given: unknown[]) => unknown

/** What a function of texts goes through, by what it answers. */
const EFFORTS: Record<string, (text: string, given: readonly unknown[], answer: unknown) => number> = {
  charAt: () => 1,
  charCodeAt: () => 1,
  indexOf: (text, [, from], at) => (at === -1 ? text.length : Number(at)) - Number(from ?? 0) + 1,
  includes: ({ length }) => length,
  slice: (_text, _given, answer) => String(answer).length,
  split: ({ length }) => length,
  substring: (_text, _given, answer) => String(answer).length,
  toLowerCase: ({ length }) => length,
  toUpperCase: ({ length }) => length,
  trim: ({ length }) => length,
}

/** How many characters texts and regular expressions go through meanwhile: work, whatever the machine is doing. */
export function charactersIn(work: () => void): number {
  let count = 0
  const texts = String.prototype as unknown as Record<string, TextFunction>
  const before = Object.keys(EFFORTS).map((name) => [name, texts[name] as TextFunction] as const)
  // What tests, replaces or splits by an expression executes it.
  const execute = RegExp.prototype.exec
  for (const [name, own] of before)
    texts[name] = function (...given) {
      const answer = own.apply(this, given)
      count += EFFORTS[name]?.(this, given, answer) ?? 0
      return answer
    }
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = execute.call(this, text)
    // A sticky one looks at one place alone, as where a text is split.
    const missed = this.sticky ? 1 : text.length - from
    count += (found ? found.index + found[0].length - from : missed) + 1
    return found
  }
  try {
    work()
  } finally {
    RegExp.prototype.exec = execute
    for (const [name, own] of before) texts[name] = own
  }
  return count
}
