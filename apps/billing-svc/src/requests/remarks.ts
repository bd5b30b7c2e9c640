/** Remarks on documents of all kinds, as stored. Pure. */

/** Fields that nothing is computed from. */
export const REMARKS = ['memo', 'metadata', 'referenceNumber'] as const

/** Metadata is JSON text. */
export type Remarks = { memo: string | null; metadata: string | null; referenceNumber: string | null }
