/** What the example prints. Of long lists, what differs and what is largest; the rest is one row, so that sums are whole. */
import Table from 'cli-table3'
import { comparedTable, magnitude, pick, style, together, verdict, type Compared } from '../shared/compared.ts'
import { decimalText, type Currency } from '../shared/currency.ts'
import type { ComparedType } from './figures.ts'
import type { Plan } from './plan.ts'

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
export const vendorsTable = (vendors: readonly Compared[], currency: Currency): string =>
  comparedTable(vendors, ['Vendor', `Open ${currency.code}`, 'Bills and credits'], currency)

/** What stands on the accounts that payables are kept on. */
export const controlsTable = (controls: readonly Compared[], currency: Currency): string =>
  comparedTable(controls, ['Account', `File ${currency.code}`, 'Ledger', 'Trial balance'], currency, { isWhole: true })

export const planned = ({ vendors, bills, payments, credits }: Plan): string =>
  `${vendors.length} vendors, ${bills.length} bills, ${payments.length} payments, ${credits.length} vendor credits`
