/** Whole shares of an amount (docs/POSTING-RULES.md, "Pro rata"). Pure. */
import { sumOf } from './sum.ts'

/**
 * The share of each part in `cumulative`, where `total` is the sum of all parts: the floor toward minus infinity of its
 * exact share, the missing units going to the largest remainders, ties to the earlier part. So the shares sum to
 * `cumulative`, and to the parts themselves once it is the total.
 * @param parts minor units, some may be negative
 * @throws RangeError where the parts do not sum to a total above zero, or `cumulative` exceeds it: a defect of the caller
 */
export function sharesOf(parts: readonly number[], total: number, cumulative: number): number[] {
  if (cumulative > total || sumOf(parts) !== total)
    throw new RangeError(`${cumulative} of ${total} can't be divided in proportion to ${parts.join(', ')}`)
  return inProportion(parts, cumulative)
}

/**
 * Any amount, such as a fee, divided likewise in proportion to parts that sum to more than zero.
 * @throws RangeError
 */
export function inProportion(parts: readonly number[], amount: number): number[] {
  const [whole, due] = [parts.reduce((sum, part) => sum + BigInt(part), 0n), BigInt(amount)]
  if (whole <= 0n || due < 0n) throw new RangeError(`${amount} can't be divided in proportion to ${parts.join(', ')}`)
  const shares = parts.map((part, index) => {
    const exact = BigInt(part) * due
    const remainder = ((exact % whole) + whole) % whole
    return { index, floor: (exact - remainder) / whole, remainder }
  })
  let missing = due - shares.reduce((sum, { floor }) => sum + floor, 0n)
  const amounts = shares.map(({ floor }) => floor)
  const largestFirst = [...shares].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )
  for (const { index } of largestFirst) {
    if (missing <= 0n) break
    amounts[index] = (amounts[index] ?? 0n) + 1n
    missing -= 1n
  }
  return amounts.map(Number)
}
