/** Formulas of totals. Pure. */

/** Spreadsheets accept no longer formulas. */
const MAX_FORMULA = 8_000

export type SignedRow = { row: number; sign: 1 | -1 }

/**
 * The sum of cells of one column, with runs as ranges: `SUM(B5:B9)-B12`. Undefined if there are none, or too many for
 * one formula.
 */
export function sumOf(column: string, rows: readonly SignedRow[]): string | undefined {
  let formula = ''
  for (const { first, last, sign } of runsOf(rows)) {
    const cells = first === last ? `${column}${first}` : `SUM(${column}${first}:${column}${last})`
    formula += sign < 0 ? `-${cells}` : formula === '' ? cells : `+${cells}`
  }
  return formula === '' || formula.length > MAX_FORMULA ? undefined : formula
}

type Run = { first: number; last: number; sign: 1 | -1 }

function runsOf(rows: readonly SignedRow[]): Run[] {
  const runs: Run[] = []
  for (const { row, sign } of rows) {
    const run = runs.at(-1)
    if (run?.sign === sign && run.last + 1 === row) run.last = row
    else runs.push({ first: row, last: row, sign })
  }
  return runs
}
