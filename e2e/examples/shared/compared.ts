/** Figures of a file beside those of the books, and how they are shown: of long lists what differs and what is largest. */
import Table from 'cli-table3'
import { decimalText, type Currency } from './currency.ts'

/** In minor units. `found` holds everything that the books say of the same figure. */
export type Compared = { name: string; expected: bigint; found: readonly bigint[]; isEqual: boolean }

export const compared = (name: string, expected: bigint, found: readonly bigint[]): Compared => ({
  name,
  expected,
  found,
  isEqual: found.every((amount) => amount === expected),
})

const LARGEST = 20
export const style = { head: [], border: [], compact: true }

export const verdict = (isEqual: boolean): string => (isEqual ? '=' : 'DIFFERENT')
export const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** Adds up figures of equal shape, column by column. */
export const together = (name: string, rows: readonly Compared[]): Compared => ({
  name,
  expected: sum(rows.map(({ expected }) => expected)),
  found: (rows[0]?.found ?? []).map((_, index) => sum(rows.map(({ found }) => found[index] ?? 0n))),
  isEqual: rows.every(({ isEqual }) => isEqual),
})

export type Shown<Row> = { shown: readonly Row[]; rest: readonly Row[] }

/** The largest ones and those that differ; the rest is one row, so that sums are whole. */
export function pick<Row>(
  rows: readonly Row[],
  sizeOf: (row: Row) => bigint,
  isEqual: (row: Row) => boolean,
): Shown<Row> {
  const byRank = rows.toSorted((one, other) => (sizeOf(one) < sizeOf(other) ? 1 : -1))
  return {
    shown: byRank.filter((row, rank) => rank < LARGEST || !isEqual(row)),
    rest: byRank.filter((row, rank) => rank >= LARGEST && isEqual(row)),
  }
}

/**
 * Name, expected, and everything that was found; a verdict in the last column.
 * @param isWhole shows every row and no sum
 */
export function comparedTable(
  rows: readonly Compared[],
  head: readonly string[],
  { decimals }: Currency,
  { isWhole = false } = {},
): string {
  const table = new Table({
    head: [...head, ''],
    colAligns: ['left', ...head.slice(1).map(() => 'right' as const), 'left'],
    style,
  })
  const add = ({ name, expected, found, isEqual }: Compared): number =>
    table.push([name, ...[expected, ...found].map((amount) => decimalText(amount, decimals)), verdict(isEqual)])
  const { shown, rest } = isWhole
    ? { shown: rows, rest: [] }
    : pick(
        rows,
        ({ expected }) => magnitude(expected),
        ({ isEqual }) => isEqual,
      )
  shown.forEach(add)
  if (rest.length > 0) add(together(`${rest.length} others`, rest))
  if (!isWhole) add(together('Total', rows))
  return table.toString()
}
