import { refused } from '@pacioli/errors'

/** @throws AmountOutOfRange for an amount that a JSON number cannot represent exactly */
export function exact(amount: bigint): number {
  const value = Number(amount)
  if (Number.isSafeInteger(value)) return value
  throw refused('AmountOutOfRange', `A sum of the report, ${amount}, is beyond what can be shown exactly.`)
}
