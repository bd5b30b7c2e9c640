/** Line items and sales taxes of bills and invoices, and their totals (docs/POSTING-RULES.md, "Payables"). Pure. */
import { refused } from '@pacioli/errors'
import { isAmount, MAX_AMOUNT } from '@pacioli/money'
import { sumOf } from '../rounding/sum.ts'
import type { DocumentTag } from '../tags/tags.ts'

/** `amount` in minor units; a tax account is known by the name of the tax. */
export type SalesTax = { id: string; taxName: string; accountId: string; amount: number }

export type LineItem = {
  id: string
  externalId: string | null
  accountId: string
  /** Holds what is paid before the bill was received or the invoice sent. */
  prepaymentAccountId: string | null
  description: string | null
  unitPrice: number
  /** Decimal text (rounding/quantity.ts). */
  quantity: string
  /** Unit price times quantity, rounded half away from zero. */
  subtotal: number
  discountAmount: number
  salesTaxes: readonly SalesTax[]
  /** Of dimensions that are not BALANCING; they take precedence over the document's. */
  tags: readonly DocumentTag[]
}

type TaxAmount = Pick<SalesTax, 'amount'>

type LineAmounts = Pick<LineItem, 'subtotal' | 'discountAmount'> & { salesTaxes: readonly TaxAmount[] }

/** The parts of a document that line items and taxes come from. */
export type Itemized<Line extends LineItem = LineItem> = {
  lineItems: readonly Line[]
  additionalSalesTaxes: readonly SalesTax[]
}

/** Their amounts, of a document or of one that a request states. */
export type ItemizedAmounts = { lineItems: readonly LineAmounts[]; additionalSalesTaxes: readonly TaxAmount[] }

const totalOfTaxes = (taxes: readonly TaxAmount[]): number => sumOf(taxes.map(({ amount }) => amount))

/** The net amount of a line item, without taxes. */
export const netOf = ({ subtotal, discountAmount }: Pick<LineItem, 'subtotal' | 'discountAmount'>): number =>
  subtotal - discountAmount

/** Line total = subtotal - discount + taxes. */
export const lineAmounts = (line: LineAmounts) => {
  const salesTaxesTotal = totalOfTaxes(line.salesTaxes)
  return { salesTaxesTotal, totalAmount: sumOf([netOf(line), salesTaxesTotal]) }
}

/** @throws AmountOutOfRange, naming the line item */
export function requireSoundLineItems(lineItems: readonly LineAmounts[], field: string): void {
  for (const [index, line] of lineItems.entries()) {
    const { salesTaxesTotal, totalAmount } = lineAmounts(line)
    if (![line.subtotal, netOf(line), salesTaxesTotal, totalAmount].every(isAmount))
      throw refused('AmountOutOfRange', `The line item comes to more than ${MAX_AMOUNT} minor units.`, {
        field: `${field}line_items.${index}`,
      })
  }
}

/** The totals of a document. @param onWhole what else there is on it: discounts below zero, tips */
export function totalsOf({ lineItems, additionalSalesTaxes }: ItemizedAmounts, ...onWhole: readonly number[]) {
  const lines = lineItems.map(lineAmounts)
  const additionalSalesTaxesTotal = totalOfTaxes(additionalSalesTaxes)
  return {
    /** Of the line items, before discounts and taxes. */
    subtotal: sumOf(lineItems.map(({ subtotal }) => subtotal)),
    /** Of the line items and of the whole. */
    allSalesTaxesTotal: sumOf([...lines.map((line) => line.salesTaxesTotal), additionalSalesTaxesTotal]),
    additionalSalesTaxesTotal,
    /** Line totals, additional taxes, and what else there is on the whole. */
    totalAmount: sumOf([...lines.map((line) => line.totalAmount), additionalSalesTaxesTotal, ...onWhole]),
  }
}

/**
 * @param amounts that must be possible: the total, its terms, and what its entry moves
 * @param noun with its article, such as `a bill`
 * @throws AmountOutOfRange, NegativeTotal
 */
export function requireSoundTotal(total: number, amounts: readonly number[], noun: string, field: string): void {
  const place = { field: `${field}line_items` }
  if (![total, ...amounts].every(isAmount))
    throw refused(
      'AmountOutOfRange',
      `The ${noun.replace(/^an? /, '')} comes to more than ${MAX_AMOUNT} minor units.`,
      place,
    )
  if (total < 0)
    throw refused('NegativeTotal', `The total would be ${total}; ${noun} comes to 0 or more.`, {
      ...place,
      value: total,
    })
}

/** The latest of these instants; `otherwise` if there is none. */
export const latestOf = (instants: readonly Date[], otherwise: Date): Date =>
  instants.length === 0 ? otherwise : new Date(Math.max(...instants.map((instant) => instant.getTime())))

/** The sum of one side of a document's entry: negative parts and the additional discount are on the other side. */
export function movedBy({ lineItems, additionalSalesTaxes }: ItemizedAmounts): number {
  const taxes = [...lineItems.flatMap((line) => line.salesTaxes), ...additionalSalesTaxes]
  return sumOf([...lineItems.map(netOf), ...taxes.map(({ amount }) => amount)].filter((amount) => amount > 0))
}
