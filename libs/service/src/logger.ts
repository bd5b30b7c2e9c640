import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { describeError } from './describe-error.ts'

export type { Logger }

/** Never printed, whatever object they arrive in. */
const SECRETS = ['authorization', 'client_secret', 'password', 'token', 'access_token', 'secret']

/** JSON lines on stdout (or on the given stream), each with the service's name and an ISO time. */
export function createLogger(service: string, level = 'info', destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => describeError(error) },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`]), censor: '(hidden)' },
  }
  return destination ? pino(options, destination) : pino(options)
}
