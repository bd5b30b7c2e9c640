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
/** Of what takes no key: what is deleted once more is gone already. */
const KEYLESS = ['InvalidPayload', 'PayloadTooLarge', 'UnsupportedMediaType', 'OutcomeUnknown'] as const
const KEYED = ['IdempotencyKeyReused', 'AnswerNotKept', 'IdempotencyInProgress'] as const

/** What any operation with this method can be refused with, once its caller is admitted. */
export const errorsOfMethod = (method: string): readonly ErrorEnum[] =>
  method === 'GET' ? [] : method === 'DELETE' ? KEYLESS : [...KEYLESS, ...KEYED]

/** Everything that any write and any read can be refused with, for a route that is written by hand. */
export const errorsOfReading = (...own: readonly ErrorEnum[]): ErrorEnum[] => [...ADMISSION, ...own]
export const errorsOfWriting = (...own: readonly ErrorEnum[]): ErrorEnum[] => [
  ...ADMISSION,
  ...errorsOfMethod('POST'),
  ...own,
]
