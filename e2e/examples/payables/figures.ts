/** What the books should say, computed from the rows of the file alone and exactly, beside what they do say. Pure. */
import { compared, type Compared } from '../shared/compared.ts'
import type { PaymentRow, Supplier } from './payments-file.ts'
import { unpaidSince } from './plan.ts'

/** In minor units; debits positive. */
export type Sums = ReadonlyMap<string, bigint>

export type FileFigures = {
  rowsOfType: ReadonlyMap<string, number>
  /** What each expense type came to: bills less credits. */
  incurred: Sums
  /** What of it was paid. */
  paid: Sums
  /** What is owed to each vendor that was dealt with, by key: open bills less credits. */
  open: Sums
  suppliers: ReadonlyMap<string, Supplier>
}

export function figuresOf(rows: readonly PaymentRow[]): FileFigures {
  const isUnpaid = unpaidSince(rows)
  const isPaid = ({ day, amount }: PaymentRow): boolean => amount >= 0n && !isUnpaid(day)
  const typeOf = ({ expenseType }: PaymentRow): string => expenseType
  const rowsOfType = new Map<string, number>()
  for (const { expenseType } of rows) rowsOfType.set(expenseType, (rowsOfType.get(expenseType) ?? 0) + 1)
  return {
    rowsOfType,
    incurred: sumsBy(rows, typeOf),
    paid: sumsBy(rows.filter(isPaid), typeOf),
    open: sumsBy(
      rows.filter((row) => !isPaid(row)),
      ({ supplier }) => supplier.key,
    ),
    suppliers: new Map(rows.map(({ supplier }) => [supplier.key, supplier])),
  }
}

function sumsBy(rows: readonly PaymentRow[], keyOf: (row: PaymentRow) => string): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0n) + row.amount)
  return sums
}

export const totalOf = (sums: Sums): bigint => [...sums.values()].reduce((total, amount) => total + amount, 0n)

/** What one account has in the books, as the ledger keeps it and as the trial balance shows it. */
export type Booked = { ledger: bigint; trialBalance: bigint }

export type BooksFigures = {
  /** By expense type. */
  incurred: ReadonlyMap<string, Booked>
  paid: ReadonlyMap<string, Booked>
  /** By vendor, from the lists of open bills and of credits. */
  open: Sums
  /** Accounts payable in both books, and what payments wait on until the bank reports them. */
  payable: Booked
  payableCash: Booked
  underway: Booked
}

const nothing: Booked = { ledger: 0n, trialBalance: 0n }

/** What an expense type came to, and what of it was paid. */
export type ComparedType = { incurred: Compared; paid: Compared }

/** Every expense type that either side has. */
export function compareTypes(file: FileFigures, books: BooksFigures): ComparedType[] {
  const one = (name: string, expected: Sums, found: ReadonlyMap<string, Booked>): Compared => {
    const { ledger, trialBalance } = found.get(name) ?? nothing
    return compared(name, expected.get(name) ?? 0n, [ledger, trialBalance])
  }
  return namesIn(file.incurred, books.incurred, books.paid).map((name) => ({
    incurred: one(name, file.incurred, books.incurred),
    paid: one(name, file.paid, books.paid),
  }))
}

/** Every vendor that either side has with something open. */
export const compareVendors = (file: FileFigures, books: BooksFigures): Compared[] =>
  namesIn(file.open, books.open)
    .map((key) => compared(key, file.open.get(key) ?? 0n, [books.open.get(key) ?? 0n]))
    .filter(({ expected, found }) => [expected, ...found].some((amount) => amount !== 0n))

/** Debits are positive: what is owed stands on the credit side. */
export const compareControls = (file: FileFigures, { payable, payableCash, underway }: BooksFigures): Compared[] =>
  [
    { name: 'Accounts payable, accrual', expected: -totalOf(file.open), found: payable },
    { name: 'Accounts payable, cash', expected: 0n, found: payableCash },
    { name: 'Payments under way', expected: -totalOf(file.paid), found: underway },
  ].map(({ name, expected, found }) => compared(name, expected, [found.ledger, found.trialBalance]))

const namesIn = (...sides: readonly ReadonlyMap<string, unknown>[]): string[] =>
  [...new Set(sides.flatMap((side) => [...side.keys()]))].sort()
