/** The product's figures beside those of the file's own tool. Pure. */
import type { Balances } from './ledger-file.ts'

/** What the product says of an account, in minor units, debits positive. */
export type BookedAccount = { name: string; ledger: bigint; trialBalance: bigint }

export type ComparedAccount = BookedAccount & { expected: bigint; equal: boolean }

/**
 * Every account that has a balance on any side, by name. An account that one side lacks has 0 there, as the tool leaves
 * accounts without a balance out.
 */
export function compare(booked: readonly BookedAccount[], expected: Balances): ComparedAccount[] {
  const byName = new Map(booked.map((account) => [account.name, account]))
  return [...new Set([...byName.keys(), ...expected.keys()])]
    .sort()
    .map((name) => {
      const { ledger, trialBalance } = byName.get(name) ?? { ledger: 0n, trialBalance: 0n }
      const wanted = expected.get(name) ?? 0n
      return { name, ledger, trialBalance, expected: wanted, equal: ledger === wanted && trialBalance === wanted }
    })
    .filter(({ ledger, trialBalance, expected: wanted }) =>
      [ledger, trialBalance, wanted].some((amount) => amount !== 0n),
    )
}
