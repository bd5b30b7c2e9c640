/** Lists of the documents of one vendor or one customer. */
import type { Tx } from '@pacioli/db'
import { isKeepable } from '@pacioli/paging'
import { isUuid } from '@pacioli/rpc'
import { loadContactsByExternalId } from './contact.store.ts'
import type { ContactKind } from './contact.ts'

/** Whom the documents are of; null where no filter asks for one, undefined where nobody is meant. */
export async function contactAsked(
  tx: Tx,
  kind: ContactKind,
  businessId: string,
  id: string | undefined,
  externalId: string | undefined,
): Promise<string | null | undefined> {
  if (id !== undefined && !isUuid(id)) return undefined
  const askedId = id?.toLowerCase() ?? null
  if (externalId === undefined) return askedId
  const [found] = isKeepable(externalId) ? await loadContactsByExternalId(tx, kind, businessId, [externalId]) : []
  return found && (askedId === null || askedId === found.id) ? found.id : undefined
}
