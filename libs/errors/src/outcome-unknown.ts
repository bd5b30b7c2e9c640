import { DomainError, refused } from './domain-error.ts'

/**
 * The refusal of a write whose connection was lost: it may have been written or not. Repeating it with its key writes
 * it once.
 * @param cause what was lost, for the log
 */
export const outcomeUnknown = (cause: unknown): DomainError =>
  refused(
    'OutcomeUnknown',
    'The answer was lost on its way: it is not known whether this was written. Send the same request again, with the same ' +
      '`Idempotency-Key` or `external_id`: then it is written once. Without either, first look whether it is there.',
    {},
    { cause },
  )

/**  */
export const isOutcomeUnknown = (error: unknown): error is DomainError & { errorEnum: 'OutcomeUnknown' } =>
  error instanceof DomainError && error.errorEnum === 'OutcomeUnknown'
