import { logFacts } from '@pacioli/telemetry'
import { pino } from 'pino'
import type { DestinationStream, LogFn, Logger } from 'pino'
import { describeError } from './describe-error.ts'

export type { Logger }

/** Never printed, whatever object they arrive in. */
const SECRETS = [
  'authorization',
  'cookie',
  'client_secret',
  'clientSecret',
  'code_verifier',
  'password',
  'secret',
  'token',
  'access_token',
  'accessToken',
  'refresh_token',
  'refreshToken',
]

/** An error that is logged without a message becomes the message itself, as it was thrown, unless it has one. */
function messageOfError([first, ...rest]: unknown[]): unknown[] {
  if (rest.length > 0) return [first, ...rest]
  const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err
  return error instanceof Error ? [first, (describeError(error) as { message: string }).message] : [first]
}

/**
 * JSON lines on stdout (or on the given stream), each with the service's name and an ISO time, and where it belongs to a
 * request with the ids of that, of its business and of its trace.
 */
export function createLogger(service: string, level = 'info', destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: logFacts,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => describeError(error) },
    hooks: {
      logMethod(args: Parameters<LogFn>, method: LogFn) {
        method.apply(this as never, messageOfError(args) as Parameters<LogFn>)
      },
    },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`]), censor: '(hidden)' },
  }
  return destination ? pino(options, destination) : pino(options)
}
