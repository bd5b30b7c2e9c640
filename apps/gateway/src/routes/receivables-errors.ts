/** What receivables can be refused for, in groups, for the documentation. */
import type { ErrorEnum } from '@pacioli/errors'

/** What the accounts, tags and times can be that a document names. */
export const NAMING = [
  'BusinessNotFound',
  'BusinessArchived',
  'AccountNotFound',
  'AccountArchived',
  'ControlAccount',
  'DuplicateTagDimension',
  'TagValueArchived',
  'PeriodClosed',
  'VersionConflict',
] as const satisfies readonly ErrorEnum[]

export const NAMING_CUSTOMERS = ['CustomerNotFound', 'CustomerArchived'] as const satisfies readonly ErrorEnum[]

/** What hanging on an invoice that there is can be refused for. */
export const HANGING = [
  'InvoiceNotFound',
  'InvoiceVoided',
  'TooManyAllocations',
] as const satisfies readonly ErrorEnum[]

/** What giving back can be refused for, of whatever: its line items carry tags, its payments have external ids. */
export const REFUNDING = [
  'OverRefunded',
  'BalancingTagViolation',
  'DuplicateExternalId',
  'AmountOutOfRange',
] as const satisfies readonly ErrorEnum[]
