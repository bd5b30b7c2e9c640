import { connectBanking, type BankingReader } from './banking-reader.ts'
import { connectLedger, type LedgerReader } from './ledger-reader.ts'

/** The services that own what the read models are made of, to be asked where their events are not enough. */
export type Owners = { ledger: LedgerReader; banking: BankingReader }

/** Where the owners serve gRPC. */
export type OwnerTargets = { ledgerTarget: string; bankingTarget: string }

export function connectOwners({ ledgerTarget, bankingTarget }: OwnerTargets): Owners & { close: () => void } {
  const toLedger = connectLedger(ledgerTarget)
  const toBanking = connectBanking(bankingTarget)
  return {
    ledger: toLedger.ledger,
    banking: toBanking.banking,
    close: () => [toLedger, toBanking].forEach((one) => one.close()),
  }
}
