/** What a vendor has with a business, and what follows from it. */
import { sum, type Contact } from './action.ts'
import type { Tags } from './tags.ts'

export type Bill = { id: string; total: number; isExpense: boolean; isVoided: boolean }
/** What of a payment or a credit went to a bill. */
export type Part = { id: string; billId: string; amount: number }
/** A payment or a credit. */
export type Giver = {
  id: string
  kind: 'payment' | 'credit'
  amount: number
  isDeleted: boolean
  parts: Part[]
  /** By the vendor. */
  refunded: number
}
export type VendorRefund = { id: string; giverId: string; amount: number; isDeleted: boolean }
export type Model = Contact & { bills: Bill[]; givers: Giver[]; refunds: VendorRefund[]; tags: Tags }

export const owedBills = ({ bills }: Model): Bill[] => bills.filter(({ isExpense }) => !isExpense)

export const restOf = ({ amount, refunded, parts }: Giver): number =>
  amount - refunded - sum(parts.map((part) => part.amount))

/** The version before knows nothing of what credits have posted for bills, and would leave it or reverse it. */
export const hasCredit = (givers: readonly Giver[]): boolean => givers.some(({ kind }) => kind === 'credit')

export const gotBy = ({ givers }: Model, { id }: Bill): number =>
  sum(givers.flatMap(({ parts }) => parts.filter(({ billId }) => billId === id).map((part) => part.amount)))

export const outstandingOf = (model: Model, bill: Bill): number =>
  bill.isVoided || bill.isExpense ? 0 : bill.total - gotBy(model, bill)

export function statusOf(model: Model, bill: Bill): string {
  if (bill.isVoided) return 'VOIDED'
  if (outstandingOf(model, bill) === 0) return 'PAID'
  return gotBy(model, bill) > 0 ? 'PARTIALLY_PAID' : 'RECEIVED'
}
