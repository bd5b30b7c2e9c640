import { DocumentMatchesService } from '@pacioli/protos/banking'
import { clientOfService, type Client, type Target } from '@pacioli/rpc'

/** Which documents are matched to a bank transaction. */
export type BankingClient = Client<typeof DocumentMatchesService>

/** The service of banking at this address. Nobody is called before something is asked: banking may start later. */
export function connectBanking(target: Target): { banking: BankingClient; close: () => void } {
  const { client, close } = clientOfService(DocumentMatchesService, { target, count: 2 })
  return { banking: client, close }
}
