/**
 * Changing the tags of posted entries. An entry's tags are on all of its lines, and an entry and its reversal always
 * carry the same tags, so that a reversal undoes the entry under its tags too.
 */
import { Problems, refused, type ErrorMeta } from '@pacioli/errors'
import type { Books } from '../books/books.ts'
import {
  MAX_LINE_TAGS_PER_ENTRY,
  MAX_LINE_TAGS_PER_REQUEST,
  MAX_LINES_PER_REQUEST,
  tooManyTags,
  type JournalEntry,
  type LineItem,
} from '../journal/journal-entry.ts'
import { addImbalance, imbalancesOf } from '../tags/balancing.ts'
import { archivedText, inKeyOrder, type AppliedTag, type TagDefinition } from '../tags/tag.ts'

/** More tags than this on one line would make answers and events unreasonably long. */
export const MAX_TAGS_PER_LINE = 50

/** What is to be tagged: an entry, or one of its lines. `field` is where the request names it. */
export type Target = { entryId: string; lineId: string | null; field: string }

export type TagChange = { kind: 'apply' | 'remove'; definitions: readonly TagDefinition[] }

type Circumstances = { books: Books; newId: () => string }

/**
 * The entries that change, as they are afterwards, each with its reversal or with what it reverses: all that is requested,
 * or nothing with every problem named. `entries` holds all of these by id.
 * @throws EntryOwned, PeriodClosed, TagValueArchived, DuplicateTagDimension, TagInherited, BalancingTagViolation,
 *   PayloadTooLarge
 */
export function retag(
  entries: ReadonlyMap<string, JournalEntry>,
  targets: readonly Target[],
  change: TagChange,
  circumstances: Circumstances,
): JournalEntry[] {
  const problems = new Problems()
  const now = new Map(entries)
  /** Where the request names what changes an entry first. */
  const fields = new Map<string, string>()
  for (const { entryId, lineId, field } of targets) {
    const entry = entryIn(now, entryId)
    const position = lineId === null ? null : entry.lines.findIndex(({ id }) => id === lineId)
    const otherId = entry.reversalId ?? entry.reversalOfId
    for (const id of otherId === null ? [entryId] : [entryId, otherId]) {
      const before = entryIn(now, id)
      const after = changed(
        before,
        position,
        change,
        { field, problems: id === entryId ? problems : new Problems() },
        circumstances,
      )
      if (after === before) continue
      now.set(id, after)
      if (!fields.has(id)) fields.set(id, field)
    }
  }
  for (const [id, field] of fields) refuseChange(entryIn(now, id), change, field, circumstances.books, problems)
  problems.throwIfAny()
  if (change.kind === 'apply') refuseTooManyTags(now, fields)
  return [...fields.keys()].map((id) => {
    const entry = entryIn(now, id)
    return { ...entry, tagRevision: entry.tagRevision + 1 }
  })
}

function refuseTooManyTags(entries: ReadonlyMap<string, JournalEntry>, fields: ReadonlyMap<string, string>): void {
  for (const [id, field] of fields) {
    const count = entryIn(entries, id).lines.reduce((sum, { tags }) => sum + tags.length, 0)
    if (count > MAX_LINE_TAGS_PER_ENTRY) throw tooManyTags(field)
  }
}

function entryIn(entries: ReadonlyMap<string, JournalEntry>, id: string): JournalEntry {
  const entry = entries.get(id)
  if (!entry) throw new Error(`entry ${id} was not loaded`)
  return entry
}

type Report = { field: string; problems: Problems }

function changed(
  entry: JournalEntry,
  position: number | null,
  { kind, definitions }: TagChange,
  report: Report,
  { newId }: Circumstances,
): JournalEntry {
  const change =
    kind === 'apply'
      ? (one: JournalEntry, definition: TagDefinition) => applied(one, position, definition, report, newId)
      : (one: JournalEntry, definition: TagDefinition) => removed(one, position, definition, report)
  return definitions.reduce(change, entry)
}

function applied(
  entry: JournalEntry,
  position: number | null,
  definition: TagDefinition,
  report: Report,
  newId: () => string,
): JournalEntry {
  const withTag = (tags: AppliedTag[]): AppliedTag[] => {
    const rival = tags.find((tag) => tag.dimensionId === definition.dimensionId)
    if (rival?.definitionId === definition.definitionId) return tags
    const { key, value } = definition
    const refuse = refuser(report, { value })
    if (rival)
      refuse('DuplicateTagDimension', `${key} is ${rival.value} here already; a line has one value of a dimension.`)
    else if (definition.archivedAt !== null) refuse('TagValueArchived', archivedText(definition))
    else if (tags.length >= MAX_TAGS_PER_LINE)
      refuse('PayloadTooLarge', `An entry or a line carries at most ${MAX_TAGS_PER_LINE} tags.`)
    else return inKeyOrder([...tags, { ...definition, id: newId() }])
    return tags
  }
  return position === null ? onEntry(entry, withTag) : onLine(entry, position, withTag)
}

