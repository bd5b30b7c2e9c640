/**
 * The sum of whole amounts, exact on the way: what leaves the safe range in between may come back into it. A sum that ends
 * outside of it is no safe integer; who calls checks that. Pure.
 */
export const sumOf = (amounts: readonly number[]): number =>
  Number(amounts.reduce((total, amount) => total + BigInt(amount), 0n))
