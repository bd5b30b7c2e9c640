/** Parts of written SQL that listings share. */

/** A condition with `$` in place of its value; left out without a value. */
type Condition = readonly [sql: string, value: unknown] | string | undefined

/**
 * All of these conditions, numbered, and their bound values. Numbers in a condition are positions in the list of
 * values.
 */
export function allOf(...conditions: readonly Condition[]): { where: string; bind: unknown[] } {
  const bind: unknown[] = []
  const where = conditions.flatMap((condition) => {
    if (condition === undefined || typeof condition === 'string') return condition ?? []
    const [sql, value] = condition
    return value === undefined ? [] : sql.replace(/\$(?!\d)/, `$$${bind.push(value)}`)
  })
  return { where: where.join(' AND '), bind }
}

/**
 * The order of a page by these columns with their types, and the condition that starts it after `after`, whose values
 * are added to the bound ones.
 */
export function keyset(
  { sortOrder, after }: { sortOrder: 'ASC' | 'DESC'; after: readonly string[] | undefined },
  columns: readonly (readonly [name: string, type: string])[],
  bind: unknown[],
): { beyond: string; orderBy: string } {
  const names = columns.map(([name]) => name)
  const values = after?.map((value, index) => `$${bind.push(value)}::${columns[index]?.[1]}`)
  return {
    beyond: values ? `(${names.join(', ')}) ${sortOrder === 'ASC' ? '>' : '<'} (${values.join(', ')})` : 'true',
    orderBy: names.map((name) => `${name} ${sortOrder}`).join(', '),
  }
}
