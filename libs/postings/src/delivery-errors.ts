/** What refusals of the ledger say of a posting. Pure. */
import type { DomainError, ErrorEnum } from '@pacioli/errors'

/** Unrelated to the posting itself. */
const PASSING: ReadonlySet<ErrorEnum> = new Set([
  'ServiceUnavailable',
  'OutcomeUnknown',
  'DeadlineExceeded',
  'RateLimitExceeded',
  'VersionConflict',
  'IdempotencyInProgress',
])

/** Whether the posting may be tried again as it is. */
export const isPassing = ({ errorEnum }: DomainError): boolean => PASSING.has(errorEnum)
