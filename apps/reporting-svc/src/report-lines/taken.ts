/** Which parameters a report takes, where one operation is about all of them. Pure. */
import { refused } from '@pacioli/errors'
import type { ReportParameters } from '../report-query/report-parameters.ts'
import type { NamedReport } from '../reports/report-names.ts'
import { STATEMENTS, type Statement } from '../statements/statements.ts'

type Parameter = keyof ReportParameters

const RANGE: readonly Parameter[] = ['start_date', 'end_date']
const TAGS: readonly Parameter[] = ['tag_key', 'tag_values']

function takenBy(named: NamedReport): readonly Parameter[] {
  switch (named.kind) {
    case 'STATEMENT': {
      const { isRange }: Statement = STATEMENTS[named.name]
      const days: readonly Parameter[] = isRange ? RANGE : ['effective_date']
      return [...days, 'reporting_basis', 'compare_to', 'comparison_periods', 'split_by', ...TAGS]
    }
    case 'GENERAL_LEDGER':
      return [...RANGE, 'reporting_basis', 'account_id', ...TAGS]
    case 'AGING':
      return ['effective_date', ...TAGS]
    case 'PARTY_LEDGER':
    case 'PARTY_STATEMENT':
      return [...RANGE, named.of === 'VENDOR' ? 'vendor_id' : 'customer_id', ...TAGS]
  }
}

/** What a report does not take would change nothing of the figure, and whoever sends it believes that it does. @throws InvalidQuery */
export function requireTaken(named: NamedReport, parameters: ReportParameters): void {
  const taken = takenBy(named)
  for (const [field, value] of Object.entries(parameters)) {
    const isGiven = value !== undefined && !(Array.isArray(value) && value.length === 0)
    if (isGiven && !taken.includes(field as Parameter))
      throw refused('InvalidQuery', `${field}: expected one of what ${named.name} takes, ${taken.join(', ')}.`, {
        field,
        value: String(value),
      })
  }
  if (named.kind !== 'PARTY_LEDGER') return
  const field = named.of === 'VENDOR' ? 'vendor_id' : 'customer_id'
  if (parameters[field] === undefined)
    throw refused('InvalidQuery', `${field}: expected whose ledger it is, got none.`, { field })
}
