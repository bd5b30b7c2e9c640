/** Documents that are matched to a bank transaction, according to banking. */
import { isAnswered } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'

export type DocumentMatch = { transactionId: string; matchId: string }

/**
 * The matches of these documents, by id, queried before the transaction that changes them; unmatched ones are left out.
 * Nothing is queried where the request's Idempotency-Key already has a response. Banking ends a later match when the event
 * of the change arrives.
 * @throws ServiceUnavailable while banking cannot be reached
 */
export async function findMatches(
  billing: Billing,
  request: BusinessWrite,
  documentIds: readonly string[],
): Promise<Map<string, DocumentMatch>> {
  if (documentIds.length === 0 || (await isAnswered(billing.db, request, billing.now()))) return new Map()
  const { message } = await billing.banking.FindDocumentMatches(
    { document_ids: [...documentIds] },
    { context: { ...request, idempotency: undefined } },
  )
  return new Map(
    message.data.map((found) => [found.document_id, { transactionId: found.transaction_id, matchId: found.match_id }]),
  )
}

/** The same for one document. */
export const findMatch = async (
  billing: Billing,
  request: BusinessWrite,
  documentId: string,
): Promise<DocumentMatch | undefined> => (await findMatches(billing, request, [documentId])).get(documentId)

/**
 * @param what would be done to it, for the message: `deleted`
 * @throws DocumentMatched, naming the transaction
 */
export function refuseMatched(match: DocumentMatch | undefined, what: string): void {
  if (!match) return
  throw refused(
    'DocumentMatched',
    `It is matched to the bank transaction ${match.transactionId} and cannot be ${what}. Uncategorize that transaction first.`,
    { transaction_id: match.transactionId, match_id: match.matchId },
  )
}
