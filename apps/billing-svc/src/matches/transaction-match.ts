/** Which documents bank transactions are matched to: banking owns matches, billing's events announce its documents. Pure. */
import { fieldsOf, integer, text } from '@pacioli/fields'

/** The aggregate whose events carry matches. */
export const BANK_TRANSACTION = 'bank_transaction'

export type TransactionMatch = {
  /** Of the bank transaction. */
  id: string
  /** Null for an unmatched one. */
  documentId: string | null
  /** The time of banking's event. */
  changedAt: Date
  /** Of the bank transaction. */
  version: number
}

/** Events of a transaction: received, matched, unmatched. */
const FIRST_LET_GO = 3

/**
 * The match in an event of a bank transaction. Undefined for an event that neither matches a document nor may end such a
 * match: an unmatched transaction is pending again, in a version of its own. A transaction too large for its event has
 * parts, and one with parts is matched to nothing.
 * @throws TypeError for a malformed state
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
