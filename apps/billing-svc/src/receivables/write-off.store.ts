/** Write-offs of invoices, undone ones too. */
import type { Tx } from '@pacioli/db'
import { asked, safeInteger, table, text, timestamp, uuid, writeLater, type RowOf } from '@pacioli/db/table'
import type { Change } from '../documents/document-kind.ts'
import { KEY, loadParts, loadRows } from '../documents/document.store.ts'
import { changedParts } from '../requests/changed-parts.ts'
import { loadTags } from '../tags/applied-tag.store.ts'
import type { Invoice } from './invoice.ts'
import type { WriteOff } from './write-off.ts'

const writeOffs = table('invoice_write_offs', KEY, {
  businessId: uuid.writeOnly,
  id: uuid,
  externalId: text.orNull,
  invoiceId: uuid,
  amount: safeInteger,
  writeOffAt: timestamp,
  accountId: uuid,
  memo: text.orNull,
  importedAt: timestamp,
  updatedAt: timestamp,
  deletedAt: timestamp.orNull,
  asked,
})

/** Write-offs of invoices without tags, by invoice, in the order of creation. */
export const loadWriteOffs = (tx: Tx, invoiceIds: readonly string[]): Promise<Map<string, RowOf<typeof writeOffs>[]>> =>
  loadParts(tx, writeOffs, invoiceIds, 'invoice_id', { order: 'k.place' })

/** The invoices of write-offs, by the ids of the write-offs. */
export const findInvoicesOfWriteOffs = async (tx: Tx, writeOffIds: readonly string[]): Promise<Map<string, string>> =>
  new Map((await loadRows(tx, writeOffs, writeOffIds)).map(({ id, invoiceId }) => [id, invoiceId]))

/** The live write-off. */
export async function findWriteOffByExternalId(tx: Tx, externalId: string): Promise<WriteOff | undefined> {
  const found = await writeOffs.row(tx, 't.business_id = $1 AND t.external_id = $2 AND t.deleted_at IS NULL', [
    tx.businessId,
    externalId,
  ])
  return found && { ...found, tags: (await loadTags(tx, [found.id])).get(found.id) ?? [] }
}

/** Undone ones first, so that their external ids are free. */
export function writeWriteOffs(tx: Tx, changes: readonly Change<Pick<Invoice, 'writeOffs'>>[]): void {
  const parts = changes.map(({ before, after }) => changedParts(before?.writeOffs ?? [], after.writeOffs))
  const [changed, added] = [parts.flatMap((part) => part.changed), parts.flatMap((part) => part.added)]
  const scope = { businessId: tx.businessId }
  writeLater(tx, [
    writeOffs.updating(scope, changed, { columns: ['updatedAt', 'deletedAt'] }),
    writeOffs.inserting(scope, added),
  ])
}
