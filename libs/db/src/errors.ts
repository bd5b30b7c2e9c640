import { outcomeUnknown, refused } from '@pacioli/errors'
import { BaseError, ConnectionError, DatabaseError } from 'sequelize'

/** The SQLSTATE of a failed statement, and what else PostgreSQL said about it. */
export type PgError = { code: string; message: string; detail?: string; constraint?: string; hint?: string }

/** What PostgreSQL said, whether the error comes wrapped by Sequelize or bare from the driver. */
export function pgErrorOf(error: unknown): PgError | undefined {
  const inner: unknown = error instanceof BaseError && 'parent' in error ? error.parent : error
  if (inner instanceof Error && 'code' in inner && typeof inner.code === 'string') return inner as Error & PgError
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
])

/** Raised by `enter_tenant`: the business is another client's, or nobody's. */
const NOT_THE_CLIENTS = 'PA404'

/** disk_full, out_of_memory, io_error: what the server lacks, not what it was asked. */
const withoutRoom = new Set(['53100', '53200', '58030'])

/** Whether the database itself said so: an SQLSTATE has five characters, and what the way there says is a word. */
export const isAnswer = (error: unknown): boolean => /^[0-9A-Z]{5}$/.test(pgErrorOf(error)?.code ?? '')

/** How the driver says that it sent nothing: the connection had gone before. */
const NOT_SENT = /not queryable/

const isConnectionLost = (error: unknown): boolean => {
  const code = pgErrorOf(error)?.code
  return (
    error instanceof ConnectionError ||
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

/** Whether the statement that failed may have got there. Connecting fails otherwise than a statement does. */
const wasSent = (error: unknown): boolean => error instanceof DatabaseError && !NOT_SENT.test(error.message)

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
  const pg = pgErrorOf(error)
  const code = pg?.code
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
    return refused('BusinessNotFound', pg?.message ?? '', { field: 'businessId', value: pg?.detail })
  if (code === '22003')
    return refused('AmountOutOfRange', 'A sum of amounts would leave the range that can be kept exactly.')
  return error
}
