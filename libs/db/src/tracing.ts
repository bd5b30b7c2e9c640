/** The spans of statements and transactions, within a trace only: what looks around all day by itself makes none. */
import { attribute, isTraced, SpanKind, tracedWithin, type Attributes, type Span } from '@pacioli/telemetry'
import type { Sequelize } from 'sequelize'
import { pgErrorOf } from './errors.ts'

/** Enough to know a statement by; some are pages long. */
const MAX_TEXT = 4_000

function databaseOf(sequelize: Sequelize): Attributes {
  const { database, host, port } = (sequelize as Sequelize & { config: Record<string, string | undefined> }).config
  return {
    [attribute.dbSystem]: 'postgresql',
    ...(database === undefined ? {} : { [attribute.dbNamespace]: database }),
    ...(host === undefined ? {} : { [attribute.serverAddress]: host }),
    ...(port === undefined ? {} : { [attribute.serverPort]: Number(port) }),
  }
}

/** What a statement does and with what first of all: `INSERT outbox`, `SELECT post_entries_v1`. */
export function summaryOf(sql: string): { operation: string; summary: string } {
  const operation = (/^\s*([a-z]+)/i.exec(sql)?.[1] ?? 'SQL').toUpperCase()
  const target = /\b(?:FROM|INTO|UPDATE|CURSOR FOR SELECT)\s+([a-z_][a-z0-9_.]*)/i.exec(sql)?.[1]
  const called = /^\s*SELECT\s+([a-z_][a-z0-9_.]*)\s*\(/i.exec(sql)?.[1]
  const about = target ?? called
  return { operation, summary: about === undefined ? operation : `${operation} ${about}` }
}

/** SQLSTATE, which says what kind of failure it was and nothing of the values. */
function onError(span: Span, error: unknown): boolean {
  const code = pgErrorOf(error)?.code
  if (code !== undefined) span.setAttribute(attribute.dbStatus, code)
  return true
}

/** A statement as it is sent: with placeholders. What is bound to them never gets here. */
export function tracedStatement<Result>(
  sequelize: Sequelize,
  sql: string,
  send: () => Promise<Result>,
): Promise<Result> {
  if (!isTraced()) return send()
  const { operation, summary } = summaryOf(sql)
  const attributes = {
    ...databaseOf(sequelize),
    [attribute.dbQueryText]: sql.length > MAX_TEXT ? `${sql.slice(0, MAX_TEXT)}…` : sql,
    [attribute.dbQuerySummary]: summary,
    [attribute.dbOperation]: operation,
  }
  return tracedWithin(summary, { kind: SpanKind.CLIENT, attributes, onError }, send)
}

/** From the wait for a connection to the end of the commit; its statements are its parts. */
export function tracedTransaction<Result>(sequelize: Sequelize, run: () => Promise<Result>): Promise<Result> {
  if (!isTraced()) return run()
  return tracedWithin('transaction', { attributes: databaseOf(sequelize) }, run)
}
