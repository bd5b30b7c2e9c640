/** Payments on documents that change: what they recognize follows the documents. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { Update } from '../documents/document-kind.ts'
import { nextVersionOf } from '../documents/document.ts'
import type { TagRef } from '../tags/tags.ts'
import type { Allocation } from './allocation.ts'
import { recognizeAgain, type Recognizable } from './recognition.ts'

/** A document with the allocations that count on it, in the order of creation. */
type PaidDocument = { paid: readonly { id: string }[] }

type Paying = {
  allocations: readonly Allocation[]
  tags: readonly TagRef[]
  version: number
  updatedAt: Date
}

type RecognizableOf<Document> = (document: Document) => Recognizable

/** Whether entries of what is on the document, such as payments, depend on what changed. Remarks of lines do not count. */
export const changesMeaning = <Document>(
  { before, after }: Update<Document>,
  recognizableOf: RecognizableOf<Document>,
): boolean => meaningOf(recognizableOf(before)) !== meaningOf(recognizableOf(after))

const meaningOf = ({ components, documentDate, tags }: Recognizable): string =>
  JSON.stringify([components.map(({ memo: _memo, ...component }) => component), documentDate, tags])

/**
 * The payments that recognize something else of changed documents, in their next version; others are left out.
 * @param payments all that count on these documents, locked
 */
export function recognizedAnew<Document extends PaidDocument, Payment extends Paying>(
  payments: readonly Payment[],
  changes: readonly Update<Document>[],
  recognizableOf: RecognizableOf<Document>,
  now: Date,
): Update<Payment>[] {
  const allocations = new Map(
    payments.flatMap((payment) =>
      payment.allocations.map((allocation) => [allocation.id, { allocation, paymentTags: payment.tags }]),
    ),
  )
  const again = new Map<string, Allocation>()
  for (const { before, after } of changes) {
    const document = { ...recognizableOf(after), was: recognizableOf(before).components }
    const onDocument = after.paid.flatMap(({ id }) => allocations.get(id) ?? [])
    for (const allocation of recognizeAgain(document, onDocument))
      again.set(allocation.id, { ...allocation, documentDate: document.documentDate })
  }
  return payments.flatMap((before): Update<Payment>[] => {
    const changed = before.allocations.map((allocation) => {
      const after = again.get(allocation.id)
      return after && !isDeepStrictEqual(postedAs(after), postedAs(allocation)) ? after : allocation
    })
    if (changed.every((allocation, index) => allocation === before.allocations[index])) return []
    return [{ before, after: nextVersionOf<Payment>(before, { ...before, allocations: changed }, now) }]
  })
}

/** What entries of the allocation depend on: the document's date only where a part is prepaid. */
const postedAs = ({ shares, postedTags, documentDate }: Allocation) => ({
  shares,
  postedTags,
  released: shares.some(({ prepaymentAccountId }) => prepaymentAccountId !== null) ? documentDate : null,
})
