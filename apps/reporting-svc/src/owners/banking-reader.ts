import { dayOf } from '@pacioli/calendar'
import { moment, type Fields } from '@pacioli/fields'
import { BankTransactionsService } from '@pacioli/protos/banking'
import { clientOfService, type Target } from '@pacioli/rpc'
import type { Business } from '../businesses/business.ts'

/** Queries of banking, where events are not enough. */
export type BankingReader = {
  /** The state of a bank transaction, as in its event, as far as read models need it. */
  transactionState: (business: Business, transactionId: string) => Promise<Fields>
}

export function connectBanking(target: Target): { banking: BankingReader; close: () => void } {
  const { client, close } = clientOfService(BankTransactionsService, { target, count: 2 })
  return {
    close,
    banking: {
      transactionState: async (business, transactionId) => {
        const { message } = await client.GetBankTransaction(
          { transaction_id: transactionId },
          { context: { clientId: business.clientId, businessId: business.id }, timeoutMs: 5_000 },
        )
        const transaction = { ...message.data }
        return { ...transaction, day: dayOf(moment(transaction, 'date'), business.timeZone) }
      },
    },
  }
}
