/** The report of an import. Pure. */
import type { ImportedRow, ImportReport, StatementSummary } from '@pacioli/protos/banking'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import type { Incoming, Sorted } from './incoming.ts'

/** A written row; `reason`: why its decision was not applied. */
export type WrittenRow = { transaction: BankTransaction; reason?: string }

export type ReportFacts = {
  externalAccountId: string
  /** Of what is written; undefined where nothing is. */
  importId: string | undefined
  format?: string | undefined
  dryRun: boolean
  sorted: readonly Sorted[]
  /** By row. */
  written: ReadonlyMap<number, WrittenRow>
  statements?: readonly StatementSummary[]
  warnings?: readonly string[]
}

export function reportOf(facts: ReportFacts): ImportReport {
  const rows = facts.sorted.map((one) => toRow(one, facts))
  const count = (outcome: string): number => rows.filter((row) => row.outcome === outcome).length
  return {
    external_account_id: facts.externalAccountId,
    import_id: facts.importId,
    format: facts.format,
    dry_run: facts.dryRun,
    imported_count: count('IMPORTED'),
    known_count: count('KNOWN'),
    refused_count: count('REFUSED'),
    categorized_count: rows.filter(({ categorizationStatus }) => categorizationStatus === 'CATEGORIZED').length,
    rows,
    statements: [...(facts.statements ?? [])],
    warnings: [...(facts.warnings ?? [])],
  }
}

function toRow(sorted: Sorted, { written, dryRun }: ReportFacts): ImportedRow {
  const idOf = (row: number): string | undefined => (dryRun ? undefined : written.get(row)?.transaction.id)
  if (sorted.kind === 'refused')
    return {
      row: sorted.row,
      outcome: 'REFUSED',
      reason: sorted.reason,
      ...(sorted.incoming ? saidBy(sorted.incoming) : {}),
    }
  const { incoming } = sorted
  const base = { row: incoming.row, ...saidBy(incoming) }
  if (sorted.kind === 'known')
    return { ...base, outcome: 'KNOWN', reason: sorted.reason, transaction_id: sorted.transactionId }
  if (sorted.kind === 'repeated')
    return { ...base, outcome: 'KNOWN', reason: `The same as row ${sorted.row}.`, transaction_id: idOf(sorted.row) }
  const row = written.get(incoming.row)
  return {
    ...base,
    outcome: sorted.kind === 'new' ? 'IMPORTED' : 'KNOWN',
    reason: row?.reason ?? REASONS[sorted.kind],
    transaction_id: sorted.kind === 'new' ? idOf(incoming.row) : sorted.before.id,
    counterparty_name: row?.transaction.counterpartyName ?? base.counterparty_name,
    categorizationStatus: row?.transaction.status,
    rule_id: row?.transaction.ruleId ?? undefined,
  }
}

const REASONS = {
  new: undefined,
  booked: 'It was pending, and is booked now.',
  changed: 'It is pending still, and was brought up to date.',
} as const

const saidBy = (incoming: Incoming): Partial<ImportedRow> => ({
  external_id: incoming.externalId ?? undefined,
  date: incoming.date.toISOString(),
  amount: incoming.amount,
  direction: incoming.direction,
  description: incoming.description,
  counterparty_name: incoming.counterpartyName ?? undefined,
  reference_number: incoming.referenceNumber ?? undefined,
})

/** The transactions that an import decided: the sources of its postings. */
export const decidedIn = ({ rows = [] }: ImportReport): string[] =>
  rows.flatMap(({ categorizationStatus, transaction_id }) =>
    categorizationStatus === 'CATEGORIZED' && transaction_id ? [transaction_id] : [],
  )
