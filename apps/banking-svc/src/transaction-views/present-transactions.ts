/** Transactions as callers see them: with the names of accounts, categories and tags, with matches and suggestions. */
import type { Tx } from '@pacioli/db'
import { loadAccounts, loadTagDefinitions } from '@pacioli/ledger-facts'
import type { BankTransaction as TransactionMessage, SuggestedMatch } from '@pacioli/protos/banking'
import type { Business } from '../businesses/business.ts'
import { loadMatches } from '../matches/match.store.ts'
import { suggestMatches } from '../match-suggestions/suggest-matches.ts'
import { loadAccountNames } from '../bank-accounts/account-names.store.ts'
import { loadContacts } from '../contacts/contact.store.ts'
import { toTransactionMessage, type Names } from '../bank-transactions/bank-transaction.messages.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'

/** In a handful of queries however many there are, in the transaction that wrote them or another one. */
export async function presentTransactions(
  tx: Tx,
  business: Business,
  transactions: readonly BankTransaction[],
  { suggesting = true }: { suggesting?: boolean } = {},
): Promise<TransactionMessage[]> {
  if (transactions.length === 0) return []
  const names = await loadNames(tx, transactions)
  const matches = await loadMatches(tx, transactions)
  const suggestions = suggesting
    ? await suggestMatches(tx, business, transactions)
    : new Map<string, SuggestedMatch[]>()
  return transactions.map((transaction) =>
    toTransactionMessage(transaction, names, matches.get(transaction.id), suggestions.get(transaction.id) ?? []),
  )
}

async function loadNames(tx: Tx, transactions: readonly BankTransaction[]): Promise<Names> {
  const accountIds = transactions.flatMap(({ categoryAccountId, splits }) => [
    ...(categoryAccountId === null ? [] : [categoryAccountId]),
    ...splits.map((part) => part.categoryAccountId),
  ])
  const definitionIds = transactions.flatMap(({ tags, splits }) =>
    [...tags, ...splits.flatMap((part) => part.tags)].map(({ definitionId }) => definitionId),
  )
  const customerIds = transactions.flatMap(({ customerId }) => customerId ?? [])
  const vendorIds = transactions.flatMap(({ vendorId }) => vendorId ?? [])
  return {
    categories: await loadAccounts(tx, [...new Set(accountIds)]),
    tags: await loadTagDefinitions(tx, [...new Set(definitionIds)]),
    accounts: await loadAccountNames(tx, [...new Set(transactions.map(({ externalAccountId }) => externalAccountId))]),
    customers: await loadContacts(tx, 'customer', [...new Set(customerIds)]),
    vendors: await loadContacts(tx, 'vendor', [...new Set(vendorIds)]),
  }
}
