import { outcomeUnknown, refused } from '@pacioli/errors'
import pg from 'pg'

/** The SQLSTATE of a failed statement, and what else PostgreSQL said about it. */
export type PgError = { code: string; message: string; detail?: string; constraint?: string; hint?: string }

/** There was no connection to send anything over. The cause is what the driver says. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection'

  constructor(cause: unknown) {
    super(`no connection to the database: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

const reasonOf = (error: unknown): unknown => (error instanceof NoConnection ? error.cause : error)

/** What PostgreSQL said of a statement, or of a connection that it refused. */
export function pgErrorOf(error: unknown): PgError | undefined {
  const reason = reasonOf(error)
  if (reason instanceof Error && 'code' in reason && typeof reason.code === 'string') return reason as Error & PgError
  return undefined
}

/** Whether the statement failed on this unique index or constraint. */
export const violates = (error: unknown, constraint: string): boolean => pgErrorOf(error)?.constraint === constraint

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

/** Raised by `enter_tenant`: the business is another client's, or nobody's. */
const NOT_THE_CLIENTS = 'PA404'

/** disk_full, out_of_memory, io_error: what the server lacks, not what it was asked. */
const withoutRoom = new Set(['53100', '53200', '58030'])

/** Whether the database itself said so, and not the way there. */
export const isAnswer = (error: unknown): boolean => reasonOf(error) instanceof pg.DatabaseError

/** How the driver says that it sent nothing: the connection had gone before. */
const NOT_SENT = /not queryable/

const isConnectionLost = (error: unknown): boolean => {
  const code = pgErrorOf(error)?.code
  return (
    error instanceof NoConnection ||
    (code !== undefined && connectionLost.has(code)) ||
    /Connection terminated/.test(String(error)) ||
    NOT_SENT.test(String(error))
  )
}

/** For what was asked of a database that then turned out not to answer. @param mayWrite whether it may be done yet */
export function silence(mayWrite: boolean): Error {
  const cause = new Error('the database does not answer')
  if (mayWrite) return outcomeUnknown(cause)
  return refused('ServiceUnavailable', 'The database does not answer right now. Try again.', {}, { cause })
}

/** Whether the statement that failed may have got there. */
const wasSent = (error: unknown): boolean => !(error instanceof NoConnection) && !NOT_SENT.test(String(error))

/**
 * Failures of the database itself as refusals a caller can act on; everything else stays what it is.
 * @param commits whether the failed statement was one that makes a write stand, a COMMIT or an autocommit call: if its
 *   connection went, nobody knows whether it does. Before that, nothing stands.
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
