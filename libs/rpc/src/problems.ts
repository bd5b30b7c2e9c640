import { Metadata, status, type ServiceError, type StatusObject } from '@grpc/grpc-js'
import {
  Busy,
  catalogue,
  DomainError,
  isErrorEnum,
  outcomeUnknown,
  problem,
  refused,
  type Problem,
} from '@pacioli/errors'
import type { Answer, Answer__Output } from '@pacioli/protos/calls'
import { failedWith } from './unary-call.ts'

const PROBLEMS_HEADER = 'pacioli-problems-bin'

/** For a lack of capacity: the service, empty for the one that answers. */
const BUSY_HEADER = 'pacioli-busy'

/** Trailers are small: problems that do not fit are only counted. */
const MAX_TRAILER_BYTES = 24_000

const statusOfHttp: Record<number, status> = {
  400: status.INVALID_ARGUMENT,
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  405: status.UNIMPLEMENTED,
  409: status.ABORTED,
  413: status.RESOURCE_EXHAUSTED,
  415: status.INVALID_ARGUMENT,
  422: status.FAILED_PRECONDITION,
  429: status.RESOURCE_EXHAUSTED,
  500: status.INTERNAL,
  503: status.UNAVAILABLE,
  504: status.DEADLINE_EXCEEDED,
}

/** A refusal as a gRPC status with its problems in the trailers. Other errors reveal no internals. */
export function toStatus(error: unknown): Partial<StatusObject> {
  const refusal = error instanceof DomainError ? error : refused('InternalError', 'Something failed on our side.')
  const metadata = new Metadata()
  metadata.set(PROBLEMS_HEADER, encode(refusal.problems))
  if (refusal instanceof Busy) metadata.set(BUSY_HEADER, refusal.by ?? '')
  return {
    code: statusOfHttp[catalogue[refusal.errorEnum].http] ?? status.UNKNOWN,
    details: refusal.errorEnum,
    metadata,
  }
}

function encode([first, ...rest]: DomainError['problems']): Buffer {
  const kept = [sizeOf(first) > MAX_TRAILER_BYTES ? inShort(first) : first]
  let size = 2 + sizeOf(first)
  for (const one of rest) {
    size += sizeOf(one)
    if (size > MAX_TRAILER_BYTES) break
    kept.push(one)
  }
  return Buffer.from(JSON.stringify(kept))
}

const sizeOf = (one: Problem): number => Buffer.byteLength(JSON.stringify(one)) + 1

/** The first problem always arrives, shortened if necessary: too large trailers would break the call. */
function inShort({ description, meta, ...one }: Problem): Problem {
  const field = typeof meta.field === 'string' && meta.field.length <= 1_000 ? { field: meta.field } : {}
  return {
    ...one,
    description: description.length > 1_000 ? `${description.slice(0, 1_000)}…` : description,
    meta: field,
  }
}

/** A status as part of an answer in an exchange. */
export function toAnswer({ code = status.UNKNOWN, details = '', metadata }: Partial<StatusObject>): Answer {
  const [problems] = metadata?.get(PROBLEMS_HEADER) ?? []
  const [busy] = metadata?.get(BUSY_HEADER) ?? []
  return {
    code,
    details,
    ...(Buffer.isBuffer(problems) ? { problems } : {}),
    ...(typeof busy === 'string' ? { busy } : {}),
  }
}

/** How a call ends that an exchange answers so. */
export function refusedWith({ code, details, problems, busy }: Answer__Output): { error: ServiceError } {
  const metadata = new Metadata()
  if (Buffer.isBuffer(problems)) metadata.set(PROBLEMS_HEADER, problems)
  if (typeof busy === 'string') metadata.set(BUSY_HEADER, busy)
  return failedWith(code, details, metadata)
}

/** Whether the service itself refused. */
export const isRefusal = (error: ServiceError): boolean => (error.metadata?.get(PROBLEMS_HEADER).length ?? 0) > 0

/**
 * How the library reports a call cut off midway: we cancel none whose answer is awaited, and a lost connection ends its
 * streams without an HTTP/2 error. Any other end of a stream is a defect.
 */
const isCutOff = ({ code, details }: ServiceError): boolean =>
  code === status.CANCELLED || (code === status.INTERNAL && details.startsWith('Received RST_STREAM with code 0 '))

/** Whether the connection failed, before or after the call was sent, rather than the service. */
export const isDisconnected = (error: ServiceError): boolean =>
  !isRefusal(error) && (error.code === status.UNAVAILABLE || isCutOff(error))

/**
 * What a failed call means to the caller: the refusal, or that the service could not answer, with the service and
 * reason as the cause.
 * @param mayHaveWritten whether it was a write that may have arrived
 */
export function fromServiceError(error: ServiceError, path: string, mayHaveWritten: boolean): Error {
  const carried = error.metadata?.get(PROBLEMS_HEADER)[0]
  if (Buffer.isBuffer(carried)) return decode(carried, busyBy(error, path)) ?? error
  const cause = new Error(`${path}: ${error.message}`)
  if (mayHaveWritten && (isDisconnected(error) || error.code === status.DEADLINE_EXCEEDED)) return outcomeUnknown(cause)
  if (isDisconnected(error))
    return refused('ServiceUnavailable', 'A part of the service cannot be reached right now. Try again.', {}, { cause })
  switch (error.code) {
    case status.DEADLINE_EXCEEDED:
      return refused('DeadlineExceeded', 'The request took too long. Try again.', {}, { cause })
    case status.RESOURCE_EXHAUSTED:
      return refused('PayloadTooLarge', 'The request or its answer is larger than the service handles at once.')
    default:
      return error
  }
}

/** The service at capacity, by its name in paths: `ledger`. */
function busyBy({ metadata }: ServiceError, path: string): string | undefined {
  const [by] = metadata.get(BUSY_HEADER)
  return by === '' ? path.split('.')[1] : by?.toString()
}

function decode(carried: Buffer, busyBy: string | undefined): DomainError | undefined {
  const list = JSON.parse(carried.toString()) as { error_enum: string; description: string; meta: Problem['meta'] }[]
  const problems = list.flatMap(({ error_enum, description, meta }) =>
    isErrorEnum(error_enum) ? [problem(error_enum, description, meta)] : [],
  )
  const [first, ...rest] = problems
  if (!first) return undefined
  return busyBy === undefined ? new DomainError([first, ...rest]) : new Busy([first, ...rest], busyBy)
}
