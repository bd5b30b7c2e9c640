/** How long entries are in answers; estimates, rather too high. */
import { textBytes } from '../answer-size.ts'
import type { AppliedTag } from '../tags/tag.ts'
import type { JournalEntry, LineItem } from './journal-entry.ts'

const tagBytes = ({ key, value, dimensionDisplayName, valueDisplayName }: AppliedTag): number =>
  300 + textBytes([key, value, dimensionDisplayName, valueDisplayName])

export const tagsBytes = (tags: readonly AppliedTag[]): number => tags.reduce((sum, tag) => sum + tagBytes(tag), 0)

const lineBytes = ({ memo, account, tags }: LineItem): number =>
  820 + textBytes([memo, account.name, account.stableName]) + tagsBytes(tags)

/** About how long an entry is in an answer; a single one may be longer than a page. */
export const entryBytes = ({ memo, metadata, lines, tags }: JournalEntry): number =>
  700 + textBytes([memo, metadata]) + lines.reduce((sum, line) => sum + lineBytes(line), 0) + tagsBytes(tags)
