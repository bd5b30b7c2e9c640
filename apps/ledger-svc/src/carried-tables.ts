import {
  byId,
  HISTORY_TABLES,
  LEFT_BY_ALL,
  LEFT_BY_SEALERS,
  SEAL_TABLES,
  type CarriedTables,
} from '@pacioli/seals/books'

/** What the ledger has of a business, and goes with its books. */
export const carriedByLedger: CarriedTables = {
  tables: [
    byId('businesses', { of: 'id', orderBy: ['ledger_id'] }),
    { name: 'accounting_configurations', orderBy: ['version'] },
    // One may be below another.
    byId('accounts', { together: '*' }),
    byId('tag_dimensions'),
    byId('tag_definitions'),
    byId('journal_entries', { orderBy: ['seq'] }),
    byId('line_items', { orderBy: ['entry_id', 'position'], together: 'entry_id' }),
    { name: 'entry_tags', orderBy: ['entry_id', 'dimension_id'] },
    { name: 'line_item_tags', orderBy: ['entry_id', 'line_id', 'dimension_id'], together: 'entry_id' },
    { name: 'entry_tag_changes', orderBy: ['entry_id', 'revision'] },
    { name: 'entry_tag_moves', orderBy: ['entry_id', 'version', 'line_id', 'definition_id', 'is_applied'] },
    {
      name: 'account_balances',
      orderBy: ['account_id', 'tag_definition_id', 'grain', 'period', 'basis', 'slot'],
    },
    { name: 'account_day_blocks', orderBy: ['account_id', 'day', 'from_at', 'from_seq', 'basis'] },
    byId('closing_requests'),
    byId('closing_actions', { orderBy: ['seq'] }),
    { name: 'imported_accounts', orderBy: ['connector', 'external_company_id', 'external_id'] },
    { name: 'imported_entries', orderBy: ['connector', 'external_company_id', 'external_id'] },
    byId('imported_parties'),
    ...HISTORY_TABLES,
    ...SEAL_TABLES,
  ],
  leftBehind: {
    ...LEFT_BY_ALL,
    ...LEFT_BY_SEALERS,
    business_external_ids: 'they follow from the businesses of the client',
    oauth_authorizations: 'somebody else has to be asked again, on behalf of the other installation',
    provider_connections: 'they hold secrets that are wrapped for the installation',
    provider_syncs: 'as the connections',
    provider_tokens: 'as the connections',
  },
}
