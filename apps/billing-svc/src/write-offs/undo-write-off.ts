import { refused } from '@pacioli/errors'
import type { UndoWriteOffRequest__Output, WriteOffAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument } from '../document-writes/create-document.ts'
import { lockDocument, inNextVersion } from '../document-writes/document-changes.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { WRITE_OFFS } from '../receivables/write-off.kind.ts'

/**
 * Undoes a write-off: its entry is reversed, and the customer owes that again. Repeatable, also where voiding its invoice
 * undid it. Also possible behind a posting that the ledger refused.
 * @throws InvoiceNotFound, WriteOffNotFound, and what `alterDocument` throws
 */
export function undoWriteOff(
  billing: Billing,
  request: BusinessWrite,
  { invoice_id: invoiceId, write_off_id: writeOffId }: UndoWriteOffRequest__Output,
): Promise<WriteOffAnswer> {
  return alterDocument(billing, request, {
    kind: WRITE_OFFS,
    alter: async (deciding) => {
      const before = await lockDocument(deciding.tx, INVOICES, invoiceId)
      const writeOff = before.writeOffs.find(({ id }) => id === writeOffId.toLowerCase())
      if (!writeOff)
        throw refused('WriteOffNotFound', `The invoice has no write-off ${writeOffId}.`, {
          field: 'writeOffId',
          value: writeOffId,
        })
      if (writeOff.deletedAt !== null) return { after: writeOff, sources: [] }
      const now = billing.now()
      const undone = { ...writeOff, updatedAt: now, deletedAt: now }
      const writeOffs = before.writeOffs.map((one) => (one === writeOff ? undone : one))
      const change = { invoices: [inNextVersion(before, { writeOffs }, now)] }
      return { after: undone, sources: await recordReceivables(deciding, change, { isBehindFailed: true }) }
    },
  })
}
