import type { LedgerEntry__Output } from '@pacioli/protos/ledger'

/** Metadata is kept as JSON text, and shown as the object it is. */
export const withMetadata = <Carrier extends { metadata?: string }>(
  carrier: Carrier,
): Carrier | (Omit<Carrier, 'metadata'> & { metadata: unknown }) =>
  carrier.metadata === undefined ? carrier : { ...carrier, metadata: JSON.parse(carrier.metadata) as unknown }

export const publicEntry = (entry: LedgerEntry__Output | null | undefined): unknown => entry && withMetadata(entry)
