/** What the example prints. Of long lists, what differs and what is largest; the rest is one row, so that sums are whole. */
import Table from 'cli-table3'
import { decimalText, type Currency } from '../shared/currency.ts'
import type { Compared, ComparedType } from './figures.ts'
import type { Plan } from './plan.ts'

const LARGEST = 20
const style = { head: [], border: [], compact: true }

const verdict = (isEqual: boolean): string => (isEqual ? '=' : 'DIFFERENT')
const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** Adds up figures of equal shape, column by column. */
const together = (name: string, rows: readonly Compared[]): Compared => ({
  name,
  expected: sum(rows.map(({ expected }) => expected)),
  found: (rows[0]?.found ?? []).map((_, index) => sum(rows.map(({ found }) => found[index] ?? 0n))),
  isEqual: rows.every(({ isEqual }) => isEqual),
})

type Shown<Row> = { shown: readonly Row[]; rest: readonly Row[] }

function pick<Row>(rows: readonly Row[], sizeOf: (row: Row) => bigint, isEqual: (row: Row) => boolean): Shown<Row> {
  const byRank = rows.toSorted((one, other) => (sizeOf(one) < sizeOf(other) ? 1 : -1))
  return {
    shown: byRank.filter((row, rank) => rank < LARGEST || !isEqual(row)),
    rest: byRank.filter((row, rank) => rank >= LARGEST && isEqual(row)),
  }
}

const typesTogether = (name: string, rows: readonly ComparedType[]): ComparedType => ({
  incurred: together(
    name,
    rows.map(({ incurred }) => incurred),
  ),
  paid: together(
    name,
    rows.map(({ paid }) => paid),
  ),
})

/** Each expense type: what it came to (the accrual books), and what of it was paid (the cash books). */
export function typesTable(
  types: readonly ComparedType[],
  rowsOfType: ReadonlyMap<string, number>,
  { code, decimals }: Currency,
): string {
  const sides = ['', 'ledger', 'trial balance']
  const table = new Table({
    head: [
      'Expense type',
      'Rows',
      ...sides.map((side) => `Incurred ${side || code}`),
      ...sides.map((side) => `Paid ${side || code}`),
      '',
    ],
    colAligns: ['left', ...Array.from({ length: 7 }, () => 'right' as const), 'left'],
    style,
  })
  const add = ({ incurred, paid }: ComparedType, rows: number): void => {
    const amounts = [incurred.expected, ...incurred.found, paid.expected, ...paid.found]
    const isEqual = incurred.isEqual && paid.isEqual
    table.push([incurred.name, rows, ...amounts.map((amount) => decimalText(amount, decimals)), verdict(isEqual)])
  }
  const countOf = (some: readonly ComparedType[]): number =>
    some.reduce((count, { incurred }) => count + (rowsOfType.get(incurred.name) ?? 0), 0)
  const { shown, rest } = pick(
    types,
    ({ incurred }) => magnitude(incurred.expected),
    ({ incurred, paid }) => incurred.isEqual && paid.isEqual,
  )
  for (const type of shown) add(type, countOf([type]))
  if (rest.length > 0) add(typesTogether(`${rest.length} others`, rest), countOf(rest))
  add(typesTogether('Total', types), countOf(types))
  return table.toString()
}

/** What is open at each vendor: bills that are not paid, less credits that no bill has got. */
export function vendorsTable(vendors: readonly Compared[], { code, decimals }: Currency): string {
  const table = new Table({
    head: ['Vendor', `Open ${code}`, 'Bills and credits', ''],
    colAligns: ['left', 'right', 'right', 'left'],
    style,
  })
  const add = ({ name, expected, found, isEqual }: Compared): number =>
    table.push([name, ...[expected, ...found].map((amount) => decimalText(amount, decimals)), verdict(isEqual)])
  const { shown, rest } = pick(
    vendors,
    ({ expected }) => magnitude(expected),
    ({ isEqual }) => isEqual,
  )
  shown.forEach(add)
  if (rest.length > 0) add(together(`${rest.length} others`, rest))
  add(together('Total', vendors))
  return table.toString()
}

/** What stands on the accounts that payables are kept on. */
export function controlsTable(controls: readonly Compared[], { code, decimals }: Currency): string {
  const table = new Table({
    head: ['Account', `File ${code}`, 'Ledger', 'Trial balance', ''],
    colAligns: ['left', 'right', 'right', 'right', 'left'],
    style,
  })
  for (const { name, expected, found, isEqual } of controls)
    table.push([name, ...[expected, ...found].map((amount) => decimalText(amount, decimals)), verdict(isEqual)])
  return table.toString()
}

export const planned = ({ vendors, bills, payments, credits }: Plan): string =>
  `${vendors.length} vendors, ${bills.length} bills, ${payments.length} payments, ${credits.length} vendor credits`
