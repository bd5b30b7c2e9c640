/** What may be wrong of what banking keeps, and of what it takes from others. */
import type { Damage } from './damage.ts'
import { OF_LEAVES, OF_RECORDS, OF_SEALS, ofRow } from './history.ts'
import { besideJournal, OF_POSTINGS } from './postings.ts'

const OF_TRANSACTIONS: readonly Damage[] = [
  {
    table: 'external_account_totals',
    set: 'transaction_sum = transaction_sum + 1',
    finds: 'the totals of an external account are those of its transactions',
  },
  {
    table: 'split_entries',
    set: 'amount = amount + 1',
    finds: 'a split has parts that sum to its amount, and nothing else has parts',
  },
  {
    table: 'bank_transactions',
    where: `status = 'CATEGORIZED'`,
    set: 'live_posting_key = NULL',
    finds: 'a transaction names a posting where its state needs one, and only there',
  },
  {
    table: 'opening_balances',
    set: `posting_key = posting_key || '!'`,
    finds: 'just that posting stands which its source names',
  },
  {
    table: 'bank_transactions',
    where: `status = 'CATEGORIZED'`,
    set: 'category_account_id = gen_random_uuid()',
    finds: 'a posting has the lines that its source says',
  },
  {
    table: 'bank_transactions',
    set: 'posting_revision = posting_revision + 1',
    finds: 'the postings of a transaction are those that it counts',
  },
]

const OF_MATCHES: readonly Damage[] = [
  {
    table: 'bank_transactions',
    where: `status = 'MATCHED'`,
    set: 'match_id = gen_random_uuid()',
    finds: 'a match that holds and the transactions it holds name each other',
  },
  {
    table: 'match_candidates',
    where: 'match_id IS NOT NULL',
    set: 'match_id = NULL',
    finds: 'a match that holds and what it is matched to name each other',
  },
  {
    table: 'matches',
    where: 'allocations IS NOT NULL',
    set: `allocations = jsonb_set(allocations, '{0,tags}', '[]')`,
    finds: 'a match clears its document under the tags of each part',
  },
]

export const OF_BANKING: readonly Damage[] = [
  ...OF_TRANSACTIONS,
  ...OF_MATCHES,
  ...OF_POSTINGS,
  ...OF_RECORDS,
  ...OF_SEALS,
  ...OF_LEAVES,
  ofRow('bank_transactions', `description = description || '!'`),
]

export const BANKING_BESIDE_OTHERS: readonly Damage[] = [
  { table: 'vendors', set: `name = name || '!'`, finds: 'a vendor is called what billing calls it' },
  { table: 'customers', set: `name = name || '!'`, finds: 'a customer is called what billing calls it' },
  ...besideJournal('banking'),
]
