/** Facts of the ledger that banking keeps copies of. */

/** An account of the chart, as a category. */
export type CategoryAccount = {
  id: string
  parentId: string | null
  name: string
  accountNumber: string | null
  stableName: string | null
  normality: 'DEBIT' | 'CREDIT'
  type: string
  subtype: string
  archivedAt: Date | null
  version: number
}

/** A tag value with what its dimension says. */
export type TagDefinition = {
  definitionId: string
  dimensionId: string
  key: string
  value: string
  strictness: string
  dimensionDisplayName: string | null
  valueDisplayName: string | null
  archivedAt: Date | null
}
