/** Finding vendors and customers: the SQL functions that search. */
import type { Tx } from '@pacioli/db'
import type { Page } from '@pacioli/paging'
import { gatheredPage, pageParameters, type Found, type FoundPage, type GatheredRow } from '@pacioli/paging/search'
import type { ContactKind, ContactStatus } from '../contacts/contact.ts'

/** Parameters of the SQL functions; all conditions must hold. `likes` are patterns of ILIKE. */
export type ContactFilter = {
  status?: ContactStatus | undefined
  external_id?: string | undefined
  reference_numbers?: readonly string[] | undefined
  /** Case-insensitive. */
  email?: string | undefined
  definition_ids?: readonly string[] | undefined
  has_balance?: boolean | undefined
  /** Each must match a name, the e-mail address or the external id. */
  likes?: readonly string[] | undefined
}

type Sought = Pick<ContactKind, 'type'>

const bindOf = ({ type }: Sought, filter: ContactFilter, page: Page): unknown[] => [
  type,
  JSON.stringify(filter),
  ...pageParameters(page),
]

/** The page, and how many match in all; undefined if those are more than `most`. */
export async function gatherContacts(
  tx: Tx,
  sought: Sought,
  filter: ContactFilter,
  page: Page,
  most: number,
): Promise<FoundPage | undefined> {
  const rows = await tx.rows<GatheredRow>(
    'SELECT id, sort_key, found FROM gather_contacts_v1($1, $2, $3, $4, $5, $6, $7, $8)',
    [...bindOf(sought, filter, page), most],
  )
  return gatheredPage(rows, most)
}

export const walkContacts = (tx: Tx, sought: Sought, filter: ContactFilter, page: Page): Promise<Found[]> =>
  tx.rows<Found>('SELECT id, sort_key FROM walk_contacts_v1($1, $2, $3, $4, $5, $6, $7)', bindOf(sought, filter, page))

export const countContacts = (tx: Tx, { type }: Sought, filter: ContactFilter): Promise<number> =>
  tx.count('SELECT count_contacts_v1($1, $2) AS count', [type, JSON.stringify(filter)])
