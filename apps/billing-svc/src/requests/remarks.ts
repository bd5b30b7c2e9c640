/** Remarks on documents of all kinds, as stored. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import { askedIfNamed } from './asked.ts'

type RemarksInput = {
  memo?: string | undefined
  metadata?: string | undefined
  reference_number?: string | undefined
}

/** Fields that nothing is computed from. */
export const REMARKS = ['memo', 'metadata', 'referenceNumber'] as const

/** Metadata is JSON text. */
export type Remarks = { memo: string | null; metadata: string | null; referenceNumber: string | null }

export const remarksFrom = ({ memo, metadata, reference_number }: RemarksInput): Remarks => ({
  memo: memo ?? null,
  metadata: metadata ?? null,
  referenceNumber: reference_number ?? null,
})

/** The remarks, the external_id and the canonical request. */
export const headFrom = (
  input: RemarksInput & { external_id?: string | undefined },
): Remarks & { externalId: string | null; asked: CanonicalRequest | undefined } => ({
  externalId: input.external_id ?? null,
  asked: askedIfNamed(input),
  ...remarksFrom(input),
})
