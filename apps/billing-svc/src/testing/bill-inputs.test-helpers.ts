/** Requests for bills, for tests. */
import type { BillLineItemInput__Output, UpdateBillRequest__Output } from '@pacioli/protos/billing'

export const named = (stable_name: string) => ({ type: 'StableName', stable_name })
export const RENT = named('OPERATING_EXPENSES')
export const GOODS = named('COGS')

export type Tags = readonly { key: string; value: string }[]
export type LineGiven = Partial<Omit<BillLineItemInput__Output, 'sales_taxes' | 'tags'>> & {
  taxes?: Record<string, number>
  tags?: Tags
}

export const taxInputs = (taxes: Record<string, number>) =>
  Object.entries(taxes).map(([name, amount]) => ({ amount, tax_account: { type: 'Tax_Name', name } }))

/** A line item on rent, by default. */
export const line = (unit_price: number, { taxes = {}, tags = [], ...given }: LineGiven = {}) => ({
  account_identifier: RENT,
  unit_price,
  sales_taxes: taxInputs(taxes),
  tags: [...tags],
  ...given,
})

export const changeOf = (
  { id }: { id: string },
  change: Partial<UpdateBillRequest__Output> = {},
): UpdateBillRequest__Output => ({ bill_id: id, cleared: [], ...change })
