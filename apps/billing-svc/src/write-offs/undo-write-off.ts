import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { UndoWriteOffRequest__Output, WriteOffAnswer } from '@pacioli/protos/billing'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { sourceOfWriteOff } from '../receivables/invoice.postings.ts'
import { lockInvoices } from '../receivables/invoice.store.ts'
import { invoiceNotFound, type Invoice } from '../receivables/invoice.ts'
import { presentWriteOffs } from '../receivables/present-write-offs.ts'
import type { WriteOff } from '../receivables/write-off.ts'

type Answer = Pick<WriteOffAnswer, 'data' | 'created'>

/**
 * Takes a write-off back: its entry is reversed, and the customer owes that again. Undoing it again answers the same, also
 * where it was undone by voiding its invoice. Possible behind a posting that the ledger refused, too.
 * @throws InvoiceNotFound, WriteOffNotFound, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function undoWriteOff(
  billing: Billing,
  request: BusinessWrite,
  { invoice_id, write_off_id }: UndoWriteOffRequest__Output,
): Promise<WriteOffAnswer> {
  const business = await meetBusiness(billing, request)
  const { data, posting } = await decideOnce<Answer>(billing, request, business, {
    ask: async () => new Asking(),
    write: (tx, books) => write(tx, billing, business, books, { invoiceId: invoice_id, writeOffId: write_off_id }),
  })
  return { ...data, posting }
}

async function write(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  { invoiceId, writeOffId }: { invoiceId: string; writeOffId: string },
): Promise<{ data: Answer; sources: Source[] }> {
  const [before] = isUuid(invoiceId) ? (await lockInvoices(tx, business.id, [invoiceId.toLowerCase()])).values() : []
  if (!before) throw invoiceNotFound(invoiceId)
  const writeOff = before.writeOffs.find(({ id }) => id === writeOffId.toLowerCase())
  if (!writeOff)
    throw refused('WriteOffNotFound', `The invoice has no write-off ${writeOffId}.`, {
      field: 'writeOffId',
      value: writeOffId,
    })
  const now = billing.now()
  const after = writeOff.deletedAt === null ? withoutWriteOff(before, writeOff, now) : before
  const sources = await recordReceivables(
    tx,
    billing,
    business,
    books,
    { invoices: [{ before, after }] },
    { isBehindFailed: true },
  )
  const undone = after.writeOffs.filter(({ id }) => id === writeOff.id)
  const [data] = await presentWriteOffs(tx, business.id, undone)
  return { data: { data, created: false }, sources: [sourceOfWriteOff(writeOff), ...sources] }
}

const withoutWriteOff = (invoice: Invoice, writeOff: WriteOff, now: Date): Invoice => ({
  ...invoice,
  writeOffs: invoice.writeOffs.map((one) => (one === writeOff ? { ...one, updatedAt: now, deletedAt: now } : one)),
  version: invoice.version + 1,
  updatedAt: now,
})
