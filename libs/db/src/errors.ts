import { outcomeUnknown, refused } from '@pacioli/errors'
import pg from 'pg'

/** The SQLSTATE of a failed statement, and the other details PostgreSQL reported. */
export type PgError = {
  code: string
  message: string
  detail?: string
  constraint?: string
  hint?: string
  /** The functions that it failed in. */
  where?: string
}

/** No connection was available to send on. The cause is the driver's error. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection'

  constructor(cause: unknown) {
    super(`no connection to the database: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

const reasonOf = (error: unknown): unknown => (error instanceof NoConnection ? error.cause : error)

/** PostgreSQL's report about a statement, or about a refused connection. */
export function pgErrorOf(error: unknown): PgError | undefined {
  const reason = reasonOf(error)
  if (reason instanceof Error && 'code' in reason && typeof reason.code === 'string') return reason as Error & PgError
  return undefined
}

/** The unique index or constraint that the statement failed on, as migrations call it. */
export function constraintOf(error: unknown): string | undefined {
  const found = pgErrorOf(error)
  return (found?.constraint ?? constraintIn(found))?.replace(OF_SHARD, '')
}

/** The coordinator of a cluster passes on what a node says, but not the field that names the constraint. */
const constraintIn = (error: PgError | undefined): string | undefined =>
  error?.code.startsWith('23') ? / constraint "([^"]+)"/.exec(error.message)?.[1] : undefined

/** Citus ends the names of what belongs to a shard with its number. */
const OF_SHARD = /_\d{5,}$/

/** Whether the statement failed on this unique index or constraint. */
export const violates = (error: unknown, constraint: string): boolean => constraintOf(error) === constraint

const connectionLost = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Raised by `enter_tenant`: the business belongs to another client, or does not exist. */
const NOT_THE_CLIENTS = 'PA404'

/** A write on a standby, or in a transaction that said it would only read. */
export const READ_ONLY = '25006'

/** disk_full, out_of_memory, io_error: the server lacks something; the statement is not at fault. */
const withoutRoom = new Set(['53100', '53200', '58030'])

/** A pooler tells of its own troubles with this code, and ends the connection. */
const OF_POOLER = '08P01'
/** It had no connection of the server to give, so nothing was sent there. */
const NO_TURN = 'query_wait_timeout'

const isOfPooler = (error: unknown): boolean => {
  const reason = reasonOf(error)
  return reason instanceof pg.DatabaseError && reason.code === OF_POOLER && reason.severity === 'FATAL'
}

/** Whether a pooler told the client that its turn did not come. */
const isWithoutTurn = (error: unknown): boolean => isOfPooler(error) && pgErrorOf(error)?.message === NO_TURN

/**
 * Whether the database itself reported the failure, not the connection. A pooler that lost the server does not know what
 * became of the statements on their way, the COMMIT among them.
 */
export const isAnswer = (error: unknown): boolean =>
  reasonOf(error) instanceof pg.DatabaseError && (!isOfPooler(error) || isWithoutTurn(error))

/** The driver's errors for statements it never sent because the connection was already gone. */
const NOT_SENT = /not queryable/

/** A socket or its encryption failed, whatever the system calls it. */
const isOfSocket = (error: unknown): boolean =>
  error instanceof Error &&
  !isAnswer(error) &&
  (('syscall' in error && SOCKET_CALLS.has(String(error.syscall))) || /^ERR_(SSL|TLS|STREAM)_/.test(codeOf(error)))

const SOCKET_CALLS: ReadonlySet<string> = new Set(['read', 'write', 'connect', 'shutdown'])
const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

const isConnectionLost = (error: unknown): boolean => {
  const code = pgErrorOf(error)?.code
  return (
    error instanceof NoConnection ||
    isOfPooler(error) ||
    (code !== undefined && connectionLost.has(code)) ||
    isOfSocket(error) ||
    /Connection terminated/.test(String(error)) ||
    NOT_SENT.test(String(error))
  )
}

/** For queries to a database that turned out not to answer. @param mayWrite whether it may still be written */
export function silence(mayWrite: boolean): Error {
  const cause = new Error('the database does not answer')
  if (mayWrite) return outcomeUnknown(cause)
  return refused('ServiceUnavailable', 'The database does not answer right now. Try again.', {}, { cause })
}

/** Whether the failed statement may have reached the server. */
const wasSent = (error: unknown): boolean =>
  !(error instanceof NoConnection) && !isWithoutTurn(error) && !NOT_SENT.test(String(error))

/**
 * Maps failures of the database itself to refusals a caller can act on; everything else stays as it is.
 * @param commits whether the failed statement was a COMMIT or an autocommit call: if its connection was lost, the
 *   outcome is unknown. Before that, nothing is committed.
 */
export function translate(error: unknown, commits = false): unknown {
  if (isConnectionLost(error)) {
    if (commits && wasSent(error)) return outcomeUnknown(error)
    return refused(
      'ServiceUnavailable',
      'The database cannot be reached right now. Nothing was written. Try again.',
      {},
      { cause: error },
    )
  }
  const said = pgErrorOf(error)
  const code = said?.code
  if (code !== undefined && withoutRoom.has(code))
    return refused(
      'ServiceUnavailable',
      'The database has no room to write in right now. Nothing was written. Try again later.',
      {},
      { cause: error },
    )
  if (code === READ_ONLY)
    return refused(
      'ServiceUnavailable',
      'The database cannot be written to right now. Nothing was written. Try again.',
      {},
      { cause: error },
    )
  if (code === '57014')
    return refused(
      'DeadlineExceeded',
      'The database took too long to answer. Nothing was written.',
      {},
      { cause: error },
    )
  if (code === '40P01' || code === '40001')
    return refused('VersionConflict', 'The request met a competing change. Nothing was written. Try again.')
  if (code === NOT_THE_CLIENTS)
    return refused('BusinessNotFound', said?.message ?? '', { field: 'businessId', value: said?.detail })
  if (code === '22003')
    return refused('AmountOutOfRange', 'A sum of amounts would leave the range that can be kept exactly.')
  return error
}

/** The same for work that reads: if it writes, it is at fault, not the server. */
export const translateRead = (error: unknown): unknown =>
  pgErrorOf(error)?.code === READ_ONLY ? error : translate(error)
