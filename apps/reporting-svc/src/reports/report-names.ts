/** The reports by name, as in requests. Pure. */
import { refused } from '@pacioli/errors'
import type { AgingSide } from '../aging/aging.ts'
import { STATEMENTS, type StatementName } from '../statements/statements.ts'

export type NamedReport =
  | { kind: 'STATEMENT'; name: StatementName }
  | { kind: 'GENERAL_LEDGER'; name: 'GENERAL_LEDGER' }
  | { kind: 'AGING'; name: 'AP_AGING' | 'AR_AGING'; side: AgingSide }

const isStatement = (name: string): name is StatementName => Object.hasOwn(STATEMENTS, name)

/** @throws InvalidQuery */
export function reportNamed(name: string): NamedReport {
  if (isStatement(name)) return { kind: 'STATEMENT', name }
  if (name === 'GENERAL_LEDGER') return { kind: 'GENERAL_LEDGER', name }
  if (name === 'AP_AGING') return { kind: 'AGING', name, side: 'PAYABLE' }
  if (name === 'AR_AGING') return { kind: 'AGING', name, side: 'RECEIVABLE' }
  throw refused('InvalidQuery', `There is no report ${name}.`, { field: 'report', value: name })
}
