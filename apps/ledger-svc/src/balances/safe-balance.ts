import { refused } from '@pacioli/errors'
import { MAX_AMOUNT } from '@pacioli/money'

/**
 * A balance as the number that is told to callers.
 * @param what which balance, for the refusal
 * @throws AmountOutOfRange: it happens only between a huge amount and its reversal
 */
export function told(balance: bigint, what: string): number {
  if (balance > MAX_AMOUNT || balance < -MAX_AMOUNT)
    throw refused('AmountOutOfRange', `${what} leaves the range of ±(2^53 - 1) that can be told exactly.`)
  return Number(balance)
}
