import { DocumentMatchesService } from '@pacioli/protos/banking'
import { clientOfService, type Client, type Target } from '@pacioli/rpc'

/** Which documents are matched to a bank transaction. */
export type BankingClient = Client<typeof DocumentMatchesService>

/** A client of banking at this address. It connects on the first call: banking may start later. */
export function connectBanking(target: Target): { banking: BankingClient; close: () => void } {
  const { client, close } = clientOfService(DocumentMatchesService, { target, count: 2 })
  return { banking: client, close }
}
