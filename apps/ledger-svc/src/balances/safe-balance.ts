import { refused } from '@pacioli/errors'
import { MAX_AMOUNT } from '@pacioli/money'

/**
 * A balance as a number, for callers.
 * @param what which balance, for the refusal
 * @throws AmountOutOfRange
 */
export function safeBalance(balance: bigint, what: string): number {
  if (balance > MAX_AMOUNT || balance < -MAX_AMOUNT)
    throw refused('AmountOutOfRange', `${what} leaves the range of ±(2^53 - 1), beyond which numbers are not exact.`)
  return Number(balance)
}
