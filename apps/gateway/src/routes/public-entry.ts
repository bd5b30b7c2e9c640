import type { LedgerEntry__Output } from '@pacioli/protos/ledger'

/** Metadata is kept as JSON text, and shown as the object it is. */
export const withMetadata = <Carrier extends { metadata?: string }>(
  carrier: Carrier,
): Carrier | (Omit<Carrier, 'metadata'> & { metadata: unknown }) =>
  carrier.metadata === undefined ? carrier : { ...carrier, metadata: JSON.parse(carrier.metadata) as unknown }

export const publicEntry = (entry: LedgerEntry__Output | null | undefined): unknown => entry && withMetadata(entry)

/** The other way round: null, which clears it, is told by name, and absent is absent. */
export function withMetadataText<Carrier extends { metadata?: Record<string, unknown> | null }>({
  metadata,
  ...rest
}: Carrier): Omit<Carrier, 'metadata'> & { metadata?: string } {
  return metadata ? { ...rest, metadata: JSON.stringify(metadata) } : rest
}
