import { createHash } from 'node:crypto'

/**
 * The id of the chart account that a request creates: the same for every attempt, so that a retry after a crash finds
 * the account of the first attempt. A UUID of version 8 (RFC 9562), made of a hash.
 */
export function ledgerAccountIdOf(businessId: string, request: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([businessId, ...request]))
  const bytes = hash.digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
