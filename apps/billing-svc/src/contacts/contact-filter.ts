/** Lists of the documents of one vendor or one customer. */
import { isKeepable } from '@pacioli/paging'
import { isUuid } from '@pacioli/rpc'
import { findIdsByExternalId } from '../documents/document.store.ts'
import { idsOf } from '../documents/references.ts'
import { NOTHING, type Filter } from '../listing/filters.ts'
import type { ContactKind, ContactReference } from './contact.ts'

/** Of the contact that the request names by id, external_id or both. */
export const ofContact =
  (kind: ContactKind): Filter<ContactReference> =>
  async (request, { tx, bind }) => {
    const { id: named, externalId } = idsOf({ prefix: kind.noun }, request)
    if (named !== undefined && !isUuid(named)) return NOTHING
    const id = named?.toLowerCase()
    const is = (value: string): string[] => [`d.${kind.noun}_id = ${bind(value)}`]
    if (externalId === undefined) return id === undefined ? [] : is(id)
    const ids = await findIdsByExternalId(tx, kind.table, [externalId].filter(isKeepable))
    const found = ids.get(externalId)
    return found !== undefined && (id === undefined || id === found) ? is(found) : NOTHING
  }
