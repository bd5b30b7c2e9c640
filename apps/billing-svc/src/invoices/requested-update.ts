/** What a request changes of an invoice. Pure. */
import type { UpdateInvoiceRequest__Output } from '@pacioli/protos/billing'
import { lineItemsOf, refuseTooMany, requestedTax } from '../line-items/requested-lines.ts'
import { UpdateReader } from '../requests/updates.ts'
import { sumOf } from '../rounding/sum.ts'
import { requestedLine } from './requested-invoice.ts'

const CLEARABLE = ['due_at', 'additional_discount', 'tips', 'tips_account'] as const

/** Undefined leaves a field as it is; null removes it. */
export type RequestedUpdate = ReturnType<typeof requestedUpdate>

/** @throws InvalidPayload, PayloadTooLarge; every problem at once */
export function requestedUpdate(input: UpdateInvoiceRequest__Output) {
  const read = new UpdateReader(input, CLEARABLE)
  const { cleared, customer_id, customer_external_id } = input
  const requested = {
    ...read.head(),
    customer:
      customer_id === undefined && customer_external_id === undefined
        ? undefined
        : { customer_id, customer_external_id },
    documentDate: read.instant('sent_at'),
    dueAt: read.unlessCleared('due_at', () => read.instant('due_at')),
    lines: input.line_items
      ? lineItemsOf(read).map((line) => ({ ...requestedLine(line), id: line.input.id ?? null }))
      : undefined,
    taxes: input.additional_sales_taxes ? read.elements('additional_sales_taxes').map(requestedTax) : undefined,
    additionalDiscount: cleared.includes('additional_discount') ? 0 : read.amount('additional_discount', 0),
    tips: cleared.includes('tips') ? 0 : read.amount('tips', 0),
    /** Null for that of the chart. */
    tipsAccount: read.unlessCleared('tips_account', () => read.account('tips_account')),
  }
  read.problems.throwIfAny()
  const { lines = [], taxes = [] } = requested
  refuseTooMany(sumOf([taxes.length, ...lines.map((line) => 1 + line.salesTaxes.length)]))
  return requested
}

/** Whether the journal may have to change. */
export const mayPost = (requested: RequestedUpdate): boolean =>
  [
    requested.customer,
    requested.documentDate,
    requested.lines,
    requested.taxes,
    requested.additionalDiscount,
    requested.tips,
    requested.tipsAccount,
    requested.tags,
  ].some((value) => value !== undefined)
