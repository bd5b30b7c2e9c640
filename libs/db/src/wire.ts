import type { Breaker } from '@pacioli/errors'
import type pg from 'pg'
import { isAnswer, pgErrorOf } from './errors.ts'
import type { StatementNames } from './statement-names.ts'

/** Bind parameters of written SQL: text, numbers, and arrays of them for `unnest`. */
export type Bind = readonly unknown[]

/** What failed first, and whether the database itself said so. */
export type Failure = { error: Error; isAnswer: boolean }

/** What the failure of a statement means to the caller. */
export type Explain = (error: Error) => Error

/** Of several statements in one text, the answer to each. */
export type Answered = pg.QueryResult<object> | pg.QueryResult<object>[]

/** SQLSTATE of what comes behind a failed statement of the same transaction: it is not run, and gets no name. */
const BEHIND_A_FAILURE: ReadonlySet<string> = new Set(['25P02', '26000'])

/** SQLSTATE of what a named statement comes to when its result would be another one now, or when it is not known. */
const HAS_CHANGED: ReadonlySet<string> = new Set(['0A000', '26000'])

/**
 * One connection, while somebody has it. A statement is sent without waiting for the answers to those before it, and what is
 * asked in one turn of the event loop leaves together: one flight, of which the answers come back together.
 */
export class Wire {
  readonly #client: pg.PoolClient
  readonly #breaker: Breaker
  readonly #names: StatementNames
  #isGathering = false
  #unanswered = 0
  #failure: Failure | undefined
  #departure: (() => void) | undefined

  constructor(client: pg.PoolClient, breaker: Breaker, names: StatementNames) {
    this.#client = client
    this.#breaker = breaker
    this.#names = names
  }

  /** What failed first since the last `begin`. */
  firstFailure(): Failure | undefined {
    return this.#failure
  }

  /** The statements from here on stand and fall together. */
  begin(): void {
    this.#failure = undefined
  }

  /** @param act what to do before a flight leaves: whatever it asks leaves with it */
  onDeparture(act: () => void): void {
    this.#departure = act
  }

  /**
   * Of statements behind each other in one transaction, the first that failed is the reason of all that come after it: they
   * fail with its error, once those who wait for the first have met it.
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
        // The driver says twice that it could not send a value, and takes the name for known that it took back.
        if (isAnswered) return
        isAnswered = true
        this.#unanswered -= 1
        if (!isUnderWay) this.#names.forget(sql)
        if (!error || isAnswer(error)) this.#breaker.heard()
        if (error) fail(error)
        else resolve(answered)
      }
      try {
        const values = bindable(sql, bind)
        const name = values.length > 0 ? this.#names.nameOf(sql) : undefined
        this.#gather()
        this.#unanswered += 1
        this.#client.query({ text: sql, values, name }, answer)
        isUnderWay = true
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)))
      }
    })
  }

  /** Gives the connection back: to whoever needs one next, if it is as good as new. */
  async release(): Promise<void> {
    this.#departure = undefined
    // That something failed is known before the state that it left.
    if (this.#unanswered > 0 || !this.#isClean()) await this.ask(';').catch(() => undefined)
    this.#client.release(!this.#isClean())
  }

  #isClean(): boolean {
    return this.#client.getTransactionStatus() === 'I'
  }

  /** Holds back what is sent until all is there that this turn of the event loop asks. */
  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const { stream } = this.#client.connection
    stream.cork()
    // It comes once no promise is left that could go on at once.
    process.nextTick(() => {
      this.#departure?.()
      this.#isGathering = false
      stream.uncork()
    })
  }
}

/** The driver would take what is missing for null. Text can't hold a NUL: what is looked for by one is not found. */
const bindable = (sql: string, bind: Bind): unknown[] =>
  bind.map((value, index) => {
    if (value === undefined) throw new Error(`the bind parameter $${index + 1} is undefined: ${sql.slice(0, 200)}`)
    return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\\0') : value
  })
