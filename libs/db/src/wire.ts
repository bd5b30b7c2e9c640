import type { Breaker } from '@pacioli/errors'
import type pg from 'pg'
import { isAnswer, pgErrorOf } from './errors.ts'
import type { StatementNames } from './statement-names.ts'

/** Bind parameters of written SQL: text, numbers, and arrays of them for `unnest`. */
export type Bind = readonly unknown[]

/** The first failure, and whether the database itself reported it. */
export type Failure = { error: Error; isAnswer: boolean }

/** Translates the failure of a statement for the caller. */
export type Explain = (error: Error) => Error

/** The results of several statements in one text. */
export type Answered = pg.QueryResult<object> | pg.QueryResult<object>[]

/** SQLSTATE of statements after a failed one in the same transaction: they are not run, and get no name. */
const BEHIND_A_FAILURE: ReadonlySet<string> = new Set(['25P02', '26000'])

/** SQLSTATE of a named statement whose result type has changed, or that is not known. */
const HAS_CHANGED: ReadonlySet<string> = new Set(['0A000', '26000'])

/**
 * How a connection's next statement is planned: once for any values, or as PostgreSQL thinks best. Undefined where a
 * transaction that set it may have been rolled back.
 */
export type Planning = { once: boolean | undefined }

/**
 * One connection, while it is in use. A statement is sent without waiting for the results of those before it. The
 * statements of one turn of the event loop leave together: one flight, whose results come back together.
 */
export class Wire {
  readonly #client: pg.PoolClient
  readonly #breaker: Breaker
  readonly #names: StatementNames
  readonly #planning: Planning
  #isGathering = false
  #unanswered = 0
  #failure: Failure | undefined
  #departure: (() => void) | undefined

  constructor(client: pg.PoolClient, breaker: Breaker, names: StatementNames, planning: Planning) {
    this.#client = client
    this.#breaker = breaker
    this.#names = names
    this.#planning = planning
  }

  /** The first failure since the last `begin`. */
  firstFailure(): Failure | undefined {
    return this.#failure
  }

  /** From here on the statements commit or fail together. */
  begin(): void {
    this.#failure = undefined
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
        const first = this.#failure
        const code = pgErrorOf(error)?.code ?? ''
        if (first && BEHIND_A_FAILURE.has(code)) return void setImmediate(reject, first.error)
        if (HAS_CHANGED.has(code)) this.#names.forget(sql)
        const meant = explain ? explain(error) : error
        this.#failure ??= { error: meant, isAnswer: isAnswer(error) }
        reject(meant)
      }
      let isUnderWay = false
      let isAnswered = false
      const answer = (error: Error | null, answered: Answered): void => {
        // The driver reports twice that it could not send a value, and takes the withdrawn name for known.
        if (isAnswered) return
        isAnswered = true
        this.#unanswered -= 1
        if (!isUnderWay) this.#names.forget(sql)
        if (!error || isAnswer(error)) this.#breaker.heard()
        if (error) this.#planning.once = undefined
        if (error) fail(error)
        else resolve(answered)
      }
      try {
        const values = bindable(sql, bind)
        const known = values.length > 0 ? this.#names.nameOf(sql) : undefined
        this.#gather()
        if (values.length > 0) this.#plan(known?.isPlannedOnce ?? false)
        this.#unanswered += 1
        this.#client.query({ text: sql, values, name: known?.name }, answer)
        if (sql === 'ROLLBACK') this.#planning.once = undefined
        isUnderWay = true
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
    this.#client.release(!this.#isClean())
  }

  /** Says how the next statement is planned, where that differs from the one before it. */
  #plan(once: boolean): void {
    if (this.#planning.once === once) return
    this.#planning.once = once
    const how = once ? 'force_generic_plan' : 'auto'
    this.ask(`SET plan_cache_mode = ${how}`).catch(() => undefined)
  }

  #isClean(): boolean {
    return this.#client.getTransactionStatus() === 'I'
  }

  /** Holds back what is sent until this turn of the event loop has issued all its statements. */
  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const { stream } = this.#client.connection
    stream.cork()
    // It runs once no promise can continue at once.
    process.nextTick(() => {
      this.#departure?.()
      this.#isGathering = false
      stream.uncork()
    })
  }
}

/** The driver would take a missing value for null. Text can't hold a NUL: a search for one finds nothing. */
const bindable = (sql: string, bind: Bind): unknown[] =>
  bind.map((value, index) => {
    if (value === undefined) throw new Error(`the bind parameter $${index + 1} is undefined: ${sql.slice(0, 200)}`)
    return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\\0') : value
  })
