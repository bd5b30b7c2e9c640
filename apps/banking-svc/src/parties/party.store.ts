import type { Tx } from '@pacioli/db'
import { ifNewer, safeInteger, table, text, uuid } from '@pacioli/db/table'
import { PARTY_KINDS, type KnownParty, type PartyKind } from './party.ts'

const COLUMNS = { businessId: uuid.writeOnly, id: uuid, externalId: text.orNull, name: text, version: safeInteger }
const TABLES = {
  vendor: table('vendors', ['businessId', 'id'], COLUMNS),
  customer: table('customers', ['businessId', 'id'], COLUMNS),
}

/** Takes parties as billing tells of them, unless newer versions are here. One of each id, in the order of the ids. */
export async function upsertParties(tx: Tx, businessId: string, parties: readonly KnownParty[]): Promise<void> {
  for (const kind of PARTY_KINDS) {
    const ofKind = parties.filter((party) => party.kind === kind)
    await TABLES[kind].upsert(tx, { businessId }, ofKind, ifNewer)
  }
}

/** Parties of one kind by id; those that nothing has told of yet are absent. */
export async function loadParties(
  tx: Tx,
  businessId: string,
  kind: PartyKind,
  ids: readonly string[],
): Promise<Map<string, KnownParty>> {
  if (ids.length === 0) return new Map()
  const rows = await TABLES[kind].rows(tx, 't.business_id = $1 AND t.id = ANY ($2::uuid[])', [businessId, ids])
  return new Map(rows.map((row) => [row.id, { kind, ...row }]))
}
