/** The refusals of any operation, beside its own. */
import type { ErrorEnum } from '@pacioli/errors'

/** Of whatever calls a service. */
export const UNAVAILABLE = ['InternalError', 'ServiceUnavailable', 'DeadlineExceeded'] as const
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
/** Without a key: deleting twice is safe. */
const KEYLESS = ['InvalidPayload', 'PayloadTooLarge', 'UnsupportedMediaType', 'OutcomeUnknown'] as const
const KEYED = ['IdempotencyKeyReused', 'AnswerNotKept', 'IdempotencyInProgress'] as const

/** The refusals of any operation with this method, once its caller is admitted. */
export const errorsOfMethod = (method: string): readonly ErrorEnum[] =>
  method === 'GET' ? [] : method === 'DELETE' ? KEYLESS : [...KEYLESS, ...KEYED]

/** All refusals of a route written by hand that reads, or writes. */
export const errorsOfReading = (...own: readonly ErrorEnum[]): ErrorEnum[] => [...ADMISSION, ...own]
export const errorsOfWriting = (...own: readonly ErrorEnum[]): ErrorEnum[] => [
  ...ADMISSION,
  ...errorsOfMethod('POST'),
  ...own,
]
