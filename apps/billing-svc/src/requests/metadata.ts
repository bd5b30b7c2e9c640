/** What callers note on vendors, documents and line items, as it is kept: JSON text. Pure. */
import { isDeepStrictEqual } from 'node:util'

/** What it says. */
export const metadataValue = (metadata: string | null): unknown => (metadata === null ? null : JSON.parse(metadata))

/** What is wanted; the text that is there where both say the same, since the database spells it its own way. */
export const keptMetadata = (wanted: string | null, there: string | null): string | null =>
  wanted === there || isDeepStrictEqual(metadataValue(wanted), metadataValue(there)) ? there : wanted
