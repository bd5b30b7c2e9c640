/** Line items of bills as requests state them, and with the accounts and tags that the ledger answered. Pure. */
import type { Problems } from '@pacioli/errors'
import { keptMetadata } from '../requests/metadata.ts'
import { lineItemFrom, type Resolving } from '../line-items/resolve-lines.ts'
import type { BillLineItem } from '../payables/bill.ts'
import type { BillLineItemInput__Output } from '@pacioli/protos/billing'
import {
  refuseRepeated,
  refuseTooManyLines,
  requestedLineItem,
  type RequestedLineItem,
} from '../line-items/requested-lines.ts'
import { remarksFrom, type Remarks } from '../requests/remarks.ts'

/** `id` is of the line item that it replaces. */
export type RequestedLine = RequestedLineItem & Pick<BillLineItem, 'productName'> & Remarks & { id: string | null }

/** Every problem is added to `problems`. @param field of the list */
export function requestedLines(
  inputs: readonly BillLineItemInput__Output[],
  field: string,
  problems: Problems,
): RequestedLine[] {
  refuseTooManyLines(inputs, field, problems)
  refuseRepeated(inputs, ['id', 'external_id'], field, problems)
  return inputs.map((input, index) => ({
    ...requestedLineItem(input, `${field}.${index}`, problems),
    ...remarksFrom(input),
    id: input.id ?? null,
    productName: input.product_name ?? null,
  }))
}

/**
 * The lines with their accounts and tags. A line that the bill already has, by id or else by external_id, keeps its ids;
 * every problem is added to `problems`.
 */
export function linesFrom(
  requested: readonly RequestedLine[],
  there: readonly BillLineItem[],
  resolving: Resolving,
  problems: Problems,
): BillLineItem[] {
  const replaced = replacedBy(requested, there, problems)
  return requested.map(({ id: _id, metadata, ...line }, index) => {
    const before = replaced.get(requested[index])
    return {
      ...lineItemFrom(line, before, resolving, problems),
      metadata: keptMetadata(metadata, before?.metadata ?? null),
    }
  })
}

/** Which of the bill's line items each replaces. Ids take precedence over external ids, and each is replaced once. */
function replacedBy(
  requested: readonly RequestedLine[],
  there: readonly BillLineItem[],
  problems: Problems,
): Map<RequestedLine | undefined, BillLineItem> {
  const replaced = new Map<RequestedLine | undefined, BillLineItem>()
  const byId = new Map(there.map((line) => [line.id, line]))
  for (const line of requested) {
    if (line.id === null) continue
    const known = byId.get(line.id.toLowerCase())
    if (known) replaced.set(line, known)
    else
      problems.add('InvalidPayload', `The bill has no line item ${line.id}.`, {
        field: `${line.field}.id`,
        value: line.id,
      })
  }
  const taken = new Set([...replaced.values()].map(({ id }) => id))
  const byExternalId = new Map(
    there.filter(({ id, externalId }) => externalId !== null && !taken.has(id)).map((line) => [line.externalId, line]),
  )
  for (const line of requested) {
    const known = line.id === null && line.externalId !== null ? byExternalId.get(line.externalId) : undefined
    if (known) replaced.set(line, known)
  }
  return replaced
}
