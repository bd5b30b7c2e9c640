import {
  byId,
  HISTORY_TABLES,
  LEFT_BY_CONSUMERS,
  LEFT_BY_SEALERS,
  SEAL_TABLES,
  type CarriedTables,
} from '@pacioli/seals/books'

/** What banking has of a business, and goes with its books. */
export const carriedByBanking: CarriedTables = {
  tables: [
    { name: 'businesses', orderBy: ['version'] },
    { name: 'accounts', orderBy: ['account_id'] },
    byId('customers'),
    byId('vendors'),
    { name: 'tag_dimensions', orderBy: ['dimension_id'] },
    { name: 'tag_values', orderBy: ['definition_id'] },
    byId('institutions'),
    byId('bank_accounts'),
    { name: 'bank_account_tags', orderBy: ['bank_account_id', 'dimension_id'] },
    byId('external_accounts'),
    { name: 'external_account_totals', orderBy: ['external_account_id'] },
    byId('opening_balances'),
    byId('counterparties'),
    byId('categorization_rules'),
    { name: 'categorization_rule_tags', orderBy: ['rule_id', 'dimension_id'] },
    byId('bank_transactions'),
    { name: 'split_entries', orderBy: ['transaction_id', 'position'] },
    { name: 'transaction_tags', orderBy: ['transaction_id', 'split_position', 'dimension_id'] },
    byId('match_candidates'),
    byId('matches'),
    { name: 'statement_line_ids', orderBy: ['external_account_id', 'format', 'bank_id', 'transaction_id'] },
    byId('postings'),
    ...HISTORY_TABLES,
    ...SEAL_TABLES,
  ],
  leftBehind: { ...LEFT_BY_CONSUMERS, ...LEFT_BY_SEALERS, posting_counts: 'triggers count the postings that come in' },
}
