import type { Target } from '@pacioli/rpc'
import { connectBanking, type BankingReader } from './banking-reader.ts'
import { connectBilling, type BillingReader } from './billing-reader.ts'
import { connectHistory, type Histories, type HistoryClient } from './histories.ts'
import { connectLedger, type LedgerReader } from './ledger-reader.ts'
import { connectSealedLog, type SealedLog, type SealedLogs } from './sealed-books.ts'

/** The services that own the data of read models, for queries where their events are not enough. */
export type Owners = {
  ledger: LedgerReader
  banking: BankingReader
  billing: BillingReader
  histories: Histories
  sealedLogs: SealedLogs
}

/** The names of their outboxes in reports of how far these are published. */
export { OWNERS } from '@pacioli/history/positions'

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
  const histories = [ledgerTarget, bankingTarget, billingTarget].map(connectHistory)
  const [ofLedger, ofBanking, ofBilling] = histories.map(({ client }) => client) as [
    HistoryClient,
    HistoryClient,
    HistoryClient,
  ]
  const sealed = [ledgerTarget, bankingTarget, billingTarget].map(connectSealedLog)
  const [ledgerLog, bankingLog, billingLog] = sealed.map(({ log }) => log) as [SealedLog, SealedLog, SealedLog]
  return {
    ledger: toLedger.ledger,
    banking: toBanking.banking,
    billing: toBilling.billing,
    histories: { ledger: ofLedger, banking: ofBanking, billing: ofBilling },
    sealedLogs: { ledger: ledgerLog, banking: bankingLog, billing: billingLog },
    close: () => [toLedger, toBanking, toBilling, ...histories, ...sealed].forEach((one) => one.close()),
  }
}
