/** Locks an existing document, and says what changes: a document before and after, or a new one. */
import type { Tx } from '@pacioli/db'
import type { ErrorEnum } from '@pacioli/errors'
import { isUuid } from '@pacioli/rpc'
import { notFound, type Update } from '../documents/document-kind.ts'
import { nextVersionOf } from '../documents/document.ts'

type Lockable<Document> = {
  noun: string
  notFound: ErrorEnum
  parameter: string
  lock: (tx: Tx, ids: readonly string[]) => Promise<Document[]>
}

/** The document, locked until the transaction ends. @throws the kind's own NotFound */
export async function lockDocument<Document>(tx: Tx, kind: Lockable<Document>, id: string): Promise<Document> {
  const [document] = isUuid(id) ? await kind.lock(tx, [id.toLowerCase()]) : []
  if (!document) throw notFound(kind, id)
  return document
}

type Versioned = { version: number; updatedAt: Date }

/** The document before these changes, and in its next version with them. */
export const inNextVersion = <Document extends Versioned>(
  before: Document,
  changes: Partial<Document>,
  now: Date,
): Update<Document> => ({ before, after: nextVersionOf(before, changes, now) })

/** New documents as changes. */
export const added = <Document>(documents: readonly Document[]): { before: null; after: Document }[] =>
  documents.map((after) => ({ before: null, after }))
