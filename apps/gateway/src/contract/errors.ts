/** What any operation can be refused with, beside what it says itself. */
import type { ErrorEnum } from '@pacioli/errors'

const UNAVAILABLE = ['InternalError', 'ServiceUnavailable', 'DeadlineExceeded'] as const
export const ADMISSION = [
  'InvalidQuery',
  'UnknownField',
  'MissingToken',
  'InvalidToken',
  'ExpiredToken',
  'InsufficientScope',
  'RateLimitExceeded',
  ...UNAVAILABLE,
] as const
export const WRITE = [
  'InvalidPayload',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'IdempotencyKeyReused',
  'AnswerNotKept',
  'IdempotencyInProgress',
  'OutcomeUnknown',
] as const

/** Everything that any write and any read can be refused with, for a route that is written by hand. */
export const errorsOfReading = (...own: readonly ErrorEnum[]): ErrorEnum[] => [...ADMISSION, ...own]
export const errorsOfWriting = (...own: readonly ErrorEnum[]): ErrorEnum[] => [...ADMISSION, ...WRITE, ...own]
