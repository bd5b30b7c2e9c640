/** What documents of all kinds have in common. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import type { Remarks } from '../requests/remarks.ts'
import type { DocumentTag } from '../tags/tags.ts'

/** The fields that all documents have. */
export type DocumentHead = Remarks & {
  id: string
  businessId: string
  externalId: string | null
  /** The request that creates it, in canonical form; present only while it is created. */
  asked?: CanonicalRequest | undefined
  tags: readonly DocumentTag[]
  version: number
  updatedAt: Date
}

/** Those that are not deleted. */
export const liveOf = <Part extends { deletedAt: Date | null }>(parts: readonly Part[]): Part[] =>
  parts.filter(({ deletedAt }) => deletedAt === null)

/** A new version of a document. */
export const nextVersionOf = <Document extends { version: number; updatedAt: Date }>(
  before: Document,
  changed: Partial<Document>,
  now: Date,
): Document => ({ ...before, ...changed, version: before.version + 1, updatedAt: now })
