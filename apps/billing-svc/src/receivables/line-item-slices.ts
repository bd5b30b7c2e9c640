/** Divides line items of a refund among its parts. Pure. */
import type { RefundLineItem } from './refund.ts'

/** The slice of a line item in one part; null for a refund without line items. */
export type LineItemSlice = { line: RefundLineItem | null; amount: number }

/** Line items, in order, are laid over the parts, in order: one may span two parts. */
export function slicesOf(
  lineItems: readonly RefundLineItem[],
  total: number,
  amounts: readonly number[],
): LineItemSlice[][] {
  const asked: LineItemSlice[] =
    lineItems.length === 0 ? [{ line: null, amount: total }] : lineItems.map((line) => ({ line, amount: line.amount }))
  let [index, used] = [0, 0]
  return amounts.map((amount) => {
    const slices: LineItemSlice[] = []
    for (let missing = amount; missing > 0;) {
      const slice = asked[index]
      if (!slice) break
      const taken = Math.min(missing, slice.amount - used)
      slices.push({ line: slice.line, amount: taken })
      missing -= taken
      used += taken
      if (used === slice.amount) [index, used] = [index + 1, 0]
    }
    return slices
  })
}
