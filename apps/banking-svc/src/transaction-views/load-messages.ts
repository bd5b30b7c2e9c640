/** Transactions as callers see them, within the page budget. */
import type { Tx } from '@pacioli/db'
import { fittingInBytes, messageBytes, withFewParts } from '@pacioli/paging'
import type { BankTransaction as TransactionMessage } from '@pacioli/protos/banking'
import type { Business } from '../businesses/business.ts'
import { loadTransactions } from '../bank-transactions/bank-transaction.store.ts'
import { presentTransactions } from './present-transactions.ts'
import { countParts } from '../bank-transactions/transaction-parts.store.ts'

/** An answer of three megabytes holds fewer parts of splits. */
const MOST_PARTS = 20_000

/**
 * The first of these transactions that fit the page budget, in their order, at least one. Of hundreds of splits with a
 * thousand parts each, no more are read than are shown.
 */
export async function loadMessages(
  tx: Tx,
  business: Business,
  ids: readonly string[],
  options: { suggesting?: boolean } = {},
): Promise<TransactionMessage[]> {
  const parts = await countParts(tx, ids)
  const loaded = await loadTransactions(tx, withFewParts(ids, parts, MOST_PARTS))
  const messages = await presentTransactions(tx, business, loaded, options)
  return messages.slice(0, fittingInBytes(messages, messageBytes))
}
