/**
 * Imports journal entries. The intent is stored first, then posted, then marked as posted. The posting_key contains the
 * revision, so after a crash in between the next run continues without posting twice.
 */
import { catalogue, DomainError } from '@pacioli/errors'
import type { Books } from '../books/books.ts'
import { commitEntries } from '../journal/commit-entries.ts'
import { knownTagsOf } from '../journal/entry-drafts.ts'
import { loadEntries } from '../journal/entry.store.ts'
import { decideEntries, reverseEntry, type EntryDraft, type JournalEntry } from '../journal/journal-entry.ts'
import { TagResolver, type KnownTags } from '../tags/tag.ts'
import { ledgerRead, postedAlready, save, type EntryImport, type Intent } from './changed-entries.ts'
import { supersededKey, toDraft, type ImportedEntry } from './imported-entry.ts'
import type { PartyIds } from './imported-party.ts'
import { takeInParties } from './take-in-parties.ts'
import { tally, type Outcome, type RefusedItem, type SyncCounts } from '../connections/sync.ts'

/** How much is posted in one transaction. */
const ENTRIES_PER_POSTING = 200
const LINES_PER_POSTING = 3_000

/** With the parties that the entries of a portion name. */
type PortionImport = EntryImport & { parties: PartyIds }

export type PortionOutcome = { counts: SyncCounts; refused: RefusedItem[] }

/** Portions of one transaction each. */
export function* portionsOf(intents: readonly Intent[]): Generator<Intent[]> {
  let portion: Intent[] = []
  let lines = 0
  for (const intent of intents) {
    const more = intent.entry.lines.length
    if (portion.length > 0 && (portion.length === ENTRIES_PER_POSTING || lines + more > LINES_PER_POSTING)) {
      yield portion
      portion = []
      lines = 0
    }
    portion.push(intent)
    lines += more
  }
  if (portion.length > 0) yield portion
}

/**
 * Posts what can be posted of a portion, and returns the outcome of each entry.
 * @throws BusinessArchived, LeaseLost, and errors that do not concern a single entry
 */
export async function postPortion(work: EntryImport, intents: readonly Intent[]): Promise<PortionOutcome> {
  await save(
    work,
    intents.map(({ next }) => next),
  )
  const parties = await takeInParties(
    work,
    intents.map(({ entry }) => entry),
  )
  const results = await post({ ...work, parties }, intents)
  await save(
    work,
    results.flatMap((result) => ('settled' in result ? [result.settled] : [])),
  )
  return {
    counts: tally(results.map((result) => ('settled' in result ? result.outcome : 'refused'))),
    refused: results.flatMap((result) => ('settled' in result ? [] : [result.refused])),
  }
}

type Result = { settled: ImportedEntry; outcome: Outcome } | { refused: RefusedItem }

/** Halves a refused portion until only the entries that cannot be posted are left out. */
async function post(work: PortionImport, intents: readonly Intent[]): Promise<Result[]> {
  try {
    // Refuse under current books only: the cached ones may be older than the imported accounts.
    work.ledger.books.drop(work.request)
    return (await commitTogether(work, intents)).results
  } catch (error) {
    if (!(error instanceof DomainError) || !isAboutEntries(error)) throw error
    const [only] = intents
    if (intents.length === 1 && only) return [refusal(only, error)]
    const middle = Math.ceil(intents.length / 2)
    return [...(await post(work, intents.slice(0, middle))), ...(await post(work, intents.slice(middle)))]
  }
}

const isAboutEntries = ({ errorEnum }: DomainError): boolean =>
  errorEnum !== 'BusinessArchived' &&
  errorEnum !== 'BusinessNotFound' &&
  [400, 404, 413, 422].includes(httpOf(errorEnum))

const httpOf = (errorEnum: DomainError['errorEnum']): number => catalogue[errorEnum].http

const refusal = ({ entry }: Intent, error: DomainError): Result => ({
  refused: {
    itemType: 'JOURNAL_ENTRY',
    externalId: entry.externalId,
    errorEnum: error.errorEnum,
    description: error.message,
  },
})

