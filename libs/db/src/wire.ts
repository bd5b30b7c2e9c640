import type { Breaker } from '@pacioli/errors'
import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { arrayText } from './array-text.ts'
import { isAnswer, pgErrorOf, READ_ONLY } from './errors.ts'
import { Flight, type Answered, type Bound, type NamedStatements, type Statement } from './flight.ts'
import type { StatementNames } from './statement-names.ts'

/** Bind parameters of written SQL: text, numbers, and arrays of them for `unnest`. */
export type Bind = readonly unknown[]

/** The first failure, and whether the database itself reported it. */
export type Failure = { error: Error; isAnswer: boolean }

/** Translates the failure of a statement for the caller. */
export type Explain = (error: Error) => Error

/** SQLSTATE of statements after a failed one in the same transaction: they are not run. */
const BEHIND_A_FAILURE = '25P02'

/** SQLSTATE of a named statement whose result type has changed, or that is not known. */
const HAS_CHANGED: ReadonlySet<string> = new Set(['0A000', '26000'])

/** What a connection keeps from one user to the next. */
export type ConnectionState = {
  named: NamedStatements
  /**
   * How its next statement is planned: once for any values, or as PostgreSQL thinks best. Undefined where a transaction
   * that set it may have been rolled back.
   */
  isPlannedOnce: boolean | undefined
}

/** Statements that must run even if one before them has failed: a transaction has to end. */
const ENDS: ReadonlySet<string> = new Set(['COMMIT', 'ROLLBACK'])

/**
 * One connection, while it is in use. A statement is sent without waiting for the results of those before it. The
 * statements of one turn of the event loop leave together: one flight, whose results come back together.
 */
export class Wire {
  readonly #client: pg.PoolClient
  readonly #breaker: Breaker
  #names: StatementNames | undefined
  readonly #state: ConnectionState
  #leaving: Statement[] = []
  #unanswered = 0
  #failure: Failure | undefined
  #departure: (() => void) | undefined
  #isReadOnly = false

  /** What each of its transactions sets for itself. */
  readonly settings: readonly (readonly [name: string, value: string])[]

  /** @param names of the statements that the connection knows; undefined where it may be another one for each transaction */
  constructor(
    client: pg.PoolClient,
    breaker: Breaker,
    names: StatementNames | undefined,
    state: ConnectionState,
    settings: Wire['settings'] = [],
  ) {
    this.settings = settings
    this.#client = client
    this.#breaker = breaker
    this.#names = names
    this.#state = state
  }

  /** The first failure since the last `begin`. */
  firstFailure(): Failure | undefined {
    return this.#failure
  }

  /** Whether a write was refused because the server, or the transaction, takes none. */
  get isReadOnly(): boolean {
    return this.#isReadOnly
  }

  /** From here on the statements commit or fail together. */
  begin(): void {
    this.#failure = undefined
  }

  /** From here on each statement is parsed and planned anew, with its values. */
  planEach(): void {
    this.#names = undefined
  }

  /** @param act runs before a flight leaves: the statements it sends leave with it */
  onDeparture(act: () => void): void {
    this.#departure = act
  }

  /**
   * Among the statements of one transaction, the first that failed is the reason for all later ones: they fail with its
   * error, after those who wait for the first have received it.
   */
  ask(sql: string, bind: Bind = [], explain?: Explain): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        const code = pgErrorOf(error)?.code ?? ''
        if (this.#failure && code === BEHIND_A_FAILURE) return behind(this.#failure.error)
        if (HAS_CHANGED.has(code)) this.#names?.forget(sql)
        if (code === READ_ONLY) this.#isReadOnly = true
        const meant = explain ? explain(error) : error
        this.#failure ??= { error: meant, isAnswer: isAnswer(error) }
        reject(meant)
      }
      const behind = (error: Error): void => void setImmediate(reject, error)
      try {
        const values = bindable(sql, bind)
        const known = this.#names?.nameOf(sql)
        if (values.length > 0 && this.#names) this.#plan(known?.isPlannedOnce ?? false)
        this.#send({
          sql,
          values,
          name: known?.name,
          answer: (outcome) => {
            this.#unanswered -= 1
            if (outcome === 'NOT_RUN' || 'error' in outcome) this.#state.isPlannedOnce = undefined
            if (outcome === 'NOT_RUN') return behind(this.#failure?.error ?? new Error(`not run: ${sql.slice(0, 200)}`))
            if (!('error' in outcome) || isAnswer(outcome.error)) this.#breaker.heard()
            if ('error' in outcome) fail(outcome.error)
            else resolve(outcome)
          },
        })
        if (sql === 'ROLLBACK') this.#state.isPlannedOnce = undefined
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)))
      }
    })
  }

  /** Gives the connection back to the pool, for reuse if it is still sound. */
  async release(): Promise<void> {
    this.#departure = undefined
    // A failure is known before the state it left.
    if (this.#unanswered > 0 || !this.#isClean()) await this.ask(';').catch(() => undefined)
    this.#client.release(this.#isReadOnly || !this.#isClean())
  }

  /** Sets how the next statement is planned, unless that is set already. */
  #plan(once: boolean): void {
    if (this.#state.isPlannedOnce === once) return
    this.#state.isPlannedOnce = once
    const how = once ? 'force_generic_plan' : 'auto'
    this.ask(`SET plan_cache_mode = ${how}`).catch(() => undefined)
  }

  #isClean(): boolean {
    return this.#client.getTransactionStatus() === 'I'
  }

  /** Queues it: all statements of one turn of the event loop leave together. */
  #send(statement: Statement): void {
    this.#unanswered += 1
    // Called from a promise callback, nextTick runs once no other callback is ready.
    if (this.#leaving.length === 0) process.nextTick(() => this.#depart())
    this.#leaving.push(statement)
  }

  #depart(): void {
    this.#departure?.()
    const statements = this.#leaving
    this.#leaving = []
    const { stream } = this.#client.connection
    stream.cork()
    for (const part of partsOf(statements)) this.#client.query(new Flight(part, this.#state.named))
    stream.uncork()
  }
}

/** Splits statements into flights, so that a failed statement never keeps COMMIT or ROLLBACK from running. */
function partsOf(statements: readonly Statement[]): Statement[][] {
  const parts: Statement[][] = []
  for (const [index, statement] of statements.entries()) {
    const before = statements[index - 1]
    if (!before || ENDS.has(before.sql) || ENDS.has(statement.sql)) parts.push([])
    parts.at(-1)?.push(statement)
  }
  return parts
}

/** The driver would take a missing value for null. Text can't hold a NUL: a search for one finds nothing. */
const bindable = (sql: string, bind: Bind): Bound[] =>
  bind.map((value, index) => {
    if (value === undefined) throw new Error(`the bind parameter $${index + 1} is undefined: ${sql.slice(0, 200)}`)
    if (Array.isArray(value)) return arrayText(value)
    return prepareValue(typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\\0') : value)
  })
