import { refused } from '@pacioli/errors'
import { MAX_TAGS } from '../schemas/banking-parts.ts'
import { MAX_PARTS } from '../schemas/document-parts.ts'

type Tagged = { tags?: readonly unknown[] | null }

const counted = (rows: readonly Tagged[]): number => rows.reduce((sum, { tags }) => sum + (tags?.length ?? 0), 0)

/**
 * A message has to hold what a request brings, and one transaction what it writes.
 * @throws PayloadTooLarge
 */
export function limitTags(field: string, ...rows: readonly (readonly Tagged[])[]): void {
  const tags = rows.reduce((sum, some) => sum + counted(some), 0)
  if (tags <= MAX_TAGS) return
  const description = `The request brings ${tags} tags; one request takes at most ${MAX_TAGS}. Send several.`
  throw refused('PayloadTooLarge', description, { field })
}

/**
 * @param what they are, in words
 * @throws PayloadTooLarge for more than one transaction should hold
 */
export function limitParts(field: string, what: string, parts: number): void {
  if (parts <= MAX_PARTS) return
  const description = `The request brings ${parts} ${what}; one request takes at most ${MAX_PARTS}. Send several.`
  throw refused('PayloadTooLarge', description, { field })
}
