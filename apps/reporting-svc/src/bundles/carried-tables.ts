import { byId, HISTORY_TABLES, LEFT_BY_CONSUMERS, type CarriedTables } from '@pacioli/seals/books'

/** What the reporting service has of a business by itself, and goes with its books. */
export const carriedByReporting: CarriedTables = {
  tables: [
    byId('tasks'),
    { name: 'audit_log', orderBy: ['position'] },
    // The feed goes on where it was, as if what it had was purged.
    { name: 'feed_positions', orderBy: ['last_position'], instead: { purged_through: 'last_position' } },
    ...HISTORY_TABLES,
  ],
  leftBehind: {
    ...LEFT_BY_CONSUMERS,
    ...Object.fromEntries(
      [
        'account_days',
        'account_months',
        'accounts',
        'aging_zones',
        'bank_transactions',
        'businesses',
        'contacts',
        'counted_entries',
        'entries',
        'entry_line_tags',
        'entry_lines',
        'external_accounts',
        'item_days',
        'open_items',
        'read_models',
        'record_marks',
        'tag_dimensions',
        'tag_values',
        'waiting_days',
        'waiting_months',
      ].map((name) => [name, 'a read model: it is built from what the owners have']),
    ),
    documents: 'exports are files of the installation',
    feed_events: 'the feed is of the installation: it goes on, without the events of before',
    webhook_attempts: 'webhooks are of the client',
    webhook_deliveries: 'webhooks are of the client',
  },
}
