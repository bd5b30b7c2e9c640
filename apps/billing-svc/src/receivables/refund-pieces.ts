/** What line items of a refund ask of its parts. Pure. */
import type { RefundLineItem } from './refund.ts'

/** What one line item asks of a part; null for a refund without line items. */
export type Piece = { line: RefundLineItem | null; amount: number }

/** The line items in their order, laid over the parts in theirs: one may lie on two parts. */
export function piecesOf(lineItems: readonly RefundLineItem[], total: number, amounts: readonly number[]): Piece[][] {
  const asked: Piece[] =
    lineItems.length === 0 ? [{ line: null, amount: total }] : lineItems.map((line) => ({ line, amount: line.amount }))
  let [index, used] = [0, 0]
  return amounts.map((amount) => {
    const pieces: Piece[] = []
    for (let missing = amount; missing > 0;) {
      const piece = asked[index]
      if (!piece) break
      const taken = Math.min(missing, piece.amount - used)
      pieces.push({ line: piece.line, amount: taken })
      missing -= taken
      used += taken
      if (used === piece.amount) [index, used] = [index + 1, 0]
    }
    return pieces
  })
}
