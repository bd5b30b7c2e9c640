/** Which entries of a provider are new or changed, by what was imported of them. */
import { loadEntries } from '../journal/entry.store.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import type { ProviderJournalEntry } from '../connectors/connector.ts'
import type { ImportTarget } from './import-accounts.ts'
import {
  contentOf,
  importedKey,
  isSameContent,
  type EntryOrigin,
  type ImportedEntry,
  type KnownAccounts,
} from './imported-entry.ts'
import { withParties } from './imported-party.ts'
import { loadImportedEntries, saveImportedEntries } from './imported.store.ts'

export type EntryImport = ImportTarget & { origin: EntryOrigin; accounts: KnownAccounts }

/** A new or changed entry, and what it becomes. */
export type Intent = { entry: ProviderJournalEntry; next: ImportedEntry }

/** The new and changed entries of a page, and what each of them becomes. */
export async function newOrChanged(
  work: EntryImport,
  page: readonly ProviderJournalEntry[],
): Promise<{ intents: Intent[]; unchanged: number }> {
  const byId = new Map(page.map((entry) => [entry.externalId, entry]))
  const entries = [...byId.values()].map((entry) => withParties(entry, (id) => work.accounts.partyOf.get(id)))
  const known = await ledgerRead(work, (tx) =>
    loadImportedEntries(
      tx,
      work.scope,
      entries.map((entry) => entry.externalId),
    ),
  )
  await markSame(work, entries, known)
  const changed = entries
    .map((entry) => ({ entry, known: known.get(entry.externalId), fingerprint: contentOf(entry) }))
    .filter(({ entry, known }) => !known?.settled || !isSameContent(entry, known))
  // Begun with another content, and not marked as posted: look into the journal.
  const uncertain = changed.flatMap(({ known, fingerprint }) =>
    known && !known.settled && known.fingerprint !== fingerprint ? [known] : [],
  )
  const posted = await postedAlready(work, uncertain)
  const intents = changed.map(({ entry, known, fingerprint }) => ({
    entry,
    next: nextOf(entry, known, fingerprint, posted),
  }))
  return { intents, unchanged: entries.length - changed.length }
}

/** What is the same with its parties names them all from now on: one that is added is a change. */
async function markSame(
  work: EntryImport,
  entries: readonly ProviderJournalEntry[],
  known: ReadonlyMap<string, ImportedEntry>,
): Promise<void> {
  const same = entries.flatMap((entry) => {
    const one = known.get(entry.externalId)
    return one?.settled && !one.namesParties && one.fingerprint === contentOf(entry)
      ? [{ ...one, namesParties: true }]
      : []
  })
  if (same.length > 0) await save(work, same)
}

function nextOf(
  { externalId }: ProviderJournalEntry,
  known: ImportedEntry | undefined,
  fingerprint: string,
  posted: ReadonlyMap<string, JournalEntry>,
): ImportedEntry {
  const next = { externalId, fingerprint, namesParties: true, settled: false }
  if (!known) return { ...next, revision: 1, standing: null }
  if (known.fingerprint === fingerprint) return { ...known, namesParties: true }
  const entry = posted.get(externalId)
  const standing = entry ? { revision: known.revision, entryId: entry.id } : known.standing
  const isUsed = known.settled || entry !== undefined
  return { ...next, revision: known.revision + (isUsed ? 1 : 0), standing }
}

export const ledgerRead = <Result>(
  { ledger, request }: EntryImport,
  read: Parameters<typeof ledger.db.transact<Result>>[1],
): Promise<Result> => ledger.db.transact(request, read)

/** Those of these revisions that are in the journal, by external id. */
export async function postedAlready(
  work: EntryImport,
  entries: readonly Pick<ImportedEntry, 'externalId' | 'revision'>[],
): Promise<Map<string, JournalEntry>> {
  if (entries.length === 0) return new Map()
  const keys = entries.map(({ externalId, revision }) => importedKey(work.origin, externalId, revision))
  const found = await ledgerRead(work, (tx) => loadEntries(tx, work.request.businessId, 'postingKeys', keys))
  return new Map(found.map((entry) => [entry.sourceId ?? '', entry]))
}

/** Under the lock: a run that was declared dead would overwrite what its successor stored. */
export const save = ({ ledger, request, scope, lock }: EntryImport, entries: readonly ImportedEntry[]): Promise<void> =>
  ledger.db.transact(request, async (tx) => {
    await lock(tx)
    await saveImportedEntries(tx, scope, entries)
  })
