import type { Tx } from '@pacioli/db'
import type { Document } from './document.ts'

/** Notes a document whose file is about to be stored. */
export async function insertDocument(tx: Tx, document: Document): Promise<void> {
  await tx.rows(
    `INSERT INTO documents (business_id, document_id, document_type, file_name, file_type, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [document.businessId, document.id, document.documentType, document.fileName, document.fileType, document.createdAt],
  )
}

export async function markStored(tx: Tx, { businessId, id }: Document, now: Date): Promise<void> {
  await tx.rows('UPDATE documents SET stored_at = $3 WHERE business_id = $1 AND document_id = $2', [
    businessId,
    id,
    now,
  ])
}

/** Forgets a document whose file came to nothing. */
export async function deleteDocument(tx: Tx, { businessId, id }: Document): Promise<void> {
  await tx.rows('DELETE FROM documents WHERE business_id = $1 AND document_id = $2', [businessId, id])
}

export type StoredFile = { businessId: string; documentId: string }

/** As the role that keeps house: files that were made before then and are not removed yet, the oldest first. */
export async function findOldFiles(tx: Tx, before: Date, limit: number): Promise<StoredFile[]> {
  const rows = await tx.rows<{ business_id: string; document_id: string }>(
    `SELECT business_id, document_id FROM documents
      WHERE removed_at IS NULL AND created_at < $1 ORDER BY created_at LIMIT $2`,
    [before, limit],
  )
  return rows.map((row) => ({ businessId: row.business_id, documentId: row.document_id }))
}

/** As the role that keeps house. */
export async function markRemoved(tx: Tx, files: readonly StoredFile[], now: Date): Promise<void> {
  await tx.rows(
    `UPDATE documents d SET removed_at = $3
       FROM unnest($1::uuid[], $2::uuid[]) AS gone(business_id, document_id)
      WHERE d.business_id = gone.business_id AND d.document_id = gone.document_id AND d.removed_at IS NULL`,
    [files.map(({ businessId }) => businessId), files.map(({ documentId }) => documentId), now],
  )
}
