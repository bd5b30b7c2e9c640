import type { Tx } from '@pacioli/db'
import { table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'
import type { Document } from './document.ts'

const documents = table('documents', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid.named('document_id'),
  documentType: text,
  fileName: text,
  fileType: text,
  createdAt: timestamp,
})

/** Records a document whose file is about to be stored. */
export async function insertDocument(tx: Tx, document: Document): Promise<void> {
  await documents.insert(tx, {}, [document])
}

export async function markStored(tx: Tx, { businessId, id }: Document, now: Date): Promise<void> {
  await tx.rows('UPDATE documents SET stored_at = $3 WHERE business_id = $1 AND document_id = $2', [
    businessId,
    id,
    now,
  ])
}

/** Forgets a document whose file could not be stored. */
export async function deleteDocument(tx: Tx, { businessId, id }: Document): Promise<void> {
  await tx.rows('DELETE FROM documents WHERE business_id = $1 AND document_id = $2', [businessId, id])
}

const files = table('documents', ['businessId', 'documentId'], { businessId: uuid, documentId: uuid })
export type StoredFile = RowOf<typeof files>

/** As the housekeeping role: files created before then and not removed yet, the oldest first. */
export const findOldFiles = (tx: Tx, before: Date, limit: number): Promise<StoredFile[]> =>
  files.rows(tx, 't.removed_at IS NULL AND t.created_at < $1 ORDER BY t.created_at LIMIT $2', [before, limit])

/** As the housekeeping role. */
export async function markRemoved(tx: Tx, removed: readonly StoredFile[], now: Date): Promise<void> {
  await tx.rows(
    `UPDATE documents d SET removed_at = $3
       FROM unnest($1::uuid[], $2::uuid[]) AS gone(business_id, document_id)
      WHERE d.business_id = gone.business_id AND d.document_id = gone.document_id AND d.removed_at IS NULL`,
    [removed.map(({ businessId }) => businessId), removed.map(({ documentId }) => documentId), now],
  )
}
