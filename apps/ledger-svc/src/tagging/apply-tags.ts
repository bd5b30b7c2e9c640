import { writeOnce, type Tx } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import { stageEvents, type StagedEvent } from '@pacioli/events'
import type {
  ApplyTagsRequest__Output,
  RemoveTagsRequest__Output,
  TaggedEntitiesResponse,
} from '@pacioli/protos/common'
import { type BusinessWrite, isUuid } from '@pacioli/rpc'
import { refuseTooLong } from '../answer-size.ts'
import type { Books } from '../books/books.ts'
import { lockBooksToChange } from '../books/change-books.ts'
import { entryEvent } from '../journal/entry.events.ts'
import { toTagMessage } from '../journal/entry.messages.ts'
import { tagsBytes } from '../journal/entry-size.ts'
import { loadEntries } from '../journal/entry.store.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import type { Ledger } from '../ledger.ts'
import { insertDimensions } from '../tags/dimension.store.ts'
import { refuseTooMuch, retag, type TagChange } from './retag.ts'
import { changeEntryTags, countLinesOf } from './tag-changes.store.ts'
import { createdDefinitions, createdEvents } from '../tags/tag.messages.ts'
import { loadKnownTags } from '../tags/tag.store.ts'
import { insertValues } from '../tags/tag-value.store.ts'
import { TagResolver, tagName, type TagInput } from '../tags/tag.ts'
import { taggableOf, type Place } from './taggable.ts'

/**
 * Puts tags on entities, all or none, and creates missing definitions. What an entity carries already stays as it is.
 * @throws EntityNotFound, TagValueArchived, DuplicateTagDimension, BalancingTagViolation, EntryOwned, PeriodClosed,
 *   PayloadTooLarge, InvalidPayload, BusinessNotFound, BusinessArchived
 */
export const applyTags = (
  ledger: Ledger,
  request: BusinessWrite,
  input: ApplyTagsRequest__Output,
): Promise<TaggedEntitiesResponse> =>
  changeTags(ledger, request, input, async (tx, now) => {
    const { businessId } = request
    const tags = new TagResolver(await loadKnownTags(tx, businessId, input.key_values), ledger.newId)
    const definitions = input.key_values.map((one) => tags.define(one))
    refuseConflictingValues(input.key_values)
    const made = createdDefinitions(tags.created, now)
    await insertDimensions(tx, businessId, made.dimensions)
    await insertValues(tx, businessId, made.values)
    return { change: { kind: 'apply', definitions }, events: createdEvents(businessId, made, ledger.newId, now) }
  })

/**
 * Takes tags off entities, all or none; tags that an entity does not carry are ignored.
 * @throws EntityNotFound, TagInherited, BalancingTagViolation, EntryOwned, PeriodClosed, PayloadTooLarge,
 *   InvalidPayload, BusinessNotFound, BusinessArchived
 */
export const removeTags = (
  ledger: Ledger,
  request: BusinessWrite,
  input: RemoveTagsRequest__Output,
): Promise<TaggedEntitiesResponse> =>
  changeTags(ledger, request, input, async (tx) => {
    const { definitions: known } = await loadKnownTags(tx, request.businessId, input.key_values)
    const definitions = input.key_values.flatMap(({ key, value }) => known.get(tagName(key, value)) ?? [])
    return { change: { kind: 'remove', definitions }, events: [] }
  })

type Decided = { change: TagChange; events: StagedEvent[] }

