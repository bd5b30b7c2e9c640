/** What may be wrong of the journal, and of what is kept of it. */
import type { Damage } from './damage.ts'
import { OF_LEAVES_OF_ENTRIES, OF_RECORDS, OF_SEALS, ofRow } from './history.ts'

const NIL = '00000000-0000-0000-0000-000000000000'
const OF_ACCOUNT = `account_id <> '${NIL}'`
const REVERSED = 'entry_id IN (SELECT reversal_of_id FROM journal_entries WHERE business_id = $1)'
const OF_BALANCING = `dimension_id IN (SELECT id FROM tag_dimensions WHERE business_id = $1 AND strictness = 'BALANCING')`

const OF_ENTRIES: readonly Damage[] = [
  { table: 'line_items', set: 'amount = amount + 1', finds: 'an entry balances and has all its lines' },
  { table: 'line_items', set: `entry_at = entry_at + interval '1 day'`, finds: 'a line agrees with its entry' },
  {
    table: 'businesses',
    set: `first_entry_at = first_entry_at - interval '1 day'`,
    finds: 'a business knows its first entry',
  },
  {
    table: 'records',
    where: `aggregate_type = 'entry' AND version = 1`,
    set: 'aggregate_id = gen_random_uuid()',
    finds: 'each entry is in the history',
  },
]

const OF_SUMS: readonly Damage[] = [
  {
    table: 'account_balances',
    where: OF_ACCOUNT,
    set: 'debits = debits + 1',
    finds: 'a kept sum equals the sum of its lines',
  },
  {
    table: 'account_balances',
    where: `account_id = '${NIL}' AND bank_count IS NOT NULL`,
    set: 'bank_count = bank_count + 1',
    finds: 'entries are counted by type as they are',
  },
  {
    table: 'account_balances',
    where: `${OF_ACCOUNT} AND tag_definition_id = '${NIL}' AND grain = 'D' AND period >= months_before_v1($1)`,
    set: 'debits = debits + 9100000000000000',
    finds: 'each balance stays in the safe-integer range',
  },
  {
    table: 'account_day_blocks',
    added: `(business_id, account_id, day, from_at, from_seq, until_at, until_seq, basis, debits, credits, line_count)
            SELECT $1, account_id, entry_at::date, entry_at::date, 0, entry_at::date + 1, 0, basis, 0, 0, 0
              FROM line_items WHERE business_id = $1 LIMIT 1`,
    finds: 'the ranges of a long day follow each other and hold their lines',
  },
]

const OF_TAGS: readonly Damage[] = [
  {
    table: 'line_item_tags',
    where: OF_BALANCING,
    lost: true,
    finds: 'an entry balances by each value of a BALANCING dimension',
  },
  {
    table: 'line_item_tags',
    where: 'entry_id IN (SELECT entry_id FROM entry_tags WHERE business_id = $1)',
    lost: true,
    finds: 'the tags of an entry are on all of its lines',
  },
  { table: 'line_item_tags', set: 'seq = seq + 1', finds: 'a tag of a line agrees with the line' },
  { table: 'line_item_tags', where: REVERSED, lost: true, finds: 'an entry and its reversal carry the same tags' },
]

const OF_CLOSINGS: readonly Damage[] = [
  {
    table: 'closing_actions',
    set: 'line_count = line_count + 1',
    finds: 'a closing has its entries, at its close and with its lines',
  },
  { table: 'closing_actions', lost: true, finds: 'an entry that closes belongs to a closing' },
  {
    table: 'closing_actions',
    where: 'reversed_at IS NOT NULL',
    set: 'reversed_at = NULL',
    finds: 'a closing is reversed when its entries are',
  },
  {
    table: 'closing_actions',
    where: 'reversed_at IS NOT NULL',
    set: `reversed_at = NULL, starts_at = starts_at - interval '6 months'`,
    finds: 'a closing cuts into no earlier one',
  },
  {
    table: 'closing_actions',
    set: `starts_at = starts_at + interval '1 day'`,
    finds: 'a closing has the window of its request',
  },
]

const OF_THE_BUSINESS: readonly Damage[] = [
  {
    table: 'businesses',
    set: `closed_through = coalesce(closed_through, now()) + interval '1 year'`,
    finds: 'the books are closed through what is set',
  },
]

export const OF_LEDGER: readonly Damage[] = [
  ...OF_THE_BUSINESS,
  ...OF_ENTRIES,
  ...OF_SUMS,
  ...OF_TAGS,
  ...OF_CLOSINGS,
  ...OF_RECORDS,
  ...OF_SEALS,
  ...OF_LEAVES_OF_ENTRIES,
  ofRow('accounts', `name = name || '!'`),
]
