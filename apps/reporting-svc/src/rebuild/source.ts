import { ReplayService as BankingReplayService } from '@pacioli/protos/banking'
import { ReplayService as BillingReplayService } from '@pacioli/protos/billing'
import { ReplayService } from '@pacioli/protos/ledger'
import { clientOfStreams } from '@pacioli/rpc'
import type { Owners, OwnerTargets } from '../owners/owners.ts'
import type { Source } from './rebuild-business.ts'

/** Connects to the replays of the owners. */
export function connectSource(targets: OwnerTargets, owners: Owners): Source & { close: () => void } {
  const ledger = clientOfStreams(ReplayService, { target: targets.ledgerTarget, count: 1 })
  const banking = clientOfStreams(BankingReplayService, { target: targets.bankingTarget, count: 1 })
  const billing = clientOfStreams(BillingReplayService, { target: targets.billingTarget, count: 1 })
  return {
    ledgerReplay: ledger.client,
    bankingReplay: banking.client,
    billingReplay: billing.client,
    owners,
    close: () => [ledger, banking, billing].forEach((one) => one.close()),
  }
}
