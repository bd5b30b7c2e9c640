/**
 * A statement that has a name is parsed once per connection, and after some uses planned once. Each costs the server some
 * 70 kB per connection: those that are asked often have one, and so many at most.
 */
const OFTEN = 10
const MOST = 200
/** Texts that are counted until they are asked often. */
const MOST_SELDOM = 2_000

/** The names of the statements that the connections of one pool know. */
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

  /** It is not any more what it was when it got its name. */
  forget(sql: string): void {
    this.#names.set(sql, undefined)
  }
}

/** What else is sent with values, such as DECLARE, is planned as often as it is run. */
const IS_PLANNED = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i
/** How many rows are asked for says how they are found best: one plan for any number would not know. */
const HAS_LIMIT = /\bLIMIT \$/i
/** All columns of a table are others once a migration has added one; a function keeps to those it has. */
const ALL_COLUMNS = /\*\s*(?:,|$|FROM\s+(?!\w+\s*…))/i

export const mayHaveName = (sql: string): boolean =>
  IS_PLANNED.test(sql) && !HAS_LIMIT.test(sql) && !ALL_COLUMNS.test(resultIn(withoutBrackets(sql)))

/** What stands in brackets does not show in the result. */
function withoutBrackets(sql: string): string {
  const without = sql.replaceAll(/\([^()]*\)/g, '…')
  return without === sql ? sql : withoutBrackets(without)
}

const resultIn = (sql: string): string =>
  /^\s*INSERT\b/i.test(sql) ? (/\bRETURNING\b[^]*/i.exec(sql)?.[0] ?? '') : sql
