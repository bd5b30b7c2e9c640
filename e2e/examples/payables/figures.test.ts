import { expect, test } from 'vitest'
import { compareControls, compareTypes, compareVendors, figuresOf, type BooksFigures } from './figures.ts'
import type { PaymentRow } from './payments-file.ts'

const row = (day: string, amount: bigint, expenseType: string, name: string): PaymentRow => ({
  where: 'x.csv, row 2',
  number: `${day} ${amount}`,
  day,
  invoiceNumber: undefined,
  amount,
  supplier: { key: name, name },
  expenseType,
})

const rows = [
  row('2026-01-01', 100n, 'Books', 'A'),
  row('2026-01-01', 7n, 'Energy', 'A'),
  row('2026-01-02', -30n, 'Books', 'A'),
  row('2026-01-30', 20n, 'Books', 'B'),
  row('2026-01-31', 0n, 'Energy', 'C'),
]
const file = figuresOf(rows)
const both = (amount: bigint) => ({ ledger: amount, trialBalance: amount })
const books: BooksFigures = {
  incurred: new Map([
    ['Books', both(90n)],
    ['Energy', both(7n)],
  ]),
  paid: new Map([
    ['Books', both(100n)],
    ['Energy', both(7n)],
  ]),
  open: new Map([
    ['A', -30n],
    ['B', 20n],
  ]),
  payable: both(10n),
  payableCash: both(0n),
  underway: both(-107n),
}

const differences = (other: Partial<BooksFigures>): string[] => {
  const changed = { ...books, ...other }
  return [
    ...compareTypes(file, changed).flatMap(({ incurred, paid }) => [
      { ...incurred, name: `incurred ${incurred.name}` },
      { ...paid, name: `paid ${paid.name}` },
    ]),
    ...compareVendors(file, changed),
    ...compareControls(file, changed),
  ].flatMap(({ name, isEqual }) => (isEqual ? [] : [name]))
}

test('books that say what the file says do not differ', () => {
  expect(differences({})).toEqual([])
})

test('a figure that is off by one unit, in the ledger or in the trial balance, is named', () => {
  const incurred = (found: { ledger: bigint; trialBalance: bigint }) => new Map([...books.incurred, ['Books', found]])
  expect(differences({ incurred: incurred({ ledger: 91n, trialBalance: 90n }) })).toEqual(['incurred Books'])
  expect(differences({ incurred: incurred({ ledger: 90n, trialBalance: 89n }) })).toEqual(['incurred Books'])
  expect(differences({ paid: new Map([['Books', both(100n)]]) })).toEqual(['paid Energy'])
  expect(differences({ payable: { ledger: 10n, trialBalance: 9n } })).toEqual(['Accounts payable, accrual'])
  expect(differences({ payableCash: both(1n) })).toEqual(['Accounts payable, cash'])
  expect(differences({ underway: both(107n) })).toEqual(['Payments under way'])
})

test('what only one side has is a difference', () => {
  expect(differences({ open: new Map([['A', -30n]]) })).toEqual(['B'])
  expect(differences({ open: new Map([...books.open, ['D', 1n]]) })).toEqual(['D'])
  expect(differences({ incurred: new Map([...books.incurred, ['Rent', both(5n)]]) })).toEqual(['incurred Rent'])
})

test('a vendor that nothing is open with is not shown', () => {
  expect(compareVendors(file, books).map(({ name }) => name)).toEqual(['A', 'B'])
})
