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
  return withChanged(payments, (one: Allocation) => again.get(one.id) ?? one, postedAs, now)
}

/**
 * The payments, or others that are allocated, of which allocations mean something else now, in their next version.
 * @param changed an allocation as it is now @param meaning what its entries depend on
 */
export const withChanged = <Part, Giver extends { allocations: readonly Part[]; version: number; updatedAt: Date }>(
  givers: readonly Giver[],
  changed: (part: Part) => Part,
  meaning: (part: Part) => unknown,
  now: Date,
): Update<Giver>[] =>
  givers.flatMap((before): Update<Giver>[] => {
    const allocations = before.allocations.map((part) => {
      const after = changed(part)
      return isDeepStrictEqual(meaning(after), meaning(part)) ? part : after
    })
    if (allocations.every((part, index) => part === before.allocations[index])) return []
    return [{ before, after: nextVersionOf<Giver>(before, { ...before, allocations }, now) }]
  })

/** What entries of the allocation depend on: the document's date only where a part is prepaid. */
export const postedAs = ({
  shares,
  postedTags,
  documentDate,
}: Pick<Allocation, 'shares' | 'documentDate'> & Partial<Allocation>) => ({
  shares,
  postedTags,
  released: shares.some(({ prepaymentAccountId }) => prepaymentAccountId !== null) ? documentDate : null,
})
