import { loadAsked, refuseOther } from '@pacioli/db'
import { collectProblems, DomainError, Problems } from '@pacioli/errors'
import { conflictingDuplicates } from '@pacioli/fields'
import type { JournalEntryInput__Output, LedgerEntry } from '@pacioli/protos/ledger'
import type { BusinessWrite } from '@pacioli/rpc'
import { mapInChunks } from '@pacioli/service'
import { refuseTooLong } from '../answer-size.ts'
import type { Ledger } from '../ledger.ts'
import { TagResolver } from '../tags/tag.ts'
import { commitEntries } from './commit-entries.ts'
import { knownTagsOf, toManualDraft } from './entry-drafts.ts'
import { toEntryMessage } from './entry.messages.ts'
import { entryBytes } from './entry-size.ts'
import { loadEntries } from './entry.store.ts'
import { decideEntries, type EntryDraft, type JournalEntry } from './journal-entry.ts'

/**
 * Posts one manual entry; if an entry has its `external_id` already, answers that one.
 * @throws ExternalIdReused if that was posted with other content
 */
export function postJournalEntry(
  ledger: Ledger,
  request: BusinessWrite,
  input: JournalEntryInput__Output,
): Promise<{ data: LedgerEntry; created: boolean }> {
  const draft = toManualDraft(input, '', request.actor ?? null)
  return commit(ledger, request, [draft], ([entry], created) => ({
    data: toEntryMessage(entry as JournalEntry),
    created: created > 0,
  }))
}

/**
 * Posts up to 1,000 manual entries, all or none with every problem named, and answers them in their order.
 * @throws DuplicateExternalId for two of one external_id with different content; ExternalIdReused
 */
export async function postJournalEntries(
  ledger: Ledger,
  request: BusinessWrite,
  inputs: readonly JournalEntryInput__Output[],
): Promise<{ data: LedgerEntry[] }> {
  const drafts = await mapInChunks(inputs, (input, index) => toManualDraft(input, `${index}.`, request.actor ?? null))
  return commit(ledger, request, drafts, async (entries) => ({ data: await mapInChunks(entries, toEntryMessage) }))
}

function commit<Answer extends object>(
  ledger: Ledger,
  request: BusinessWrite,
  drafts: readonly EntryDraft[],
  answer: (entries: readonly JournalEntry[], created: number) => Answer | Promise<Answer>,
): Promise<Answer> {
  return commitEntries(ledger, request, async (books, now, lookUp) => {
    const problems = new Problems()
    collectProblems(problems, () => refuseDuplicates(drafts))
    const existing = lookUp ? await loadExisting(ledger, request, drafts, problems) : new Map<string, JournalEntry>()
    const fresh = withoutRepeats(drafts).filter((draft) => draft.externalId === null || !existing.has(draft.externalId))
    const tags = new TagResolver(await knownTagsOf(ledger, request, fresh), ledger.newId)
    const decision = { books, tags, now, newId: ledger.newId, decisionEpoch: books.epoch }
    const entries = collectProblems(problems, () => decideEntries(fresh, decision)) ?? []
    problems.throwIfAny()
    const answered = inOrder(drafts, fresh, entries, existing)
    refuseTooLong(answered, entryBytes, 'tags')
    return { entries, newTags: tags.created, answer: await answer(answered, entries.length) }
  })
}

/** Those that ask for something else than what exists are added to the problems. */
async function loadExisting(
  ledger: Ledger,
  request: BusinessWrite,
  drafts: readonly EntryDraft[],
  problems: Problems,
): Promise<Map<string, JournalEntry>> {
  const externalIds = drafts.flatMap((draft) => draft.externalId ?? [])
  if (externalIds.length === 0) return new Map()
  return ledger.db.transact(request, async (tx) => {
    const found = await loadEntries(tx, request.businessId, 'externalIds', externalIds)
    const existing = new Map(found.map((entry) => [entry.externalId ?? '', entry]))
    const repeats = drafts.flatMap(({ externalId, asked, field }) => {
      const id = existing.get(externalId ?? '')?.id
      return id !== undefined && externalId !== null && asked
        ? [{ id, externalId, canonicalRequest: asked, field }]
        : []
    })
    const asked = await loadAsked(
      tx,
      'journal_entries',
      repeats.map(({ id }) => id),
    )
    collectProblems(problems, () => refuseOther(asked, repeats))
    return existing
  })
}

/** @throws DuplicateExternalId, naming both */
function refuseDuplicates(drafts: readonly EntryDraft[]): void {
  const named = drafts.flatMap(({ externalId, asked, field }) =>
    asked ? [{ externalId, canonicalRequest: asked, field }] : [],
  )
  const [first, ...rest] = conflictingDuplicates(named)
  if (first) throw new DomainError([first, ...rest.slice(0, 99)])
}

/** An external_id twice in one request means one entry, as it would in two requests. */
function withoutRepeats(drafts: readonly EntryDraft[]): EntryDraft[] {
  const seen = new Set<string>()
  return drafts.filter(({ externalId }) => {
    if (externalId === null) return true
    if (seen.has(externalId)) return false
    seen.add(externalId)
    return true
  })
}

function inOrder(
  drafts: readonly EntryDraft[],
  fresh: readonly EntryDraft[],
  entries: readonly JournalEntry[],
  existing: ReadonlyMap<string, JournalEntry>,
): JournalEntry[] {
  if (drafts.length === entries.length) return [...entries]
  const byDraft = new Map(fresh.map((draft, index) => [draft, entries[index]]))
  const byExternalId = new Map(fresh.map((draft, index) => [draft.externalId, entries[index]]))
  return drafts.map((draft) => {
    const entry = byDraft.get(draft) ?? existing.get(draft.externalId ?? '') ?? byExternalId.get(draft.externalId)
    if (!entry) throw new Error(`no entry for draft ${draft.field}`)
    return entry
  })
}
