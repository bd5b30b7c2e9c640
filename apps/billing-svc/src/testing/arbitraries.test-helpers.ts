/** Random parts of commands on documents. */
import { MAX_AMOUNT } from '@pacioli/money'
import fc from 'fast-check'
import type { SalesTax } from '../line-items/line-items.ts'
import { tagOf } from './payables.test-helpers.ts'

/** What an arbitrary draws. */
export type Drawn<From> = From extends fc.Arbitrary<infer One> ? One : never

/** Half days, so that instants coincide. */
export const momentOf = (halfDay: number): Date => new Date(Date.UTC(2026, 0, 1, 12 * halfDay))
export const moment = fc.nat(40).map(momentOf)
/** After all of them. */
export const NOW = momentOf(100)

export const amount = fc.oneof(
  { weight: 24, arbitrary: fc.integer({ min: -40, max: 300 }) },
  { weight: 4, arbitrary: fc.integer({ min: -1_000, max: 100_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: -(2 ** 45), max: 2 ** 50 }) },
  { weight: 1, arbitrary: fc.constantFrom(MAX_AMOUNT, -MAX_AMOUNT, MAX_AMOUNT - 1) },
)
export const small = fc.oneof(fc.constant(0), fc.nat(40))
const quantity: fc.Arbitrary<string> = fc.constantFrom('1', '1', '1', '3', '0.333', '-0.5', '2.5')

const valuesOf = (...dimensions: string[]) =>
  fc
    .tuple(...dimensions.map((dimension) => fc.constantFrom(null, null, `${dimension}:a`, `${dimension}:b`)))
    .map((values) => values.flatMap((value) => (value === null ? [] : tagOf(value))))
export const documentTags = valuesOf('balancing region', 'balancing site', 'project', 'team')
export const lineTags = valuesOf('project', 'team')

const taxes = fc.array(fc.record({ account: fc.nat(1), amount: fc.integer({ min: -9, max: 60 }) }), {
  maxLength: 2,
})

export const deposits = fc.constantFrom(null, 'deposits', 'other deposits')
const line = fc.record({
  unitPrice: amount,
  quantity,
  discountAmount: small,
  taxes,
  account: fc.nat(2),
  deposits,
  tags: lineTags,
})
/** Contents of a bill or an invoice. */
export const content = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  additionalTaxes: taxes,
  additionalDiscount: small,
})

const taxesOf = (drawn: Drawn<typeof taxes>, of: string, prefix: string): SalesTax[] =>
  drawn.map(({ account, amount: worth }, index) => ({
    id: `${prefix} tax ${index}`,
    taxName: 'tax',
    accountId: `${of}/tax ${account}`,
    amount: worth,
  }))

/** On accounts of the document `of` alone, the parts called by `id`. */
export const contentOf = <Line>(
  lineOn: (accountId: string, unitPrice: number, given: { id: string; quantity: string }) => Line,
  { lines, additionalTaxes, additionalDiscount }: Drawn<typeof content>,
  of: string,
  id: string,
) => ({
  lineItems: lines.map((drawn, index) => {
    const lineId = `line ${index} of ${id}`
    return {
      ...lineOn(`${of}/account ${drawn.account}`, drawn.unitPrice, { id: lineId, quantity: drawn.quantity }),
      prepaymentAccountId: drawn.deposits && `${of}/${drawn.deposits}`,
      discountAmount: drawn.discountAmount,
      salesTaxes: taxesOf(drawn.taxes, of, lineId),
      tags: drawn.tags,
    }
  }),
  additionalSalesTaxes: taxesOf(additionalTaxes, of, id),
  additionalDiscount,
})

/** Which of the existing documents; the first ones more often, so that they change a lot. */
export const which = fc.oneof(fc.constant(0), fc.nat(2), fc.nat(7))

/** All, a unit too much, or a number of thousandths. */
export type Portion = number | 'all' | 'over'

/** How much of the available amount. */
export const share: fc.Arbitrary<Portion> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Portion>('all') },
  { weight: 1, arbitrary: fc.constant<Portion>('over') },
  { weight: 13, arbitrary: fc.nat(999) },
)

export const partOf = (whole: number, part: Portion): number => {
  if (part === 'all') return whole
  return part === 'over' ? whole + 1 : Math.max(1, Number((BigInt(whole) * BigInt(part)) / 1_000n))
}

/** Fields of a payment other than allocations. */
export const rest = fc.oneof(
  { weight: 12, arbitrary: fc.constant(0) },
  { weight: 12, arbitrary: fc.nat(200) },
  { weight: 1, arbitrary: fc.constantFrom(-1, MAX_AMOUNT) },
)

/** The chosen usable document, modulo their number; undefined where there is none. */
export function among<Document>(
  documents: Iterable<Document>,
  place: number,
  isUsable: (document: Document) => boolean = () => true,
): Document | undefined {
  const all = [...documents]
  return all.filter(isUsable)[place] ?? all[place % Math.max(all.length, 1)]
}

export const isLive = ({ deletedAt }: { deletedAt: Date | null }): boolean => deletedAt === null
