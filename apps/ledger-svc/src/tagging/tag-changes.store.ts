import type { Tx } from '@pacioli/db'
import type { JournalEntry } from '../journal/journal-entry.ts'
import type { AppliedTag } from '../tags/tag.ts'

/** How many lines each of these entries has, if it exists. */
export async function countLinesOf(
  tx: Tx,
  businessId: string,
  entryIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: string; line_count: number }>(
    'SELECT id, line_count FROM journal_entries WHERE business_id = $1 AND id = ANY ($2::uuid[])',
    [businessId, [...entryIds]],
  )
  return new Map(rows.map((row) => [row.id, row.line_count]))
}

/** The entries of those of these lines that exist, by line id. */
export async function findEntriesOfLines(
  tx: Tx,
  businessId: string,
  lineIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; entry_id: string }>(
    'SELECT id, entry_id FROM line_items WHERE business_id = $1 AND id = ANY ($2::uuid[])',
    [businessId, [...lineIds]],
  )
  return new Map(rows.map((row) => [row.id, row.entry_id]))
}

/** An entry as it was and as it is from now on. */
export type Retagged = { before: JournalEntry; after: JournalEntry }

type TagRow = { owner: string; tag: AppliedTag }

/** Tags that are on the one and not on the other, with the entry or line that carries them. */
const missing = (owner: string, from: readonly AppliedTag[], on: readonly AppliedTag[]): TagRow[] =>
  from.filter(({ id }) => !on.some((tag) => tag.id === id)).map((tag) => ({ owner, tag }))

const ofEntries = (pairs: readonly Retagged[], from: keyof Retagged, on: keyof Retagged): TagRow[] =>
  pairs.flatMap((pair) => missing(pair.after.id, pair[from].tags, pair[on].tags))

const ofLines = (pairs: readonly Retagged[], from: keyof Retagged, on: keyof Retagged): TagRow[] =>
  pairs.flatMap((pair) =>
    pair[from].lines.flatMap((line, position) => missing(line.id, line.tags, pair[on].lines[position]?.tags ?? [])),
  )

const columns = (rows: readonly TagRow[]): unknown[] => [
  rows.map(({ owner }) => owner),
  rows.map(({ tag }) => tag.dimensionId),
  rows.map(({ tag }) => tag.definitionId),
]

const PARAMETERS = 18

/** Writes what differs between the entries as they were and as they are. */
export async function changeEntryTags(
  tx: Tx,
  businessId: string,
  now: Date,
  pairs: readonly Retagged[],
): Promise<void> {
  const addedToEntries = ofEntries(pairs, 'after', 'before')
  const addedToLines = ofLines(pairs, 'after', 'before')
  await tx.rows(
    `SELECT change_entry_tags_v1(${Array.from({ length: PARAMETERS }, (_, index) => `$${index + 1}`).join(', ')})`,
    [
      businessId,
      now,
      pairs.map(({ after }) => after.id),
      pairs.map(({ after }) => after.tagRevision),
      ...columns(ofEntries(pairs, 'before', 'after')),
      ...columns(ofLines(pairs, 'before', 'after')),
      ...columns(addedToEntries),
      addedToEntries.map(({ tag }) => tag.id),
      ...columns(addedToLines),
      addedToLines.map(({ tag }) => tag.id),
    ],
  )
}
