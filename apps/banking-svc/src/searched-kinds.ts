/** What the search finds by id, external_id, reference number or request. */
import { stagedPostingKind } from '@pacioli/postings'
import type { Kind } from '@pacioli/search'

export const searchedKinds: readonly Kind[] = [
  { type: 'bank_account', from: 'bank_accounts k' },
  { type: 'external_account', from: 'external_accounts k', referenceNumber: null, parent: 'k.bank_account_id' },
  {
    type: 'bank_transaction',
    from: 'bank_transactions k',
    externalId: 'k.source_transaction_id',
    createdAt: 'k.imported_at',
  },
  {
    type: 'opening_balance',
    from: 'opening_balances k',
    externalId: null,
    referenceNumber: null,
    parent: 'k.external_account_id',
    live: 'k.deleted_at IS NULL',
  },
  { type: 'categorization_rule', from: 'categorization_rules k', referenceNumber: null, live: 'k.deleted_at IS NULL' },
  stagedPostingKind,
]
