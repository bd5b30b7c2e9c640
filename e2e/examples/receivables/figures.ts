/** What the books should say, computed from the file alone and exactly, beside what they do say. Pure. */
import { compared, type Compared } from '../shared/compared.ts'
import { externalIdOf } from './plan.ts'
import { totalOf, type SalesDocument } from './sales-file.ts'

/** In minor units. */
export type Sums = ReadonlyMap<string, bigint>

export type Figures = {
  /** Invoices less credit notes, by the customer's external id. */
  byCustomer: Sums
  /** The same by the value of the country tag. */
  byCountry: Sums
  invoiced: bigint
  /** Above zero. */
  credited: bigint
}

export function figuresOf(documents: readonly SalesDocument[]): Figures {
  const [invoices, credits] = [
    documents.filter(({ isCredit }) => !isCredit),
    documents.filter(({ isCredit }) => isCredit),
  ]
  const sum = (some: readonly SalesDocument[]): bigint => some.reduce((total, one) => total + totalOf(one), 0n)
  return {
    byCustomer: sumsBy(documents, ({ customer }) => externalIdOf(customer)),
    byCountry: sumsBy(documents, ({ country }) => country),
    invoiced: sum(invoices),
    credited: -sum(credits),
  }
}

function sumsBy(documents: readonly SalesDocument[], keyOf: (document: SalesDocument) => string): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const document of documents) sums.set(keyOf(document), (sums.get(keyOf(document)) ?? 0n) + totalOf(document))
  return sums
}

/** What one account has in the books, debits positive: as the ledger keeps it and as the trial balance shows it. */
export type Booked = { ledger: bigint; trialBalance: bigint }

export type BooksFigures = Pick<Figures, 'byCustomer' | 'byCountry'> & {
  receivable: Booked
  sales: Booked
  returns: Booked
  refundLiabilities: Booked
}

const namesIn = (...sides: readonly Sums[]): string[] => [...new Set(sides.flatMap((side) => [...side.keys()]))].sort()

/** Every name that any side has; what a side lacks is nothing. */
export const compareSums = (expected: Sums, ...others: readonly Sums[]): Compared[] =>
  namesIn(expected, ...others).map((name) =>
    compared(
      name,
      expected.get(name) ?? 0n,
      others.map((side) => side.get(name) ?? 0n),
    ),
  )

/** What stands on the accounts that the sales go through: nothing is paid, and no credit note is paid out. */
export const compareControls = ({ invoiced, credited }: Figures, books: BooksFigures): Compared[] =>
  [
    { name: 'Accounts receivable', expected: invoiced, found: books.receivable },
    { name: 'Sales', expected: -invoiced, found: books.sales },
    { name: 'Returns', expected: credited, found: books.returns },
    { name: 'Refund liabilities', expected: -credited, found: books.refundLiabilities },
  ].map(({ name, expected, found }) => compared(name, expected, [found.ledger, found.trialBalance]))
