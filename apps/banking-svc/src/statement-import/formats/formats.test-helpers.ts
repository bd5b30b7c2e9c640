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
