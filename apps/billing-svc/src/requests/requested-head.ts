/** What documents of all kinds, and their parts, have in common in requests. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { askedIfNamed } from './asked.ts'
import type { Remarks } from './remarks.ts'
import type { RequestReader } from './request-reader.ts'

/** A part of a document as a request states it; `field` is its place there: with a trailing dot, or empty. */
export type RequestedPart = Remarks & { field: string; tags: TagKeyValue__Output[] }

/** A document as a request states it, with the canonical request of its create. */
type RequestedHead = RequestedPart & { externalId: string | null; asked: CanonicalRequest | undefined }

type PartInput = { tags: TagKeyValue__Output[]; memo?: string; metadata?: string; reference_number?: string }

/** What every part of a document has. */
export const partOf = ({ input, field }: RequestReader<PartInput>): RequestedPart => ({
  field,
  memo: input.memo ?? null,
  metadata: input.metadata ?? null,
  referenceNumber: input.reference_number ?? null,
  tags: input.tags,
})

/** What every part has that an update can replace, by its id or else by its external_id. */
export const replacingPartOf = (read: RequestReader<PartInput & { id?: string; external_id?: string }>) => ({
  ...partOf(read),
  id: read.input.id ?? null,
  externalId: read.input.external_id ?? null,
})

/** What every document has. */
export const headOf = (read: RequestReader<PartInput & { external_id?: string }>): RequestedHead => ({
  ...partOf(read),
  externalId: read.input.external_id ?? null,
  asked: askedIfNamed(read.input),
})