async function changeTags(
  ledger: Ledger,
  request: BusinessWrite,
  input: { entity_type: string; entity_ids: readonly string[]; key_values: readonly { key: string; value: string }[] },
  decide: (tx: Tx, now: Date) => Promise<Decided>,
): Promise<TaggedEntitiesResponse> {
  const now = ledger.now()
  const { businessId } = request
  const taggable = taggableOf(input.entity_type)
  // As the database writes them.
  const ids = input.entity_ids.map((id) => id.toLowerCase())
  return writeOnce(ledger.db, request, now, async (tx) => {
    const books = await lockBooksToChange(tx, request)
    const places = await taggable.locate(tx, businessId, ids.filter(isUuid))
    const entries = await loadConcerned(tx, businessId, ids, places, input.key_values.length)
    const targets = ids.map((id, index) => ({ ...placeOf(places, id), field: `entity_ids.${index}` }))
    const { change, events } = await decide(tx, now)
    const retagged = retag(entries, targets, change, { books, newId: ledger.newId })
    const current = new Map([...entries, ...retagged.map((entry): [string, JournalEntry] => [entry.id, entry])])
    const carried = targets.map(({ entryId, lineId }) => taggable.tagsOf(current.get(entryId) as JournalEntry, lineId))
    refuseTooLong(carried, tagsBytes, 'entity_ids')
    // The epoch stays: only a reversal depends on the tags of an entry, and it detects that they have changed.
    if (retagged.length > 0) await record(ledger, tx, books, entries, retagged, events, now)
    return {
      data: carried.map((tags, index) => ({
        entity_type: input.entity_type,
        entity_id: ids[index],
        transaction_tags: tags.map(toTagMessage),
      })),
    }
  })
}

async function record(
  ledger: Ledger,
  tx: Tx,
  books: Books,
  entries: ReadonlyMap<string, JournalEntry>,
  retagged: readonly JournalEntry[],
  made: readonly StagedEvent[],
  now: Date,
): Promise<void> {
  const pairs = retagged.map((after) => ({ before: entries.get(after.id) as JournalEntry, after }))
  await changeEntryTags(tx, books.businessId, now, pairs)
  const tagged = retagged.map((entry) => entryEvent(entry, books.timeZone, ledger.newId(), now, 'tagged'))
  await stageEvents(tx, [...made, ...tagged])
  tx.afterCommit(ledger.notify)
}

const placeOf = (places: ReadonlyMap<string, Place>, id: string): Place => places.get(id) as Place

/** The entries that the request is about, with their reversals and with what they reverse, by id. */
async function loadConcerned(
  tx: Tx,
  businessId: string,
  entityIds: readonly string[],
  places: ReadonlyMap<string, Place>,
  tagCount: number,
): Promise<Map<string, JournalEntry>> {
  const named = [...new Set([...places.values()].map(({ entryId }) => entryId))]
  const lineCounts = await countLinesOf(tx, businessId, named)
  refuseUnknown(entityIds, (id) => lineCounts.has(places.get(id)?.entryId ?? ''))
  refuseTooMuch(
    [...lineCounts.values()].reduce((sum, count) => sum + count, 0),
    places,
    tagCount,
  )
  const entries = await loadEntries(tx, businessId, 'ids', named)
  const others = entries.flatMap((entry) => entry.reversalId ?? entry.reversalOfId ?? [])
  const unread = others.filter((id) => !lineCounts.has(id))
  return new Map([...entries, ...(await loadEntries(tx, businessId, 'ids', unread))].map((entry) => [entry.id, entry]))
}

function refuseUnknown(entityIds: readonly string[], exists: (id: string) => boolean): void {
  const problems = new Problems()
  for (const [index, id] of entityIds.entries())
    if (!exists(id))
      problems.add('EntityNotFound', `The business has nothing of this type with the id ${id}.`, {
        field: `entity_ids.${index}`,
        value: id,
      })
  problems.throwIfAny()
}

/** Two values of one dimension can never be on one entity. */
function refuseConflictingValues(inputs: readonly TagInput[]): void {
  const problems = new Problems()
  const valueOf = new Map<string, string>()
  for (const [index, { key, value }] of inputs.entries()) {
    const rival = valueOf.get(key)
    if (rival !== undefined && rival !== value)
      problems.add('DuplicateTagDimension', `${key} is given as ${rival} too; a line has one value of a dimension.`, {
        field: `key_values.${index}`,
        value,
      })
    valueOf.set(key, rival ?? value)
  }
  problems.throwIfAny()
}
