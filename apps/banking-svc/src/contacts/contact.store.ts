import type { Tx } from '@pacioli/db'
import { CONTACT_KINDS, type KnownContact, type ContactKind } from './contact.ts'

const TABLES: Readonly<Record<ContactKind, string>> = { vendor: 'vendors', customer: 'customers' }

/** Takes parties as billing tells of them, unless newer versions are here. One of each id, in the order of the ids. */
export async function upsertContacts(tx: Tx, businessId: string, contacts: readonly KnownContact[]): Promise<void> {
  for (const kind of CONTACT_KINDS) {
    const told = contacts.filter((contact) => contact.kind === kind)
    if (told.length === 0) continue
    await tx.rows(
      `INSERT INTO ${TABLES[kind]} AS known (business_id, id, external_id, name, version)
       SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[])
       ON CONFLICT (business_id, id) DO UPDATE
         SET external_id = excluded.external_id, name = excluded.name, version = excluded.version
       WHERE known.version < excluded.version`,
      [
        businessId,
        told.map(({ id }) => id),
        told.map(({ externalId }) => externalId),
        told.map(({ name }) => name),
        told.map(({ version }) => version),
      ],
    )
  }
}

type ContactRow = { id: string; external_id: string | null; name: string; version: string }

/** Parties of one kind by id; those that nothing has told of yet are absent. */
export async function loadContacts(
  tx: Tx,
  businessId: string,
  kind: ContactKind,
  ids: readonly string[],
): Promise<Map<string, KnownContact>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<ContactRow>(
    `SELECT id, external_id, name, version FROM ${TABLES[kind]} WHERE business_id = $1 AND id = ANY ($2::uuid[])`,
    [businessId, ids],
  )
  return new Map(
    rows.map(({ id, external_id, name, version }) => [
      id,
      { kind, id, externalId: external_id, name, version: Number(version) },
    ]),
  )
}