function removed(
  entry: JournalEntry,
  position: number | null,
  { definitionId, key, value }: TagDefinition,
  report: Report,
): JournalEntry {
  const carries = (tags: readonly AppliedTag[]): boolean => tags.some((tag) => tag.definitionId === definitionId)
  const without = (tags: AppliedTag[]): AppliedTag[] =>
    carries(tags) ? tags.filter((tag) => tag.definitionId !== definitionId) : tags
  // A line keeps a tag that its entry does not have, unless the request names the line.
  if (position === null) return carries(entry.tags) ? onEntry(entry, without) : entry
  if (!carries(entry.tags)) return onLine(entry, position, without)
  refuser(report, { value })('TagInherited', `The line has ${key} = ${value} from its entry: remove it from the entry.`)
  return entry
}

const refuser =
  ({ field, problems }: Report, meta: ErrorMeta) =>
  (name: Parameters<Problems['add']>[0], text: string): void =>
    problems.add(name, text, { ...meta, field })

type Retagging = (tags: AppliedTag[]) => AppliedTag[]

function onLine(entry: JournalEntry, position: number, retagging: Retagging): JournalEntry {
  const line = entry.lines[position]
  if (!line) throw new Error(`entry ${entry.id} has no line ${position}`)
  const tags = retagging(line.tags)
  return tags === line.tags ? entry : { ...entry, lines: entry.lines.with(position, { ...line, tags }) }
}

function onEntry(entry: JournalEntry, retagging: Retagging): JournalEntry {
  const tags = retagging(entry.tags)
  const lines = entry.lines.map((line): LineItem => {
    const ofLine = retagging(line.tags)
    return ofLine === line.tags ? line : { ...line, tags: ofLine }
  })
  const isSame = tags === entry.tags && lines.every((line, position) => line === entry.lines[position])
  return isSame ? entry : { ...entry, tags, lines }
}

/** Refuses to change the tags of an owned entry or in a closed period, and tags that do not balance. */
function refuseChange(
  entry: JournalEntry,
  { definitions }: TagChange,
  field: string,
  { closedThrough }: Books,
  problems: Problems,
): void {
  if (entry.sourceType !== null)
    problems.add(
      'EntryOwned',
      `Entry ${entry.id} belongs to ${entry.sourceType} ${entry.sourceId}: change the tags of that instead.`,
      { field, value: entry.id },
    )
  if (closedThrough !== null && entry.entryAt <= closedThrough)
    problems.add(
      'PeriodClosed',
      `The books are closed through ${closedThrough.toISOString()}, and entry ${entry.id} is at ${entry.entryAt.toISOString()}.`,
      { field, value: entry.id },
    )
  const balancing = new Set(
    definitions.filter(({ strictness }) => strictness === 'BALANCING').map(({ dimensionId }) => dimensionId),
  )
  for (const imbalance of imbalancesOf(entry.lines, (tag) => balancing.has(tag.dimensionId)))
    addImbalance(problems, imbalance, field)
}

/**
 * Every entry concerned is announced whole, and every tag of an entry is put on each of its lines.
 * @param lines of all entries concerned
 * @throws PayloadTooLarge
 */
export function refuseTooMuch(
  lines: number,
  places: ReadonlyMap<string, { lineId: string | null }>,
  tagCount: number,
): void {
  const tagged = [...places.values()].every(({ lineId }) => lineId !== null) ? places.size : lines
  if (lines > MAX_LINES_PER_REQUEST)
    throw refused(
      'PayloadTooLarge',
      `A request changes entries of at most ${MAX_LINES_PER_REQUEST} line items together; here are ${lines}.`,
      { field: 'entity_ids' },
    )
  if (tagged * tagCount > MAX_LINE_TAGS_PER_REQUEST)
    throw refused(
      'PayloadTooLarge',
      `A request changes at most ${MAX_LINE_TAGS_PER_REQUEST} tags on line items, each tag of an entry counting once per line; here are ${tagged * tagCount}.`,
      { field: 'key_values' },
    )
}
