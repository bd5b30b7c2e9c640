import { refused } from '@pacioli/errors'
import type { PostedEntry, Posting__Output } from '@pacioli/protos/ledger'
import type { BusinessWrite } from '@pacioli/rpc'
import { commitEntries } from '../journal/commit-entries.ts'
import { instantOf } from '../instant-of.ts'
import { knownTagsOf, toLineDrafts } from '../journal/entry-drafts.ts'
import { loadEntries } from '../journal/entry.store.ts'
import { decideEntries, reverseEntry, type EntryDraft, type JournalEntry } from '../journal/journal-entry.ts'
import type { Ledger } from '../ledger.ts'
import { TagResolver } from '../tags/tag.ts'
import { toAgent, toBasis, toEntryType } from './posting.ts'

/**
 * Posts what another service decided, all or nothing. A posting_key that is posted already answers its entry, so that a
 * repeated delivery is harmless. What was decided under an older epoch is accepted, although the period was closed, an
 * account or a tag value archived, or a dimension made BALANCING since.
 * @throws UnbalancedEntry, PeriodClosed, AccountNotFound, AccountArchived, DuplicateTagDimension, TagValueArchived,
 *   BalancingTagViolation, EntryNotFound (of what is reversed)
 */
export async function postPostings(
  ledger: Ledger,
  request: BusinessWrite,
  command: { decisionEpoch: number; postings: readonly Posting__Output[] },
): Promise<{ data: PostedEntry[] }> {
  const { decisionEpoch, postings } = command
  refuseMalformed(postings)
  const origins = new Map(
    postings.map(({ posting_key, request_id, actor = null }) => [posting_key, { requestId: request_id, actor }]),
  )
  return commitEntries(ledger, request, async (books, now, lookUp) => {
    const { posted, toReverse } = await loadInvolved(ledger, request, postings, lookUp)
    const fresh = postings
      .map((posting, index) => ({ posting, index }))
      .filter(({ posting }) => !posted.has(posting.posting_key))
    const drafts = fresh.flatMap(({ posting, index }) =>
      posting.reverses ? [] : [toDraft(posting, `postings.${index}.`)],
    )
    const tags = new TagResolver(await knownTagsOf(ledger, request, drafts), ledger.newId, decisionEpoch)
    const decision = { books, now, newId: ledger.newId, decisionEpoch }
    const reversals = fresh.flatMap(({ posting, index }) => {
      if (!posting.reverses) return []
      const entry = toReverse.get(posting.reverses)
      if (!entry)
        throw refused('EntryNotFound', `There is no posting ${posting.reverses} to reverse.`, {
          field: `postings.${index}.reverses`,
          value: posting.reverses,
        })
      const by = {
        postingKey: posting.posting_key,
        memo: posting.memo ?? null,
        agent: toAgent(posting.agent),
        isOwner: true,
        actor: posting.actor ?? null,
      }
      return [{ entry, reversal: reverseEntry(entry, by, decision) }]
    })
    const decided = [...reversals.map(({ reversal }) => reversal), ...decideEntries(drafts, { ...decision, tags })]
    const entries = decided.map((entry) => ({ ...entry, ...origins.get(entry.postingKey ?? '') }))
    const byKey = new Map(entries.map((entry) => [entry.postingKey ?? '', entry.id]))
    return {
      entries,
      reversed: reversals.map(({ entry, reversal }) => ({
        ...entry,
        reversalId: reversal.id,
        ...origins.get(reversal.postingKey ?? ''),
      })),
      newTags: tags.created,
      decisionEpoch,
      answer: {
        data: postings.map(({ posting_key }) => ({
          posting_key,
          entry_id: byKey.get(posting_key) ?? posted.get(posting_key)?.id,
          created: byKey.has(posting_key),
        })),
      },
    }
  })
}

/** Postings of one call. */
const MAX_POSTINGS = 1_000

/** Two postings with one key could not be distinguished from a repetition. @throws InvalidPayload */
function refuseMalformed(postings: readonly Posting__Output[]): void {
  if (postings.length > MAX_POSTINGS)
    throw refused('InvalidPayload', `Expected at most ${MAX_POSTINGS} postings, came ${postings.length}.`, {
      field: 'postings',
    })
  const [keys, reversed] = [new Set<string>(), new Set<string>()]
  for (const [index, { posting_key, reverses }] of postings.entries()) {
    if (posting_key === '' || keys.has(posting_key))
      throw refused('InvalidPayload', 'Expected a posting_key that no other posting of the call has.', {
        field: `postings.${index}.posting_key`,
        value: posting_key,
      })
    keys.add(posting_key)
    if (reverses === undefined) continue
    if (reversed.has(reverses))
      throw refused('InvalidPayload', 'Expected one reversal of a posting in a call.', {
        field: `postings.${index}.reverses`,
        value: reverses,
      })
    reversed.add(reverses)
  }
}

type Involved = { posted: Map<string, JournalEntry>; toReverse: Map<string, JournalEntry> }

async function loadInvolved(
  ledger: Ledger,
  request: BusinessWrite,
  postings: readonly Posting__Output[],
  lookUp: boolean,
): Promise<Involved> {
  const keys = lookUp ? postings.map((posting) => posting.posting_key) : []
  const reversed = postings.flatMap((posting) => posting.reverses ?? [])
  if (keys.length + reversed.length === 0) return { posted: new Map(), toReverse: new Map() }
  return ledger.db.transact(request, async (tx) => {
    const found = await loadEntries(tx, request.businessId, 'postingKeys', [...new Set([...keys, ...reversed])])
    const byKey = new Map(found.map((entry) => [entry.postingKey ?? '', entry]))
    const posted = new Map(keys.flatMap((key) => (byKey.has(key) ? [[key, byKey.get(key) as JournalEntry]] : [])))
    // Reversed before under another key: answer that reversal.
    const reversals = await loadEntries(
      tx,
      request.businessId,
      'reversalOfIds',
      found.filter((entry) => entry.reversalId).map((entry) => entry.id),
    )
    for (const { posting_key, reverses } of postings) {
      const earlier = reversals.find((reversal) => reversal.reversalOfId === byKey.get(reverses ?? '')?.id)
      if (reverses && earlier && !posted.has(posting_key)) posted.set(posting_key, earlier)
    }
    return { posted, toReverse: byKey }
  })
}

function toDraft(posting: Posting__Output, field: string): EntryDraft {
  return {
    field,
    externalId: null,
    postingKey: posting.posting_key,
    entryType: toEntryType(posting.entry_type, field),
    basis: toBasis(posting.basis, field),
    agent: toAgent(posting.agent),
    entryAt: instantOf(posting.entry_at, `${field}entry_at`),
    memo: posting.memo ?? null,
    metadata: posting.metadata ?? null,
    referenceNumber: posting.reference_number ?? null,
    sourceType: posting.source_type,
    sourceId: posting.source_id,
    reversalOfId: null,
    actor: posting.actor ?? null,
    lines: toLineDrafts(posting.line_items, field),
    tags: posting.tags,
  }
}
