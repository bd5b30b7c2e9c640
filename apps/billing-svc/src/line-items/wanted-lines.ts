/** Line items and sales taxes of bills and invoices as requests want them. Pure. */
import { collectProblems, refused, type Problems } from '@pacioli/errors'
import { isAmount, MAX_AMOUNT } from '@pacioli/money'
import type { AccountIdentifier } from '@pacioli/postings'
import type { BillLineItemInput__Output, SalesTaxInput__Output } from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { isQuantity, spelledQuantity, subtotalOf } from '../rounding/quantity.ts'
import type { LineItem, SalesTax } from './line-items.ts'
import { requireTaxName } from '../sales-taxes/tax-name.ts'
import { toIdentifier } from '../posting/named-accounts.ts'

/** A document has no more line items. */
const MAX_LINES = 1_000

/** `field` is where the request names it, here and below. */
export type WantedTax = { field: string; taxName: string; amount: number }

export type WantedLineItem = Omit<LineItem, 'id' | 'accountId' | 'prepaymentAccountId' | 'salesTaxes' | 'tags'> & {
  field: string
  account: AccountIdentifier
  prepaymentAccount: AccountIdentifier | null
  salesTaxes: readonly WantedTax[]
  tags: readonly TagKeyValue__Output[]
}

/** An amount that JSON can tell exactly; a problem where it is none. */
export function amountFrom(amount: number, field: string, problems: Problems, least = -MAX_AMOUNT): number {
  if (isAmount(amount) && amount >= least) return amount
  problems.add('InvalidPayload', `Expected a whole number of minor units from ${least} to ${MAX_AMOUNT}.`, {
    field,
    value: amount,
  })
  return 0
}

/** Every problem is added to `problems`. @param field of the list */
export function wantedTaxes(inputs: readonly SalesTaxInput__Output[], field: string, problems: Problems): WantedTax[] {
  return inputs.map(({ amount, tax_account }, index) => ({
    field: `${field}.${index}.tax_account`,
    taxName: collectProblems(problems, () => requireTaxName(tax_account, `${field}.${index}.tax_account`)) ?? '',
    amount: amountFrom(amount, `${field}.${index}.amount`, problems),
  }))
}

/** What a request names of a line item, of whatever document. */
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
export function wantedLineItem(input: LineItemInput, field: string, problems: Problems): WantedLineItem {
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
    salesTaxes: wantedTaxes(input.sales_taxes, `${field}.sales_taxes`, problems),
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
 * Parts of a document are found again by these names: each is one part's. Upper and lower case of an id are the same.
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
export const taxNamesOf = (lines: readonly WantedLineItem[], taxes: readonly WantedTax[]): string[] =>
  [...lines.flatMap((line) => line.salesTaxes), ...taxes].map(({ taxName }) => taxName)

/** The line as far as its amounts go: what no document can be is refused before anything is asked. */
export const draftLine = <Wanted extends WantedLineItem>(line: Wanted) => ({
  ...line,
  id: '',
  accountId: '',
  prepaymentAccountId: null,
  salesTaxes: draftTaxes(line.salesTaxes),
  tags: [],
})

export const draftTaxes = (taxes: readonly WantedTax[]): SalesTax[] =>
  taxes.map(({ taxName, amount }) => ({ id: '', taxName, accountId: '', amount }))

/** Line items and taxes that one request brings at most. */
const MAX_PARTS = 10_000

/** @throws PayloadTooLarge */
export function refuseTooMany(parts: number): void {
  if (parts > MAX_PARTS)
    throw refused(
      'PayloadTooLarge',
      `A request brings at most ${MAX_PARTS} line items and sales taxes; here are ${parts}. Send several requests.`,
    )
}
