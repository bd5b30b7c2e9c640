/** Journal entries of a write-off (docs/POSTING-RULES.md, "Receivables"). Pure. */
import { credit, debit, type Source } from '@pacioli/postings'
import { tagged, type DesiredEntry } from '../posting/standing-entries.ts'
import { mergedTags } from '../tags/tags.ts'
import type { Invoice } from './invoice.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import type { WriteOff } from './write-off.ts'

export const sourceOfWriteOff = ({ id }: Pick<WriteOff, 'id'>): Source => ({ type: 'invoice_write_off', id })

/** A write-off is a cost. An undone one has no entry. */
export function entriesOfWriteOff(
  { deletedAt, accountId, amount, writeOffAt, memo, tags, invoiceId }: WriteOff,
  invoice: Pick<Invoice, 'tags' | 'referenceNumber'>,
  accounts: ReceivableAccounts,
): DesiredEntry[] {
  if (deletedAt !== null) return []
  const carried = mergedTags(invoice.tags, tags)
  return [
    {
      event: 'written_off',
      basis: 'ACCRUAL',
      entryAt: writeOffAt,
      memo,
      referenceNumber: invoice.referenceNumber,
      lines: [
        tagged(debit(accountId, amount), carried),
        tagged(credit(accounts.accountsReceivable, amount, { documentId: invoiceId }), carried),
      ],
    },
  ]
}
