/** How long entries are in answers. Estimated rather from above: whatever is answered has to fit into a message. */
import { refused } from '@pacioli/errors'
import type { AppliedTag } from '../tags/tag.ts'
import type { JournalEntry, LineItem } from './journal-entry.ts'

/** Of the 32 MiB of a message; the rest is for what an estimate leaves out. */
const MAX_ANSWER_BYTES = 24 * 1024 * 1024

/** Where a page ends early, in bytes of its answer. */
const MAX_PAGE_BYTES = 3 * 1024 * 1024

export const textBytes = (texts: readonly (string | null)[]): number =>
  texts.reduce((sum, text) => sum + (text === null ? 0 : Buffer.byteLength(text)), 0)

const tagBytes = ({ key, value, dimensionDisplayName, valueDisplayName }: AppliedTag): number =>
  300 + textBytes([key, value, dimensionDisplayName, valueDisplayName])

export const tagsBytes = (tags: readonly AppliedTag[]): number => tags.reduce((sum, tag) => sum + tagBytes(tag), 0)

const lineBytes = ({ memo, account, tags }: LineItem): number =>
  700 + textBytes([memo, account.name, account.stableName]) + tagsBytes(tags)

/** About how long an entry is in an answer; a single one may be longer than a page. */
export const entryBytes = ({ memo, metadata, lines, tags }: JournalEntry): number =>
  700 + textBytes([memo, metadata]) + lines.reduce((sum, line) => sum + lineBytes(line), 0) + tagsBytes(tags)

/** How many of these make a page, each being so long in an answer; a single one may be longer. */
export function fittingInBytes<Item>(items: readonly Item[], bytesOf: (item: Item) => number): number {
  let bytes = 0
  const tooMany = items.findIndex((item, index) => (bytes += bytesOf(item)) > MAX_PAGE_BYTES && index > 0)
  return tooMany < 0 ? items.length : tooMany
}

/**
 * Refuses a write before it happens if nobody could be told of it.
 * @throws PayloadTooLarge
 */
export function refuseTooLong<Item>(items: readonly Item[], bytesOf: (item: Item) => number, field: string): void {
  const bytes = items.reduce((sum, item) => sum + bytesOf(item), 0)
  if (bytes > MAX_ANSWER_BYTES)
    throw refused(
      'PayloadTooLarge',
      `The answer would be about ${bytes} bytes long; at most ${MAX_ANSWER_BYTES} are possible. Send several requests.`,
      { field },
    )
}
