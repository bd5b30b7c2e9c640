/** Transactions of a plain-text ledger as journal entries. Pure. */
import { stableNameOf } from './chart.ts'
import type { Transaction } from './ledger-file.ts'

/** Body of `POST B/ledger/journal-entries`. */
export type EntryInput = {
  external_id: string
  entry_at: string
  memo: string
  reference_number?: string
  line_items: {
    account_identifier: { type: 'StableName'; stable_name: string }
    amount: number
    direction: 'DEBIT' | 'CREDIT'
    memo?: string
  }[]
}

/**
 * The entries of the transactions that move money. The external_id is the transaction's number in the file, so that
 * posting the same file again, after a crash for example, posts nothing twice.
 */
export const entriesOf = (transactions: readonly Transaction[]): EntryInput[] =>
  transactions.filter(({ postings }) => postings.length > 0).map(entryOf)

const entryOf = ({ index, day, code, description, comment, postings }: Transaction): EntryInput => ({
  external_id: `txn-${index}`,
  entry_at: `${day}T00:00:00Z`,
  memo: [description, comment].filter((text) => text !== '').join(' | '),
  ...(code === '' ? {} : { reference_number: code }),
  line_items: postings.map((posting) => ({
    account_identifier: { type: 'StableName', stable_name: stableNameOf(posting.account) },
    amount: Number(posting.amount < 0n ? -posting.amount : posting.amount),
    direction: posting.amount > 0n ? 'DEBIT' : 'CREDIT',
    ...(posting.comment === '' ? {} : { memo: posting.comment }),
  })),
})
