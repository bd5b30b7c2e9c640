/** Wanted line items of a bill with the accounts and tags that the ledger answered. Pure. */
import type { Problems } from '@pacioli/errors'
import { keptMetadata } from '../requests/metadata.ts'
import { lineItemFrom, type Resolving } from '../line-items/resolve-lines.ts'
import type { BillLineItem } from '../payables/bill.ts'
import type { WantedLine } from './wanted-lines.ts'

/**
 * The lines with their accounts and tags. One that the bill has already, by its id or else by its external_id, keeps its
 * ids; every problem is added to `problems`.
 */
export function linesFrom(
  wanted: readonly WantedLine[],
  there: readonly BillLineItem[],
  resolving: Resolving,
  problems: Problems,
): BillLineItem[] {
  const replaced = replacedBy(wanted, there, problems)
  return wanted.map(({ id: _id, metadata, ...line }, index) => {
    const before = replaced.get(wanted[index])
    return {
      ...lineItemFrom(line, before, resolving, problems),
      metadata: keptMetadata(metadata, before?.metadata ?? null),
    }
  })
}

/** Which of the bill's line items each replaces. Ids go before external ids, and each is replaced once. */
function replacedBy(
  wanted: readonly WantedLine[],
  there: readonly BillLineItem[],
  problems: Problems,
): Map<WantedLine | undefined, BillLineItem> {
  const replaced = new Map<WantedLine | undefined, BillLineItem>()
  const byId = new Map(there.map((line) => [line.id, line]))
  for (const line of wanted) {
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
  for (const line of wanted) {
    const known = line.id === null && line.externalId !== null ? byExternalId.get(line.externalId) : undefined
    if (known) replaced.set(line, known)
  }
  return replaced
}
