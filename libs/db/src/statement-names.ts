/**
 * A named statement is parsed once per connection, and planned once where its values do not matter to the plan. Each
 * costs the server some 70 kB per connection: only frequent statements get a name, up to a maximum.
 */
const OFTEN = 10
const MOST = 200
/** Texts that are counted until they are frequent. */
const MOST_SELDOM = 2_000

/** The name that a statement is known by, and whether one plan serves all its values. */
export type Known = { name: string; isPlannedOnce: boolean }

/** The names of the statements that a pool's connections know. */
export class StatementNames {
  /** No name: it never gets one. */
  readonly #names = new Map<string, Known | undefined>()
  readonly #seldom = new Map<string, number>()

  /** Undefined where it is to be parsed each time. */
  nameOf(sql: string): Known | undefined {
    if (this.#names.size >= MOST || this.#names.has(sql)) return this.#names.get(sql)
    const times = (this.#seldom.get(sql) ?? 0) + 1
    if (times < OFTEN) {
      if (this.#seldom.size >= MOST_SELDOM) this.#seldom.clear()
      this.#seldom.set(sql, times)
      return undefined
    }
    this.#seldom.delete(sql)
    const known = mayHaveName(sql)
      ? { name: `statement ${this.#names.size + 1}`, isPlannedOnce: isPlannedOnce(sql) }
      : undefined
    this.#names.set(sql, known)
    return known
  }

  /** The statement no longer returns what it did when it got its name. */
  forget(sql: string): void {
    this.#names.set(sql, undefined)
  }
}

/** Others, such as DECLARE and FETCH, are planned each time they run, or are written for one use. */
const IS_REPEATED = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|BEGIN|COMMIT|ROLLBACK)\b/i
/** The best plan depends on the LIMIT: one plan for any number would not know it. */
const HAS_LIMIT = /\bLIMIT \$/i
/** A migration that adds a column changes "all columns" of a table; a function keeps the columns it has. */
const ALL_COLUMNS = /\*\s*(?:,|$|FROM\s+(?!\w+\s*…))/i

/**
 * SQL in which the best plan depends on the values: ranges, patterns, overlaps, optional values. All other statements
 * only write values or compare them for equality, so one plan serves all. PostgreSQL would still plan them each time: it
 * expects ten elements in a list of unknown length, and so prefers a plan for the list of one at hand.
 */
const IS_CHOSEN_BY_VALUES = [
  /(?:[<>]=?|&&|~\*?|\b(?:I?LIKE|BETWEEN|WHEN|OFFSET))\s*\(*\$/i,
  /\$\d+(?:::\w+(?:\[\])?)?\)?\s*(?:[<>]|&&|\bIS\b|\bBETWEEN\b)/i,
]

export const isPlannedOnce = (sql: string): boolean => !IS_CHOSEN_BY_VALUES.some((pattern) => pattern.test(sql))

export const mayHaveName = (sql: string): boolean =>
  IS_REPEATED.test(sql) && !HAS_LIMIT.test(sql) && !ALL_COLUMNS.test(resultIn(withoutBrackets(sql)))

/** Text in brackets does not show in the result. */
function withoutBrackets(sql: string): string {
  const without = sql.replaceAll(/\([^()]*\)/g, '…')
  return without === sql ? sql : withoutBrackets(without)
}

const resultIn = (sql: string): string =>
  /^\s*INSERT\b/i.test(sql) ? (/\bRETURNING\b[^]*/i.exec(sql)?.[0] ?? '') : sql
