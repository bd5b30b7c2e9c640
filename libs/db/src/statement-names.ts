/**
 * A named statement is parsed once per connection, and after some uses planned once. Each costs the server some 70 kB
 * per connection: only frequent statements get a name, up to a maximum.
 */
const OFTEN = 10
const MOST = 200
/** Texts that are counted until they are frequent. */
const MOST_SELDOM = 2_000

/** The names of the statements that a pool's connections know. */
export class StatementNames {
  /** No name: it never gets one. */
  readonly #names = new Map<string, string | undefined>()
  readonly #seldom = new Map<string, number>()

  /** Undefined where it is to be parsed each time. */
  nameOf(sql: string): string | undefined {
    if (this.#names.size >= MOST || this.#names.has(sql)) return this.#names.get(sql)
    const times = (this.#seldom.get(sql) ?? 0) + 1
    if (times < OFTEN) {
      if (this.#seldom.size >= MOST_SELDOM) this.#seldom.clear()
      this.#seldom.set(sql, times)
      return undefined
    }
    this.#seldom.delete(sql)
    const name = mayHaveName(sql) ? `statement ${this.#names.size + 1}` : undefined
    this.#names.set(sql, name)
    return name
  }

  /** The statement no longer returns what it did when it got its name. */
  forget(sql: string): void {
    this.#names.set(sql, undefined)
  }
}

/** Other statements with values, such as DECLARE, are planned each time they run. */
const IS_PLANNED = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i
/** The best plan depends on the LIMIT: one plan for any number would not know it. */
const HAS_LIMIT = /\bLIMIT \$/i
/** A migration that adds a column changes "all columns" of a table; a function keeps the columns it has. */
const ALL_COLUMNS = /\*\s*(?:,|$|FROM\s+(?!\w+\s*…))/i

export const mayHaveName = (sql: string): boolean =>
  IS_PLANNED.test(sql) && !HAS_LIMIT.test(sql) && !ALL_COLUMNS.test(resultIn(withoutBrackets(sql)))

/** Text in brackets does not show in the result. */
function withoutBrackets(sql: string): string {
  const without = sql.replaceAll(/\([^()]*\)/g, '…')
  return without === sql ? sql : withoutBrackets(without)
}

const resultIn = (sql: string): string =>
  /^\s*INSERT\b/i.test(sql) ? (/\bRETURNING\b[^]*/i.exec(sql)?.[0] ?? '') : sql
