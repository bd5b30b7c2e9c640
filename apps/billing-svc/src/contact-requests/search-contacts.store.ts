/** Finding vendors and customers: the SQL functions that search. */
import type { Tx } from '@pacioli/db'
import type { Page } from '@pacioli/paging'
import type { ContactKind, ContactStatus } from '../contacts/contact.ts'

/** Parameters of the SQL functions; all conditions must hold. `likes` are patterns of ILIKE. */
export type ContactFilter = {
  status?: ContactStatus | undefined
  external_id?: string | undefined
  reference_numbers?: readonly string[] | undefined
  /** Case-insensitive. */
  email?: string | undefined
  definition_ids?: readonly string[] | undefined
  /** Each must match a name, the e-mail address or the external id. */
  likes?: readonly string[] | undefined
}

/** A match and its position in the order. */
export type Found = { id: string; sort_key: string }

type Sought = Pick<ContactKind, 'type'>

const bindOf = ({ type }: Sought, filter: ContactFilter, page: Page): unknown[] => [
  type,
  JSON.stringify(filter),
  page.sortBy,
  page.sortOrder === 'DESC',
  page.after?.[0] ?? null,
  page.after?.[1] ?? null,
  // One more than is shown reveals whether more follow.
  page.limit + 1,
]

/** The page, and how many match in all; undefined if those are more than `most`. */
export async function gatherContacts(
  tx: Tx,
  sought: Sought,
  filter: ContactFilter,
  page: Page,
  most: number,
): Promise<{ rows: Found[]; total: number } | undefined> {
  const rows = await tx.rows<{ id: string | null; sort_key: string; found: string }>(
    'SELECT id, sort_key, found FROM gather_contacts_v1($1, $2, $3, $4, $5, $6, $7, $8)',
    [...bindOf(sought, filter, page), most],
  )
  const total = Number(rows[0]?.found ?? 0)
  if (total > most) return undefined
  return { rows: rows.flatMap(({ id, sort_key }) => (id === null ? [] : [{ id, sort_key }])), total }
}

export const walkContacts = (tx: Tx, sought: Sought, filter: ContactFilter, page: Page): Promise<Found[]> =>
  tx.rows<Found>('SELECT id, sort_key FROM walk_contacts_v1($1, $2, $3, $4, $5, $6, $7)', bindOf(sought, filter, page))

export const countContacts = (tx: Tx, { type }: Sought, filter: ContactFilter): Promise<number> =>
  tx.count('SELECT count_contacts_v1($1, $2) AS count', [type, JSON.stringify(filter)])
