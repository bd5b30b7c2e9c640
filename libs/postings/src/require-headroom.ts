/**
 * The balance of each account stays exact (decision 0239). What might exceed it is refused here, before it is committed:
 * afterwards the ledger could only refuse a committed posting.
 */
import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { RetryDecision, type Headroom } from './books.ts'
import type { Posting } from './posting.ts'
import { lockHeadroom, sumDebits, sumUndelivered } from './headroom.store.ts'

/** So much always fits where the ledger reports no headroom, however many such postings are in flight. */
const SMALL = 2n ** 40n
/** With this much headroom the postings in flight need no check. */
const PLENTY = 2 ** 52

/** What a posting adds to the journal. */
const debitsOf = (posting: Posting): bigint =>
  'reverses' in posting
    ? 0n
    : posting.lines.reduce((sum, { direction, amount }) => (direction === 'DEBIT' ? sum + BigInt(amount) : sum), 0n)

/**
 * Counts what the service itself has decided and not delivered since the ledger was queried; large amounts of a
 * business are decided one after the other. Reversals restore headroom.
 * @throws AmountOutOfRange; RetryDecision where the headroom has to be known and is not
 */
export async function requireHeadroom(
  tx: Tx,
  headroom: Headroom | undefined,
  postings: readonly Posting[],
): Promise<void> {
  const added = postings.reduce((sum, posting) => sum + debitsOf(posting), 0n)
  if (added === 0n || (added <= SMALL && (headroom === undefined || headroom.left >= PLENTY))) return
  if (headroom === undefined) throw new RetryDecision({ withHeadroom: true })
  await lockHeadroom(tx)
  const reversed = postings.flatMap((posting) => ('reverses' in posting ? [posting.reverses] : []))
  const reversedSum = await sumDebits(tx, reversed)
  const undelivered = await sumUndelivered(tx, headroom.askedAt)
  if (added - reversedSum + undelivered <= BigInt(headroom.left)) return
  throw refused(
    'AmountOutOfRange',
    `The balance of an account might leave the range of ±(2^53 - 1) minor units, beyond which numbers are not exact: ${headroom.left} more can be posted to these accounts, and this posts ${added - reversedSum}.`,
    { room: headroom.left },
  )
}
