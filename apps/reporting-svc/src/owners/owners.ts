import type { Target } from '@pacioli/rpc'
import { connectBanking, type BankingReader } from './banking-reader.ts'
import { connectBilling, type BillingReader } from './billing-reader.ts'
import { connectLedger, type LedgerReader } from './ledger-reader.ts'

/** The services that own the data of read models, for queries where their events are not enough. */
export type Owners = { ledger: LedgerReader; banking: BankingReader; billing: BillingReader }

/** The names of their outboxes in reports of how far these are published. */
export const OWNERS = ['ledger', 'banking', 'billing'] as const

/** Where the owners serve gRPC. */
export type OwnerTargets = { ledgerTarget: Target; bankingTarget: Target; billingTarget: Target }

export function connectOwners({
  ledgerTarget,
  bankingTarget,
  billingTarget,
}: OwnerTargets): Owners & { close: () => void } {
  const toLedger = connectLedger(ledgerTarget)
  const toBanking = connectBanking(bankingTarget)
  const toBilling = connectBilling(billingTarget)
  return {
    ledger: toLedger.ledger,
    banking: toBanking.banking,
    billing: toBilling.billing,
    close: () => [toLedger, toBanking, toBilling].forEach((one) => one.close()),
  }
}
