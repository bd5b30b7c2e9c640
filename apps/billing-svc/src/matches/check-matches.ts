import { setTimeout as pause } from 'node:timers/promises'
import type { Violation } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { findMatchable, loadMatches } from './match.store.ts'

type Checker = Pick<Billing, 'db' | 'banking' | 'now'>

/** What a document is matched to here and in banking. */
type Difference = { documentId: string; kept: string | undefined; reported: string | undefined }

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const BATCH = 500
const ASK_TIMEOUT_MS = 5_000
/** How long the event of a change may take to arrive. */
const ARRIVES_WITHIN_MS = 10_000
const LOOK_AGAIN_AFTER_MS = 250

export const MATCHED_AS_BANKING = 'a document is matched to what banking matches it to'

/**
 * Documents whose match here differs from banking's. Differences are checked again for as long as the event of a change may
 * take to arrive.
 * @throws ServiceUnavailable
 */
export async function checkMatches(
  checker: Checker,
  tenant: Tenant,
  arrivesWithinMs = ARRIVES_WITHIN_MS,
): Promise<Violation[]> {
  let differing: Difference[] = []
  for (let page = [BEFORE_ALL]; page.length > 0;) {
    const after = page.at(-1) ?? BEFORE_ALL
    page = await checker.db.transact(tenant, (tx) => findMatchable(tx, after, BATCH))
    differing.push(...(await differencesAmong(checker, tenant, page)))
  }
  const until = checker.now().getTime() + arrivesWithinMs
  while (differing.length > 0 && checker.now().getTime() < until) {
    await pause(LOOK_AGAIN_AFTER_MS)
    const ids = differing.map(({ documentId }) => documentId)
    differing = []
    for (let from = 0; from < ids.length; from += BATCH)
      differing.push(...(await differencesAmong(checker, tenant, ids.slice(from, from + BATCH))))
  }
  return differing.map(violationOf)
}

async function differencesAmong(
  { db, banking }: Checker,
  { clientId, businessId }: Tenant,
  documentIds: readonly string[],
): Promise<Difference[]> {
  if (documentIds.length === 0) return []
  const kept = await db.transact({ clientId, businessId }, (tx) => loadMatches(tx, documentIds))
  const { message } = await banking.FindDocumentMatches(
    { document_ids: [...documentIds] },
    { context: { clientId, businessId }, timeoutMs: ASK_TIMEOUT_MS },
  )
  const reported = new Map(message.data.map(({ document_id, transaction_id }) => [document_id, transaction_id]))
  return documentIds
    .map((documentId) => ({
      documentId,
      kept: kept.get(documentId)?.transactionId,
      reported: reported.get(documentId),
    }))
    .filter((one) => one.kept !== one.reported)
}

const violationOf = ({ documentId, kept, reported }: Difference): Violation => ({
  invariant: MATCHED_AS_BANKING,
  detail: `document ${documentId}: matched to ${kept ?? 'nothing'}; banking has ${reported ?? 'nothing'}`,
})
