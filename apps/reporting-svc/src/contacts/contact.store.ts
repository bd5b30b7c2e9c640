import type { Tx } from '@pacioli/db'
import type { Contact } from './contact.ts'

/** Takes the contacts as their events have them, unless newer versions are here. One version of each. */
export async function upsertContacts(tx: Tx, businessId: string, contacts: readonly Contact[]): Promise<void> {
  if (contacts.length === 0) return
  await tx.rows(
    `INSERT INTO contacts AS known (business_id, contact_id, name, version, event_id)
     SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::bigint[], $5::text[])
     ON CONFLICT (business_id, contact_id) DO UPDATE
       SET name = excluded.name, version = excluded.version, event_id = excluded.event_id
     WHERE known.version < excluded.version`,
    [
      businessId,
      contacts.map(({ id }) => id),
      contacts.map(({ name }) => name),
      contacts.map(({ version }) => version),
      contacts.map(({ eventId }) => eventId),
    ],
  )
}
