/** Postings that the ledger would refuse must not be committed: they could never be delivered. Pure. */
import { refused } from '@pacioli/errors'
import type { AskedTag, Books, NewPosting, Posting } from '@pacioli/postings'

/** @throws AccountArchived, BalancingTagViolation; RetryDecision */
export function requirePostable(books: Books, postings: readonly Posting[]): void {
  // Only reversals are posted to archived accounts.
  const entries = postings.filter((posting) => 'lines' in posting)
  const used = new Set(entries.flatMap(({ lines }) => lines.map(({ accountId }) => accountId)))
  for (const id of used) books.requirePostable(books.accountById(id))
  requireBalance(books, entries)
}

/**
 * A dimension may have become BALANCING after a line item had got a tag of it.
 * @throws BalancingTagViolation
 */
function requireBalance(books: Books, postings: readonly NewPosting[]): void {
  const balancing = new Map(
    [...books.facts.tags.values()]
      .filter(({ strictness }) => strictness === 'BALANCING')
      .map((tag): [string, AskedTag] => [tag.definitionId, tag]),
  )
  for (const posting of postings) {
    const excess = new Map<string, bigint>()
    for (const { amount, direction, tags = [] } of posting.lines)
      for (const { definitionId } of tags) {
        if (!balancing.has(definitionId)) continue
        const signed = direction === 'DEBIT' ? BigInt(amount) : -BigInt(amount)
        excess.set(definitionId, (excess.get(definitionId) ?? 0n) + signed)
      }
    const found = [...excess].find(([, sum]) => sum !== 0n)?.[0]
    const tag = found === undefined ? undefined : balancing.get(found)
    if (tag)
      throw refused(
        'BalancingTagViolation',
        `${tag.key} is BALANCING now, and its value ${tag.value} is on some lines of the document only. Put it on the whole document, or take it off.`,
        { value: tag.value, source_id: posting.source.id },
      )
  }
}
