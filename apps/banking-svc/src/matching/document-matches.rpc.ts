import { DocumentMatchesService } from '@pacioli/protos/banking'
import { implement, isUuid, tenantOf, type Implementation } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { findDocumentMatches } from '../matches/match.store.ts'

/**
 * For the owners of documents, before they change one. Without `requireBusiness`: a business that has not used banking
 * has nothing matched.
 */
export const documentMatchesRpc = ({ db }: Pick<Banking, 'db'>): Implementation =>
  implement(DocumentMatchesService, {
    FindDocumentMatches: async ({ document_ids }, context) => {
      const tenant = tenantOf(context)
      const ids = [...new Set(document_ids.map((id) => id.toLowerCase()))].filter(isUuid)
      return { data: await db.transact(tenant, (tx) => findDocumentMatches(tx, tenant, ids)) }
    },
  })
