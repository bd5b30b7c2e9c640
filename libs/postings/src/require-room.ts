/**
 * All that is posted and not reversed stays in the range that can be told exactly (decision 0007). What would
 * leave it is refused here, before it is committed: the ledger could only refuse a posting that stands.
 */
import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { AskForRoom, type Room } from './books.ts'
import type { Posting } from './posting.ts'
import { holdRoom, sumDebits, sumUndelivered } from './room.store.ts'

/** So much fits wherever the ledger tells no room, however many such postings are on their way. */
const SMALL = 2n ** 40n
/** With so much room nobody has to look at what is on its way. */
const PLENTY = 2 ** 52

/** What a posting adds to the journal. */
const debitsOf = (posting: Posting): bigint =>
  'reverses' in posting
    ? 0n
    : posting.lines.reduce((sum, { direction, amount }) => (direction === 'DEBIT' ? sum + BigInt(amount) : sum), 0n)

/**
 * What the service itself has decided since the ledger was asked, and not delivered before, is on its way and counts; who
 * decides large amounts does so one after the other. Reversals give back what they take.
 * @throws AmountOutOfRange; AskForRoom where the room has to be known and is not
 */
export async function requireRoom(
  tx: Tx,
  businessId: string,
  room: Room | undefined,
  postings: readonly Posting[],
): Promise<void> {
  const added = postings.reduce((sum, posting) => sum + debitsOf(posting), 0n)
  if (added === 0n || (added <= SMALL && (room === undefined || room.left >= PLENTY))) return
  if (room === undefined) throw new AskForRoom()
  await holdRoom(tx, businessId)
  const reversed = postings.flatMap((posting) => ('reverses' in posting ? [posting.reverses] : []))
  const givenBack = await sumDebits(tx, businessId, reversed)
  const onTheirWay = await sumUndelivered(tx, businessId, room.askedAt)
  if (added - givenBack + onTheirWay <= BigInt(room.left)) return
  throw refused(
    'AmountOutOfRange',
    `All that is posted and not reversed would leave the range of 2^53 - 1 minor units that can be told exactly: there is room for ${room.left}, and this posts ${added - givenBack}.`,
    { room: room.left },
  )
}
