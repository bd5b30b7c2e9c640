/**
 * The exact sum of whole amounts, even where intermediate sums leave the safe range. A result outside of it is no safe
 * integer; the caller checks that. Pure.
 */
export const sumOf = (amounts: readonly number[]): number =>
  Number(amounts.reduce((total, amount) => total + BigInt(amount), 0n))
