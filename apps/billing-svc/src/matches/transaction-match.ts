/** Which documents bank transactions are matched to: banking owns that, billing tells it of its documents. Pure. */
import { fieldsOf, integer, text } from '@pacioli/fields'

/** The kind of aggregate that tells. */
export const BANK_TRANSACTION = 'bank_transaction'

export type TransactionMatch = {
  /** Of the bank transaction. */
  id: string
  /** Null for one that was let go. */
  documentId: string | null
  /** When banking said so. */
  changedAt: Date
  /** Of the bank transaction. */
  version: number
}

/** A transaction comes in, is matched, and is let go. */
const FIRST_LET_GO = 3

/**
 * What an event of a bank transaction says of a match. Undefined for one that neither matches it to a document nor may have
 * let one go: what is let go waits again, in a version of its own. A transaction that is too large for its event has parts,
 * and what has parts is matched to nothing.
 * @throws TypeError for a state that is not as banking's are
 */
export function matchFrom(data: unknown, changedAt: Date): TransactionMatch | undefined {
  const fields = fieldsOf('data', data)
  const version = integer(fields, 'version')
  const document = fields['matched_document'] ?? null
  const mayBeLetGo = fields['categorizationStatus'] === 'READY_FOR_INPUT' && version >= FIRST_LET_GO
  if (document === null && !mayBeLetGo) return undefined
  const documentId = document === null ? null : text(fieldsOf('matched_document', document), 'id')
  return { id: text(fields, 'id'), documentId, changedAt, version }
}
