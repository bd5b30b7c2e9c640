/** Documents that are matched to a bank transaction: banking knows which. */
import { isAnswered } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'

export type DocumentMatch = { transactionId: string; matchId: string }

/**
 * What the document is matched to, asked before the transaction that changes it. Undefined where it is matched to
 * nothing, or where the request's Idempotency-Key has its answer already. A match that comes later is ended by banking
 * when it learns of the change.
 * @throws ServiceUnavailable while banking cannot be reached
 */
export async function findMatch(
  billing: Billing,
  request: BusinessWrite,
  documentId: string,
): Promise<DocumentMatch | undefined> {
  if (await isAnswered(billing.db, request, billing.now())) return undefined
  const { message } = await billing.banking.FindDocumentMatches(
    { document_ids: [documentId] },
    { context: { ...request, idempotency: undefined } },
  )
  const found = message.data.find(({ document_id }) => document_id === documentId)
  return found && { transactionId: found.transaction_id, matchId: found.match_id }
}

/**
 * @param what would be done to it, for people: `deleted`
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
