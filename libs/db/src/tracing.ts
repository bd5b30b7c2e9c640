/** The spans of statements and transactions, only within a trace: background polling makes none. */
import { databaseServers } from '@pacioli/fields/database-url'
import { attribute, isTraced, SpanKind, tracedWithin, type Attributes, type Span } from '@pacioli/telemetry'
import { pgErrorOf } from './errors.ts'

/** Enough to recognize a statement; some are pages long. */
const MAX_TEXT = 4_000

/** What spans say of the database at a URL; nothing about the user, nor which of several servers it is on. */
export function databaseAt(url: string): Attributes {
  const { urls } = databaseServers(url)
  const { hostname, port, pathname, searchParams } = new URL(urls[0])
  const host = searchParams.get('host') ?? hostname
  return {
    [attribute.dbSystem]: 'postgresql',
    [attribute.dbNamespace]: decodeURI(pathname.slice(1)),
    ...(host === '' || urls.length > 1 ? {} : { [attribute.serverAddress]: host }),
    ...(urls.length > 1 ? {} : { [attribute.serverPort]: Number(port || 5432) }),
  }
}

/** The operation of a statement and its first object: `INSERT outbox`, `SELECT post_entries_v1`. */
export function summaryOf(sql: string): { operation: string; summary: string } {
  const operation = (/^\s*([a-z]+)/i.exec(sql)?.[1] ?? 'SQL').toUpperCase()
  const target = /\b(?:FROM|INTO|UPDATE|CURSOR FOR SELECT)\s+([a-z_][a-z0-9_.]*)/i.exec(sql)?.[1]
  const called = /^\s*SELECT\s+([a-z_][a-z0-9_.]*)\s*\(/i.exec(sql)?.[1]
  const about = target ?? called
  return { operation, summary: about === undefined ? operation : `${operation} ${about}` }
}

/** The SQLSTATE names the kind of failure and reveals no values. */
function onError(span: Span, error: unknown): boolean {
  const code = pgErrorOf(error)?.code
  if (code !== undefined) span.setAttribute(attribute.dbStatus, code)
  return true
}

/** A statement as it is sent: with placeholders. Bound values never get here. */
export function tracedStatement<Result>(
  database: Attributes,
  sql: string,
  send: () => Promise<Result>,
): Promise<Result> {
  if (!isTraced()) return send()
  const { operation, summary } = summaryOf(sql)
  const attributes = {
    ...database,
    [attribute.dbQueryText]: sql.length > MAX_TEXT ? `${sql.slice(0, MAX_TEXT)}…` : sql,
    [attribute.dbQuerySummary]: summary,
    [attribute.dbOperation]: operation,
  }
  return tracedWithin(summary, { kind: SpanKind.CLIENT, attributes, onError }, send)
}

/** From the wait for a connection to the end of the commit; its statements are its children. */
export function tracedTransaction<Result>(database: Attributes, run: () => Promise<Result>): Promise<Result> {
  if (!isTraced()) return run()
  return tracedWithin('transaction', { attributes: database }, run)
}
