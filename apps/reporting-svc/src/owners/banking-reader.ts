import { dayOf } from '@pacioli/calendar'
import { moment, type Fields } from '@pacioli/fields'
import { BankTransactionsService } from '@pacioli/protos/banking'
import { clientOfService, type Target } from '@pacioli/rpc'
import type { Business } from '../businesses/business.ts'

/** What this service asks banking itself, where events are not enough. */
export type BankingReader = {
  /** A bank transaction as its event would carry it, as far as read models need it. */
  transactionState: (business: Business, transactionId: string) => Promise<Fields>
}

/** A reader of banking at this address. */
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
