/** What may be wrong of the feed, of the audit log, and of what is reported. */
import type { Damage } from './damage.ts'
import { OF_RECORDS, ofRow } from './history.ts'

/** Where the read models of new books are. */
const SERVED = 'read_model_4a'

const altered = (table: string, set: string, finds: string): Damage => ({ table: `${SERVED}.${table}`, set, finds })

export const OF_REPORTING: readonly Damage[] = [
  altered('account_days', 'debits = debits + 1', 'account_days are the sums of their lines'),
  altered('account_months', 'credits = credits + 1', 'account_months are the sums of their lines'),
  {
    table: 'feed_events',
    where: 'position = 2',
    set: 'position = 1000000',
    finds: 'the positions of the feed follow each other up to its last one',
  },
  {
    table: 'audit_log',
    where: 'position = 2',
    set: 'position = 1000000',
    finds: 'the positions of the audit log follow each other up to the last one of the feed',
  },
  {
    table: 'audit_log',
    where: 'position = 2',
    set: `type = type || '!'`,
    finds: 'the audit log tells of each event what the feed does',
  },
  ...OF_RECORDS,
  ofRow('tasks', `title = title || '!'`),
]

const told = (table: string, set: string): Damage => altered(table, set, `${table} are what the owners tell`)

export const REPORTING_BESIDE_OTHERS: readonly Damage[] = [
  told('account_days', 'debits = debits + 1'),
  told('account_months', 'credits = credits + 1'),
  told('accounts', `name = name || '!'`),
  told('aging_zones', `time_zone = 'Pacific/Apia'`),
  told('bank_transactions', 'waits = NOT waits'),
  told('businesses', `legal_name = legal_name || '!'`),
  told('contacts', `name = name || '!'`),
  told('counted_entries', 'entry_id = gen_random_uuid()'),
  told('entries', `memo = 'other'`),
  told('entry_line_tags', 'position = position + 100'),
  told('entry_lines', 'amount = amount + 1'),
  told('external_accounts', 'reconnect_with_new_credentials = NOT reconnect_with_new_credentials'),
  told('item_days', 'amount = amount + 1'),
  told('open_items', 'balance = balance + 1'),
  // Those of the owners move with all that these record.
  {
    table: `${SERVED}.record_marks`,
    added: `(business_id, owner, positions) SELECT $1, 'nobody', '{[1,2)}'`,
    finds: 'record_marks are what the owners tell',
  },
  told('tag_dimensions', `key = key || '!'`),
  told('tag_values', `value = value || '!'`),
  told('waiting_days', 'waiting = waiting + 1'),
  told('waiting_months', 'waiting = waiting + 1'),
]
