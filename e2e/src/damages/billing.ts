/** What may be wrong of what billing keeps, and of what it takes from others. */
import type { Damage } from './damage.ts'
import { OF_LEAVES, OF_RECORDS, OF_SEALS, ofRow } from './history.ts'
import { OF_PAYABLES } from './payables.ts'
import { besideJournal, OF_POSTINGS } from './postings.ts'
import { OF_RECEIVABLES } from './receivables.ts'

const OWED = 'total_amount = total_amount + 1, outstanding_balance = outstanding_balance + 1'
const IS_OPEN = 'outstanding_balance > 0'
const RECEIVED = `source_type = 'bill' AND reverses IS NULL AND posting LIKE '%document_id%'`

const OF_STANDING_ENTRIES: readonly Damage[] = [
  { table: 'standing_entries', set: 'stands = NOT stands', finds: 'just those entries stand which the documents name' },
  { table: 'standing_entries', set: 'revision = revision + 1', finds: 'every revision of an entry was staged once' },
  {
    table: 'standing_entries',
    where: 'stands',
    set: `entry_at = entry_at + interval '1 day'`,
    finds: 'what stands says what the documents say',
  },
  {
    table: 'postings',
    where: RECEIVED,
    set: `posting = regexp_replace(posting, '"document_id": ?"[^"]*",?', '')`,
    finds: 'lines on control accounts say of each document what is owed of it',
  },
]

const OF_CONTROL_ACCOUNTS: readonly Damage[] = [
  {
    table: 'bills',
    where: IS_OPEN,
    set: OWED,
    finds: 'accounts payable is open bills less unallocated credits, and nothing in the cash books',
  },
  {
    table: 'invoices',
    where: IS_OPEN,
    set: OWED,
    finds: 'accounts receivable is open invoices, and nothing in the cash books',
  },
  {
    table: 'refunds',
    set: 'total_amount = total_amount + 1',
    finds: 'refund liabilities are refunds less what was paid out of them, and nothing in the cash books',
  },
  { table: 'customer_credits', set: 'balance = balance + 1', finds: 'customer credits are what customers have' },
  {
    table: 'contact_balances',
    set: 'documents = documents + 1',
    finds: 'a balance of a vendor or a customer is what open documents and journal lines come to',
  },
]

export const OF_BILLING: readonly Damage[] = [
  ...OF_PAYABLES,
  ...OF_RECEIVABLES,
  ...OF_STANDING_ENTRIES,
  ...OF_CONTROL_ACCOUNTS,
  ...OF_POSTINGS,
  ...OF_RECORDS,
  ...OF_SEALS,
  ...OF_LEAVES,
  ofRow('bills', `memo = coalesce(memo, '') || '!'`),
]

export const BILLING_BESIDE_OTHERS: readonly Damage[] = [
  {
    table: 'bills',
    where: IS_OPEN,
    set: OWED,
    finds: 'the journal has on accounts payable open bills less unallocated credits, and nothing in the cash books',
  },
  {
    table: 'invoices',
    where: IS_OPEN,
    set: OWED,
    finds: 'the journal has on accounts receivable open invoices, and nothing in the cash books',
  },
  {
    table: 'contact_entries',
    set: 'owed = owed + 1',
    finds: 'journal lines on accounts payable and receivable that name a contact move its balance',
  },
  { table: 'document_matches', lost: true, finds: 'a document is matched to what banking matches it to' },
  ...besideJournal('billing'),
]
