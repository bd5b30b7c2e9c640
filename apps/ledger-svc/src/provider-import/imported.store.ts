import type { Tx } from '@pacioli/db'
import { boolean, integer, table, text, uuid } from '@pacioli/db/table'
import type { ImportedAccount } from './imported-account.ts'
import type { ImportedEntry } from './imported-entry.ts'
import type { ImportedParty } from './imported-party.ts'

/**
 * A provider's ids are unique within one of its companies. By connector, not by the configured name: a company that is
 * reached under another name has the same books.
 */
export type ImportScope = { businessId: string; connector: string; externalCompanyId: string }

const scopeOf = ({ businessId, connector, externalCompanyId }: ImportScope): string[] => [
  businessId,
  connector,
  externalCompanyId,
]

const SCOPE = { businessId: uuid.writeOnly, connector: text.writeOnly, externalCompanyId: text.writeOnly }
const KEY = ['businessId', 'connector', 'externalCompanyId', 'externalId'] as const
const IN_SCOPE = 't.business_id = $1 AND t.connector = $2 AND t.external_company_id = $3'

const importedAccounts = table('imported_accounts', KEY, {
  ...SCOPE,
  externalId: text,
  accountId: uuid.once,
  opened: boolean.once,
  active: boolean,
  fingerprint: text,
})

export async function loadImportedAccounts(tx: Tx, scope: ImportScope): Promise<Map<string, ImportedAccount>> {
  const rows = await importedAccounts.rows(tx, IN_SCOPE, scopeOf(scope))
  return new Map(rows.map((row) => [row.externalId, row]))
}

export async function saveImportedAccounts(
  tx: Tx,
  { businessId, connector, externalCompanyId }: ImportScope,
  accounts: readonly ImportedAccount[],
): Promise<void> {
  await importedAccounts.upsert(tx, { businessId, connector, externalCompanyId }, accounts, {
    where: '(t.active, t.fingerprint) IS DISTINCT FROM (excluded.active, excluded.fingerprint)',
  })
}

const importedEntries = table('imported_entries', KEY, {
  ...SCOPE,
  externalId: text,
  revision: integer,
  fingerprint: text,
  namesParties: boolean,
  settled: boolean,
  standingRevision: integer.orNull,
  entryId: uuid.orNull,
})

export async function loadImportedEntries(
  tx: Tx,
  scope: ImportScope,
  externalIds: readonly string[],
): Promise<Map<string, ImportedEntry>> {
  const where = `${IN_SCOPE} AND t.external_id = ANY ($4::text[])`
  const rows = await importedEntries.rows(tx, where, [...scopeOf(scope), [...externalIds]])
  return new Map(
    rows.map(({ standingRevision: revision, entryId, ...row }) => [
      row.externalId,
      { ...row, standing: revision === null || entryId === null ? null : { revision, entryId } },
    ]),
  )
}

/** Writes new and changed entries only. */
export async function saveImportedEntries(
  tx: Tx,
  { businessId, connector, externalCompanyId }: ImportScope,
  entries: readonly ImportedEntry[],
): Promise<void> {
  const rows = entries.map(({ standing, ...entry }) => ({
    ...entry,
    standingRevision: standing?.revision ?? null,
    entryId: standing?.entryId ?? null,
  }))
  await importedEntries.upsert(tx, { businessId, connector, externalCompanyId }, rows, {
    where: `(t.revision, t.fingerprint, t.names_parties, t.settled, t.standing_revision, t.entry_id) IS DISTINCT FROM
            (excluded.revision, excluded.fingerprint, excluded.names_parties, excluded.settled,
             excluded.standing_revision, excluded.entry_id)`,
  })
}

const importedParties = table('imported_parties', ['businessId', 'id'], {
  ...SCOPE,
  id: uuid,
  kind: text.as<ImportedParty['kind']>(),
  externalId: text,
  name: text,
})

/** Those of the given ones that are new. The caller holds the lock of the import. */
export async function insertImportedParties(
  tx: Tx,
  { businessId, connector, externalCompanyId }: ImportScope,
  parties: readonly ImportedParty[],
): Promise<ImportedParty[]> {
  const inserted = await importedParties.insert(tx, { businessId, connector, externalCompanyId }, parties, {
    onConflict: '(business_id, connector, external_company_id, kind, external_id) DO NOTHING',
    returning: ['id'],
  })
  const ids = new Set(inserted.map(({ id }) => id))
  return parties.filter(({ id }) => ids.has(id))
}

export const loadImportedParties = (
  tx: Tx,
  scope: ImportScope,
  externalIds: readonly string[],
): Promise<ImportedParty[]> =>
  importedParties.rows(tx, `${IN_SCOPE} AND t.external_id = ANY ($4::text[])`, [...scopeOf(scope), [...externalIds]])

/** All of a business, in the order of their ids. */
export const loadPartiesAfter = (
  tx: Tx,
  businessId: string,
  after: string | null,
  limit: number,
): Promise<(ImportedParty & ImportScope)[]> =>
  tx.rows(
    `SELECT business_id AS "businessId", connector, external_company_id AS "externalCompanyId", id, kind,
            external_id AS "externalId", name
       FROM imported_parties WHERE business_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [businessId, after, limit],
  )
