/** Facts of the ledger that services keep copies of. */

/** An account of the chart. */
export type KnownAccount = {
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

/** A tag value with its dimension. */
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

/** A tag dimension, as the ledger has it. */
export type TagDimension = {
  id: string
  key: string
  displayName: string | null
  strictness: string
  deletedAt: Date | null
  version: number
}

/** A value of a dimension, as the ledger has it. */
export type TagValue = {
  id: string
  dimensionId: string
  value: string
  displayName: string | null
  archivedAt: Date | null
  version: number
}
