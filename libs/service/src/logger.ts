import { logFacts } from '@pacioli/telemetry'
import { pino } from 'pino'
import type { DestinationStream, LogFn, Logger } from 'pino'
import { describeError } from './describe-error.ts'

export type { Logger }

/** Never printed, in whatever object they come. */
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

/** An error logged without a message is described as if it had been thrown. */
function messageOfError([first, ...rest]: unknown[]): unknown[] {
  if (rest.length > 0) return [first, ...rest]
  const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err
  return error instanceof Error ? [first, (describeError(error) as { message: string }).message] : [first]
}

/**
 * Logs JSON lines to stdout (or the given stream), with the service's name and an ISO time, and within a request the
 * ids of the request, its business and its trace.
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
