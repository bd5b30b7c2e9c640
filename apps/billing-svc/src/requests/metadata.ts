/** Metadata of vendors, documents and line items: JSON text. Pure. */
import { isDeepStrictEqual } from 'node:util'

/** The parsed value. */
export const metadataValue = (metadata: string | null): unknown => (metadata === null ? null : JSON.parse(metadata))

/** The requested text; the stored one where both are equal JSON, since the database has its own formatting. */
export const keptMetadata = (requested: string | null, existing: string | null): string | null =>
  requested === existing || isDeepStrictEqual(metadataValue(requested), metadataValue(existing)) ? existing : requested
