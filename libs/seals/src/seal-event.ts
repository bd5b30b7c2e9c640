/** Seals as others are told of them. Pure. */
import { domainEvent, type StagedEvent } from '@pacioli/events'
import type { Seal as SealMessage } from '@pacioli/protos/history'
import { hash } from 'node:crypto'
import type { LogName } from './leaf.ts'
import { verifierKey } from './note.ts'
import type { Seal } from './seal.store.ts'

/** An event tells of a seal this long after that of the one before: it is to be kept elsewhere, not to repeat what is recorded. */
const TOLD_EVERY_MS = 3_600_000

/** When the event before must have been for another one. */
export const toldBefore = (now: Date): Date => new Date(now.getTime() - TOLD_EVERY_MS)

export const isDue = (toldAt: Date | null, now: Date): boolean => toldAt === null || toldAt <= toldBefore(now)

/** @param publicKey of the key that signed it; undefined if that is not known any more */
export function sealMessage(log: LogName, seal: Seal, publicKey: Buffer | undefined): SealMessage {
  // That under which it was sealed, whatever the installation is called now.
  const [origin = ''] = seal.note.split('\n', 1)
  return {
    log,
    size: seal.size,
    root: seal.root.toString('base64'),
    origin,
    note: seal.note,
    key_id: seal.keyId,
    verifier_key: publicKey ? verifierKey(origin, publicKey) : '',
    sealed_at: seal.sealedAt.toISOString(),
    previous_size: seal.previousSize,
  }
}

/** The id of a seal among aggregates: made of what it says (RFC 9562, version 8), so that telling of it again is the same. */
function idOf({ note }: Pick<Seal, 'note'>): string {
  const [text = ''] = note.split('\n\n', 1)
  const hex = hash('sha256', text, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

type Happened = { id: string; time: Date; businessId: string; log: LogName; publicKey: Buffer | undefined }

/** A seal never changes: each has one version. */
export function sealCreated(seal: Seal, { id, time, businessId, log, publicKey }: Happened): StagedEvent {
  const aggregateId = idOf(seal)
  return domainEvent({
    id,
    time,
    service: log.toLowerCase(),
    businessId,
    aggregateType: 'seal',
    aggregateId,
    version: 1,
    type: 'created',
    data: { id: aggregateId, ...sealMessage(log, seal, publicKey) },
  })
}
