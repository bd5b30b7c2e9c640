/** A platform that may call the gateway. Its secret is 256 random bits, so a plain SHA-256 of it is safe to keep. */
import { domainEvent, NO_BUSINESS, type StagedEvent } from '@pacioli/events'
import type { Client as ClientMessage } from '@pacioli/protos/ledger'
import { createHash, timingSafeEqual } from 'node:crypto'

export type Client = {
  id: string
  name: string
  secretSha256: Buffer
  /** Tokens issued before are refused. */
  tokensNotBefore: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
}

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const secretMatches = (client: Client, secret: string): boolean =>
  timingSafeEqual(client.secretSha256, hashSecret(secret))

export const toClientMessage = (client: Client): ClientMessage => ({
  id: client.id,
  name: client.name,
  tokens_not_before: client.tokensNotBefore?.toISOString(),
  created_at: client.createdAt.toISOString(),
  version: client.version,
})

/** Gateways drop their copy of a client on this event. */
export const clientEvent = (client: Client, type: 'created' | 'updated', id: string, time: Date): StagedEvent =>
  domainEvent({
    id,
    time,
    service: 'ledger',
    businessId: NO_BUSINESS,
    aggregateType: 'client',
    aggregateId: client.id,
    version: client.version,
    type,
    data: toClientMessage(client),
  })
