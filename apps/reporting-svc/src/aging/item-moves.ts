/** Moves of the balance of an item, by day. Pure. */
import { dayOf, type Day } from '@pacioli/calendar'
import { day, fieldsOf, integer, listOf, oneOf, text, textOrNull, type Fields } from '@pacioli/fields'
import type { OpenItem } from './open-item.ts'

/** Minor units; credits are positive. BigInt, because sums of safe integers need not be safe. */
export type ItemMove = { businessId: string; itemId: string; day: Day; amount: bigint }

/** How an entry moves items: the same in every version of it. */
export type EntryMoves = { businessId: string; entryId: string; moves: ItemMove[] }

/** From the state that the ledger sends of an entry; no moves for one of the cash books only. */
export function entryMovesFrom(fields: Fields, businessId: string): EntryMoves {
  const entryDay = day(fields, 'entry_date')
  const lines = text(fields, 'basis') === 'CASH' ? [] : listOf(fields, 'line_items')
  return {
    businessId,
    entryId: text(fields, 'id'),
    moves: lines.flatMap((one): ItemMove[] => {
      const line = fieldsOf('line_items', one)
      const itemId = textOrNull(line, 'document_id')
      if (itemId === null) return []
      const amount = BigInt(integer(line, 'amount'))
      const isCredit = oneOf(line, 'direction', ['DEBIT', 'CREDIT']) === 'CREDIT'
      return [{ businessId, itemId, day: entryDay, amount: isCredit ? amount : -amount }]
    }),
  }
}

/** Each credit that is allocated to a bill reduces both the bill and the credit. */
export const creditMoves = (
  { businessId, id, credits }: Pick<OpenItem, 'businessId' | 'id' | 'credits'>,
  zone: string,
): ItemMove[] =>
  credits.flatMap(({ creditId, amount, at }) => {
    const on = dayOf(at, zone)
    return [
      { businessId, itemId: id, day: on, amount: -BigInt(amount) },
      { businessId, itemId: creditId, day: on, amount: BigInt(amount) },
    ]
  })

export const opposite = (moves: readonly ItemMove[]): ItemMove[] =>
  moves.map((move) => ({ ...move, amount: -move.amount }))

/** One per item and day, without those that cancel out. */
export function summed(moves: readonly ItemMove[]): ItemMove[] {
  const sums = new Map<string, ItemMove>()
  for (const { businessId, itemId, day: on, amount } of moves) {
    const key = `${businessId} ${itemId} ${on}`
    sums.set(key, { businessId, itemId, day: on, amount: (sums.get(key)?.amount ?? 0n) + amount })
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n)
}
