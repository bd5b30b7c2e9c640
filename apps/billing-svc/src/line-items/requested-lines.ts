/** Line items and sales taxes of bills and invoices as requests state them. Pure. */
import { collectProblems, refused, type Problems } from '@pacioli/errors'
import { isAmount, MAX_AMOUNT } from '@pacioli/money'
import type { AccountIdentifier } from '@pacioli/postings'
import type { BillLineItemInput__Output, SalesTaxInput__Output } from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { isQuantity, spelledQuantity, subtotalOf } from '../rounding/quantity.ts'
import type { LineItem, SalesTax } from './line-items.ts'
import { requireTaxName } from '../sales-taxes/tax-name.ts'
import { toIdentifier } from '../posting/named-accounts.ts'

/** The most line items of a document. */
const MAX_LINES = 1_000

/** `field` is where the request names it, here and below. */
export type RequestedTax = { field: string; taxName: string; amount: number }

export type RequestedLineItem = Omit<LineItem, 'id' | 'accountId' | 'prepaymentAccountId' | 'salesTaxes' | 'tags'> & {
  field: string
  account: AccountIdentifier
  prepaymentAccount: AccountIdentifier | null
  salesTaxes: readonly RequestedTax[]
  tags: readonly TagKeyValue__Output[]
}

/** A safe integer; anything else is a problem. */
export function amountFrom(amount: number, field: string, problems: Problems, least = -MAX_AMOUNT): number {
  if (isAmount(amount) && amount >= least) return amount
  problems.add('InvalidPayload', `Expected a whole number of minor units from ${least} to ${MAX_AMOUNT}.`, {
    field,
    value: amount,
  })
  return 0
}

/** Every problem is added to `problems`. @param field of the list */
export function requestedTaxes(
  inputs: readonly SalesTaxInput__Output[],
  field: string,
  problems: Problems,
): RequestedTax[] {
  return inputs.map(({ amount, tax_account }, index) => ({
    field: `${field}.${index}.tax_account`,
    taxName: collectProblems(problems, () => requireTaxName(tax_account, `${field}.${index}.tax_account`)) ?? '',
    amount: amountFrom(amount, `${field}.${index}.amount`, problems),
  }))
}

/** Fields of a requested line item of any kind of document. */
type LineItemInput = Pick<
  BillLineItemInput__Output,
  | 'external_id'
  | 'account_identifier'
  | 'prepayment_account_identifier'
  | 'description'
  | 'unit_price'
  | 'quantity'
  | 'discount_amount'
  | 'sales_taxes'
  | 'tags'
>

/** Every problem is added to `problems`. */
export function requestedLineItem(input: LineItemInput, field: string, problems: Problems): RequestedLineItem {
  const { account_identifier, prepayment_account_identifier, unit_price, quantity = '1' } = input
  if (!account_identifier)
    problems.add('InvalidPayload', 'Expected the account that the line item is for.', {
      field: `${field}.account_identifier`,
    })
  if (!isQuantity(quantity))
    problems.add('InvalidPayload', 'Expected a decimal number with at most eight decimals, such as 2.5.', {
      field: `${field}.quantity`,
      value: quantity,
    })
  const unitPrice = amountFrom(unit_price, `${field}.unit_price`, problems)
  return {
    field,
    externalId: input.external_id ?? null,
    account: toIdentifier(account_identifier ?? { type: '' }),
    prepaymentAccount: prepayment_account_identifier ? toIdentifier(prepayment_account_identifier) : null,
    description: input.description ?? null,
    unitPrice,
    quantity: isQuantity(quantity) ? spelledQuantity(quantity) : '0',
    subtotal: isQuantity(quantity) ? subtotalOf(unitPrice, quantity) : 0,
    discountAmount: amountFrom(input.discount_amount ?? 0, `${field}.discount_amount`, problems, 0),
    salesTaxes: requestedTaxes(input.sales_taxes, `${field}.sales_taxes`, problems),
    tags: input.tags,
  }
}

/** @param field of the list */
export function refuseTooManyLines(inputs: readonly unknown[], field: string, problems: Problems): void {
  if (inputs.length > MAX_LINES)
    problems.add('InvalidPayload', `A document has at most ${MAX_LINES} line items; here are ${inputs.length}.`, {
      field,
    })
}

/**
 * Ids and external ids identify parts of a document, so each is unique. Ids are case-insensitive.
 * @param field of the list
 * @param kind what is in the list, for people
 */
export function refuseRepeated<Name extends 'id' | 'external_id'>(
  inputs: readonly { [name in Name]?: string | undefined }[],
  names: readonly Name[],
  field: string,
  problems: Problems,
  kind = 'line item',
): void {
  for (const name of names) {
    const seen = new Set<string>()
    for (const [index, { [name]: value }] of inputs.entries()) {
      if (value === undefined) continue
      const spelled = name === 'id' ? value.toLowerCase() : value
      if (seen.has(spelled))
        problems.add('InvalidPayload', `Another ${kind} of the document has this ${name} already.`, {
          field: `${field}.${index}.${name}`,
          value,
        })
      seen.add(spelled)
    }
  }
}

/** The names of all taxes on the lines and on the whole. */
export const taxNamesOf = (lines: readonly RequestedLineItem[], taxes: readonly RequestedTax[]): string[] =>
  [...lines.flatMap((line) => line.salesTaxes), ...taxes].map(({ taxName }) => taxName)

/** The line's amounts alone: an impossible document is refused before the ledger is queried. */
export const draftLine = <Requested extends RequestedLineItem>(line: Requested) => ({
  ...line,
  id: '',
  accountId: '',
  prepaymentAccountId: null,
  salesTaxes: draftTaxes(line.salesTaxes),
  tags: [],
})

export const draftTaxes = (taxes: readonly RequestedTax[]): SalesTax[] =>
  taxes.map(({ taxName, amount }) => ({ id: '', taxName, accountId: '', amount }))

/** The most line items and taxes of one request. */
const MAX_PARTS = 10_000

/** @throws PayloadTooLarge */
export function refuseTooMany(parts: number): void {
  if (parts > MAX_PARTS)
    throw refused(
      'PayloadTooLarge',
      `A request brings at most ${MAX_PARTS} line items and sales taxes; here are ${parts}. Send several requests.`,
    )
}
