/** Queries that are read in place of tables. Pure. */
import type { Bind } from './wire.ts'

/**
 * Queries by the names of the tables they stand for, in an order in which a later one sees what earlier ones stand for, and an
 * earlier one the tables. Those with names of no table are for the others. `:name` stands for one of the values.
 */
export type Substitutes = {
  queries: ReadonlyMap<string, string>
  values: Readonly<Record<string, unknown>>
}

const BEGINNING = /^(\s*(?:DECLARE \w+ NO SCROLL CURSOR FOR\s+)?)(SELECT\b|WITH\s)/

const wordsIn = (sql: string): Set<string> => new Set(sql.match(/[a-z_]+/g))

/**
 * A statement that reads the queries in place of the tables: as common table expressions, which hide tables of their names. Others
 * stay as they are. Names of tables have to be told from those of columns by the statements themselves.
 */
export function withSubstitutes(
  sql: string,
  bind: Bind,
  { queries, values }: Substitutes,
): { sql: string; bind: Bind } {
  const found = BEGINNING.exec(sql)
  if (!found) return { sql, bind }
  const [whole, before = '', first = ''] = found
  const needed: [string, string][] = []
  const words = wordsIn(sql)
  for (const [name, query] of [...queries].reverse()) {
    if (!words.has(name)) continue
    needed.unshift([name, query])
    for (const word of wordsIn(query)) words.add(word)
  }
  if (needed.length === 0) return { sql, bind }
  const more: unknown[] = []
  const places = new Map<string, number>()
  const placed = (query: string): string =>
    query.replaceAll(/(?<!:):([a-z_]+)/g, (_match, name: string) => {
      let place = places.get(name)
      if (place === undefined) {
        place = bind.length + more.push(values[name])
        places.set(name, place)
      }
      return `$${place}`
    })
  const expressions = needed.map(([name, query]) => `${name} AS ${placed(query)}`).join(',\n')
  const rest = sql.slice(whole.length)
  const after = first.startsWith('WITH') ? `,\n${rest}` : `\nSELECT${rest}`
  return { sql: `${before}WITH ${expressions}${after}`, bind: [...bind, ...more] }
}
