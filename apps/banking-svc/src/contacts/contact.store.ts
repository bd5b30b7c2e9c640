import type { Tx } from '@pacioli/db'
import { ifNewer, safeInteger, table, text, uuid } from '@pacioli/db/table'
import { CONTACT_KINDS, type KnownContact, type ContactKind } from './contact.ts'

const COLUMNS = { businessId: uuid.writeOnly, id: uuid, externalId: text.orNull, name: text, version: safeInteger }
const TABLES = {
  vendor: table('vendors', ['businessId', 'id'], COLUMNS),
  customer: table('customers', ['businessId', 'id'], COLUMNS),
}

/**
 * Stores parties of businesses as billing reports them, unless newer versions are here. One version of each id, in the
 * order of the businesses and ids.
 */
export async function upsertContacts(
  tx: Tx,
  contacts: readonly (KnownContact & { businessId: string })[],
): Promise<void> {
  await Promise.all(
    CONTACT_KINDS.map((kind) =>
      TABLES[kind].upsert(
        tx,
        {},
        contacts.filter((contact) => contact.kind === kind),
        ifNewer,
      ),
    ),
  )
}

/** Parties of one kind by id; those without an event so far are absent. */
export async function loadContacts(
  tx: Tx,
  kind: ContactKind,
  ids: readonly string[],
): Promise<Map<string, KnownContact>> {
  if (ids.length === 0) return new Map()
  const rows = await TABLES[kind].rows(tx, 't.business_id = $1 AND t.id = ANY ($2::uuid[])', [tx.businessId, ids])
  return new Map(rows.map((row) => [row.id, { kind, ...row }]))
}
