/** What payments of all kinds have in common in requests. Pure. */
import { refused } from '@pacioli/errors'
import type { AccountIdentifier, LedgerPrefetch } from '@pacioli/postings'
import type { AccountIdentifier__Output } from '@pacioli/protos/common'
import { sumOf } from '../rounding/sum.ts'
import type { RequestReader } from './request-reader.ts'

type PaymentInput = {
  method?: string
  processor?: string
  payment_clearing_account_identifier?: AccountIdentifier__Output | null
}

/** How it is paid. Without a clearing account, that of the method is meant. */
export type PaidBy<Method> = {
  method: Method | 'OTHER'
  processor: string | null
  clearingAccount: AccountIdentifier | undefined
}

export const paidBy = <Method extends string>(
  read: RequestReader<PaymentInput>,
  methods: readonly Method[],
): PaidBy<Method> => ({
  method: read.oneOf('method', methods) ?? 'OTHER',
  processor: read.input.processor ?? null,
  clearingAccount: read.account('payment_clearing_account_identifier'),
})

/** Prefetches the clearing account that a request names. @param field where the request does, such as `payments.3.` */
export function prefetchClearing(
  asking: LedgerPrefetch,
  { clearingAccount }: { clearingAccount: AccountIdentifier | null | undefined },
  field = '',
): void {
  if (clearingAccount) asking.account(clearingAccount, `${field}payment_clearing_account_identifier`)
}

type Allocating = { amount: number; allocations: readonly { amount: number }[] }

/** @throws OverAllocated where more would be allocated than is paid; amounts in minor units */
export function requireWithinPayment({ amount, allocations }: Allocating): void {
  const allocated = sumOf(allocations.map((one) => one.amount))
  if (allocated > amount)
    throw refused('OverAllocated', `The payment is ${amount}; ${allocated} of it would be allocated.`, {
      field: 'allocations',
      value: allocated,
    })
}
