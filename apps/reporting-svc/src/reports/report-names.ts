/** The reports by name, as in requests. Pure. */
import { refused } from '@pacioli/errors'
import type { AgingSide } from '../aging/aging.ts'
import type { ContactKind } from '../contacts/contact.ts'
import { PARTY_SIDES, type PartySide } from '../party-ledgers/party-ledger.ts'
import { STATEMENTS, type StatementName } from '../statements/statements.ts'

export type NamedReport =
  | { kind: 'STATEMENT'; name: StatementName }
  | { kind: 'GENERAL_LEDGER'; name: 'GENERAL_LEDGER' }
  | { kind: 'AGING'; name: 'AP_AGING' | 'AR_AGING'; side: AgingSide }
  | { kind: 'PARTY_LEDGER'; name: PartySide['ledger']['name']; of: ContactKind }
  /** Only as a file. */
  | { kind: 'PARTY_STATEMENT'; name: PartySide['statement']['name']; of: ContactKind }

const isStatement = (name: string): name is StatementName => Object.hasOwn(STATEMENTS, name)

/** @throws InvalidQuery */
export function reportNamed(name: string): NamedReport {
  if (isStatement(name)) return { kind: 'STATEMENT', name }
  if (name === 'GENERAL_LEDGER') return { kind: 'GENERAL_LEDGER', name }
  if (name === 'AP_AGING') return { kind: 'AGING', name, side: 'PAYABLE' }
  if (name === 'AR_AGING') return { kind: 'AGING', name, side: 'RECEIVABLE' }
  for (const { kind: of, ledger, statement } of Object.values(PARTY_SIDES)) {
    if (name === ledger.name) return { kind: 'PARTY_LEDGER', name, of }
    if (name === statement.name) return { kind: 'PARTY_STATEMENT', name, of }
  }
  throw refused('InvalidQuery', `There is no report ${name}.`, { field: 'report', value: name })
}
