/** Whole shares of an amount (posting-rules.md, "Pro rata"). Pure. */

/**
 * What each part gets of `cumulative` when all parts together get `total`, their sum: the floor toward minus infinity of
 * its exact share, the missing units going to the largest remainders, ties to the earlier part. So the shares sum to
 * `cumulative`, and to the parts themselves once it is the total.
 * @param parts minor units, some may be negative
 * @throws RangeError, for it is a defect of who asks: the parts sum to a total above zero, of which at most all is due
 */
export function sharesOf(parts: readonly number[], total: number, cumulative: number): number[] {
  const [whole, paid] = [BigInt(total), BigInt(cumulative)]
  if (whole <= 0n || paid < 0n || paid > whole || parts.reduce((sum, part) => sum + BigInt(part), 0n) !== whole)
    throw new RangeError(`${cumulative} of ${total} can't be divided in proportion to ${parts.join(', ')}`)
  const shares = parts.map((part, index) => {
    const exact = BigInt(part) * paid
    const remainder = ((exact % whole) + whole) % whole
    return { index, floor: (exact - remainder) / whole, remainder }
  })
  let missing = paid - shares.reduce((sum, { floor }) => sum + floor, 0n)
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
