/**
 * Money is an integer of minor units (cents) of the business's one currency, inside the safe-integer range, and a
 * line item gives it a direction. There is no negative amount and no float anywhere.
 */

export type Direction = 'DEBIT' | 'CREDIT'

/** The largest amount, balance or total: 2^53 - 1 minor units. */
export const MAX_AMOUNT = Number.MAX_SAFE_INTEGER

export const isAmount = (value: unknown): value is number => Number.isSafeInteger(value)

export const opposite = (direction: Direction): Direction => (direction === 'DEBIT' ? 'CREDIT' : 'DEBIT')

/**
 * The effect of an amount on an account: in the direction of its normality it raises the balance, else it lowers it.
 */
export const signedFor = (normality: Direction, direction: Direction, amount: number): number =>
  normality === direction ? amount : -amount

/**
 * A database or wire integer (a decimal string, a bigint or a number) as a number.
 * @throws RangeError when it cannot be represented exactly: better to stop than to report a wrong cent.
 */
export function toAmount(value: string | number | bigint): number {
  const amount = Number(value)
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${value} is outside the safe range of amounts`)
  return amount
}
