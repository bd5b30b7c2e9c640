import type { Tx } from '@pacioli/db'
import type { ImportedAccount } from './imported-account.ts'
import type { ImportedEntry } from './imported-entry.ts'

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

export async function loadImportedAccounts(tx: Tx, scope: ImportScope): Promise<Map<string, ImportedAccount>> {
  const rows = await tx.rows<{
    external_id: string
    account_id: string
    opened: boolean
    active: boolean
    fingerprint: string
  }>(
    `SELECT external_id, account_id, opened, active, fingerprint FROM imported_accounts
      WHERE business_id = $1 AND connector = $2 AND external_company_id = $3`,
    scopeOf(scope),
  )
  return new Map(
    rows.map(({ external_id, account_id, ...row }) => [
      external_id,
      { ...row, externalId: external_id, accountId: account_id },
    ]),
  )
}

export async function saveImportedAccounts(
  tx: Tx,
  scope: ImportScope,
  accounts: readonly ImportedAccount[],
): Promise<void> {
  if (accounts.length === 0) return
  await tx.rows(
    `INSERT INTO imported_accounts AS i (business_id, connector, external_company_id, external_id, account_id, opened, active, fingerprint)
     SELECT $1, $2, $3, * FROM unnest($4::text[], $5::uuid[], $6::boolean[], $7::boolean[], $8::text[])
     ON CONFLICT (business_id, connector, external_company_id, external_id) DO UPDATE
       SET active = excluded.active, fingerprint = excluded.fingerprint
     WHERE (i.active, i.fingerprint) IS DISTINCT FROM (excluded.active, excluded.fingerprint)`,
    [
      ...scopeOf(scope),
      accounts.map((account) => account.externalId),
      accounts.map((account) => account.accountId),
      accounts.map((account) => account.opened),
      accounts.map((account) => account.active),
      accounts.map((account) => account.fingerprint),
    ],
  )
}

type EntryRow = {
  external_id: string
  revision: number
  fingerprint: string
  settled: boolean
  standing_revision: number | null
  entry_id: string | null
}

const toImportedEntry = (row: EntryRow): ImportedEntry => ({
  externalId: row.external_id,
  revision: row.revision,
  fingerprint: row.fingerprint,
  settled: row.settled,
  standing:
    row.standing_revision === null || row.entry_id === null
      ? null
      : { revision: row.standing_revision, entryId: row.entry_id },
})

export async function loadImportedEntries(
  tx: Tx,
  scope: ImportScope,
  externalIds: readonly string[],
): Promise<Map<string, ImportedEntry>> {
  const rows = await tx.rows<EntryRow>(
    `SELECT external_id, revision, fingerprint, settled, standing_revision, entry_id FROM imported_entries
      WHERE business_id = $1 AND connector = $2 AND external_company_id = $3 AND external_id = ANY ($4::text[])`,
    [...scopeOf(scope), [...externalIds]],
  )
  return new Map(rows.map((row) => [row.external_id, toImportedEntry(row)]))
}

/** Writes new and changed entries only. */
export async function saveImportedEntries(
  tx: Tx,
  scope: ImportScope,
  entries: readonly ImportedEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await tx.rows(
    `INSERT INTO imported_entries AS i (business_id, connector, external_company_id, external_id, revision, fingerprint, settled,
                                        standing_revision, entry_id)
     SELECT $1, $2, $3, * FROM unnest($4::text[], $5::integer[], $6::text[], $7::boolean[], $8::integer[], $9::uuid[])
     ON CONFLICT (business_id, connector, external_company_id, external_id) DO UPDATE
       SET revision = excluded.revision, fingerprint = excluded.fingerprint, settled = excluded.settled,
           standing_revision = excluded.standing_revision, entry_id = excluded.entry_id
     WHERE (i.revision, i.fingerprint, i.settled, i.standing_revision, i.entry_id) IS DISTINCT FROM
           (excluded.revision, excluded.fingerprint, excluded.settled, excluded.standing_revision, excluded.entry_id)`,
    [
      ...scopeOf(scope),
      entries.map((entry) => entry.externalId),
      entries.map((entry) => entry.revision),
      entries.map((entry) => entry.fingerprint),
      entries.map((entry) => entry.settled),
      entries.map((entry) => entry.standing?.revision ?? null),
      entries.map((entry) => entry.standing?.entryId ?? null),
    ],
  )
}
