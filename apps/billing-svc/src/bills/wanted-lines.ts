/** Line items of bills as requests want them. Pure. */
import type { Problems } from '@pacioli/errors'
import type { BillLineItemInput__Output } from '@pacioli/protos/billing'
import { refuseRepeated, refuseTooManyLines, wantedLineItem, type WantedLineItem } from '../line-items/wanted-lines.ts'
import type { BillLineItem } from '../payables/bill.ts'

export type WantedLine = WantedLineItem &
  Pick<BillLineItem, 'productName' | 'memo' | 'metadata' | 'referenceNumber'> & {
    /** Of the line item that it replaces. */
    id: string | null
  }

/** Every problem is added to `problems`. @param field of the list */
export function wantedLines(
  inputs: readonly BillLineItemInput__Output[],
  field: string,
  problems: Problems,
): WantedLine[] {
  refuseTooManyLines(inputs, field, problems)
  refuseRepeated(inputs, ['id', 'external_id'], field, problems)
  return inputs.map((input, index) => ({
    ...wantedLineItem(input, `${field}.${index}`, problems),
    id: input.id ?? null,
    productName: input.product_name ?? null,
    memo: input.memo ?? null,
    metadata: input.metadata ?? null,
    referenceNumber: input.reference_number ?? null,
  }))
}
