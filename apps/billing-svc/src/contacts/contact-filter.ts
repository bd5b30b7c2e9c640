/** Lists of the documents of one vendor or one customer. */
import { isKeepable } from '@pacioli/paging'
import { isUuid } from '@pacioli/rpc'
import { NOTHING, type Filter } from '../listing/filters.ts'
import { loadContactsByExternalId } from './contact.store.ts'
import { referenceOf, type ContactKind, type ContactReference } from './contact.ts'

/** Of the contact that the request names by id, external_id or both. */
export const ofContact =
  (kind: ContactKind): Filter<ContactReference> =>
  async (request, { tx, bind }) => {
    const reference = referenceOf(kind, request)
    const { externalId } = reference
    if (reference.id !== undefined && !isUuid(reference.id)) return NOTHING
    const id = reference.id?.toLowerCase()
    if (externalId === undefined) return id === undefined ? [] : [`d.${kind.noun}_id = ${bind(id)}`]
    const [found] = isKeepable(externalId) ? await loadContactsByExternalId(tx, kind, [externalId]) : []
    return found && (id === undefined || id === found.id) ? [`d.${kind.noun}_id = ${bind(found.id)}`] : NOTHING
  }