function commitTogether(work: PortionImport, intents: readonly Intent[]): Promise<{ results: Result[] }> {
  const { ledger, request } = work
  return commitEntries(ledger, request, async (books, now, lookUp) => {
    const posted = lookUp
      ? await postedAlready(
          work,
          intents.map(({ next }) => next),
        )
      : new Map<string, JournalEntry>()
    const standing = await standingOf(work, intents)
    const decided = intents.map((intent) => draftOf(work, intent, posted, books))
    const drafts = decided.flatMap((one) => ('draft' in one && one.draft ? [one.draft] : []))
    const known = await knownTagsOf(ledger, request, drafts)
    const decision = { books, now, newId: ledger.newId, decisionEpoch: books.epoch }
    const plans = decided.map((one) => planOf(work, one, standing, known, decision))
    const accepted = plans.flatMap((plan) => ('draft' in plan && plan.draft ? [plan.draft] : []))
    const tags = new TagResolver(known, ledger.newId, books.epoch)
    const entries = decideEntries(accepted, { ...decision, tags })
    const reversals = plans.flatMap((plan) => ('reversal' in plan && plan.reversal ? [plan.reversal] : []))
    return {
      entries: [...reversals.map(({ by }) => by), ...entries],
      reversed: reversals.map(({ of, by }) => ({ ...of, reversalId: by.id })),
      newTags: tags.created,
      answer: { results: resultsOf(plans, entries) },
    }
  })
}

type Decision = Parameters<typeof reverseEntry>[2]

type Decided = { intent: Intent; draft?: EntryDraft; posted?: JournalEntry } | { intent: Intent; error: DomainError }

type Plan = {
  intent: Intent
  draft?: EntryDraft
  posted?: JournalEntry
  reversal?: { of: JournalEntry; by: JournalEntry }
}

/** The standing entries of earlier revisions, by id. */
async function standingOf(work: EntryImport, intents: readonly Intent[]): Promise<Map<string, JournalEntry>> {
  const ids = intents.flatMap(({ next }) => next.standing?.entryId ?? [])
  if (ids.length === 0) return new Map()
  const found = await ledgerRead(work, (tx) => loadEntries(tx, work.request.businessId, 'ids', ids))
  return new Map(found.map((entry) => [entry.id, entry]))
}

function draftOf(
  { origin, accounts, parties }: PortionImport,
  intent: Intent,
  posted: ReadonlyMap<string, JournalEntry>,
  books: Books,
): Decided {
  const { entry, next } = intent
  const earlier = posted.get(entry.externalId)
  if (earlier) return { intent, posted: earlier }
  return caught(intent, () => {
    const revision = { revision: next.revision, replaces: next.standing !== null }
    const draft = toDraft(entry, origin, revision, { accounts, parties }, books)
    return { intent, ...(draft && { draft }) }
  })
}

/** Decides each entry alone, so that a refused one does not affect the others. */
function planOf(
  { origin }: EntryImport,
  decided: Decided,
  standing: ReadonlyMap<string, JournalEntry>,
  known: KnownTags,
  decision: Decision,
): Plan | Decided {
  if ('error' in decided) return decided
  const { intent, draft, posted } = decided
  return caught(intent, () => {
    if (draft)
      decideEntries([draft], { ...decision, tags: new TagResolver(known, decision.newId, decision.decisionEpoch) })
    const of = posted ? undefined : standing.get(intent.next.standing?.entryId ?? '')
    if (!of || of.reversalId !== null) return decided
    const { externalId, standing: earlier } = intent.next
    const by = {
      postingKey: supersededKey(origin, externalId, earlier?.revision ?? 0),
      memo: null,
      agent: 'API',
      isOwner: true,
      actor: null,
    } as const
    return { ...decided, reversal: { of, by: reverseEntry(of, by, decision) } }
  })
}

function caught<Value extends Plan>(
  intent: Intent,
  decide: () => Value,
): Value | { intent: Intent; error: DomainError } {
  try {
    return decide()
  } catch (error) {
    if (error instanceof DomainError && isAboutEntries(error)) return { intent, error }
    throw error
  }
}

function resultsOf(plans: readonly (Plan | Decided)[], entries: readonly JournalEntry[]): Result[] {
  const byKey = new Map(entries.map((entry) => [entry.postingKey, entry]))
  return plans.map((plan): Result => {
    if ('error' in plan) return refusal(plan.intent, plan.error)
    const { next } = plan.intent
    const entry = plan.posted ?? byKey.get(plan.draft?.postingKey ?? null)
    return {
      settled: {
        ...next,
        settled: true,
        standing: entry ? { revision: next.revision, entryId: entry.id } : null,
      },
      outcome: next.standing !== null ? 'updated' : entry ? 'created' : 'unchanged',
    }
  })
}
