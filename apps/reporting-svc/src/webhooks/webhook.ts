/** An endpoint of a client that receives events, and its status. Pure. */
import { isOfTypes } from '../event-feed/feed-event.ts'

/** REQUESTED by the client, GONE because the endpoint said so, FAILING for too long. */
export type DisabledReason = 'REQUESTED' | 'GONE' | 'FAILING'

export type Webhook = {
  id: string
  url: string
  description: string | null
  /** The types that it receives; all if empty. */
  eventTypes: readonly string[]
  /** The businesses whose events it receives; all of the client if empty. */
  businessIds: readonly string[]
  disabled: { at: Date; reason: DisabledReason } | null
  /** Since when all attempts have failed. */
  failingSince: Date | null
  createdAt: Date
  updatedAt: Date
}

/** Per client. */
export const MAX_WEBHOOKS = 20
export const MAX_EVENT_TYPES = 100
export const MAX_BUSINESSES = 100

const DAY_MS = 86_400_000
/** After so long of failures only, the webhook is disabled. */
const GIVE_UP_MS = 5 * DAY_MS

export const isSubscribed = (
  { eventTypes, businessIds }: Pick<Webhook, 'eventTypes' | 'businessIds'>,
  event: { type: string; businessId: string },
): boolean => isOfTypes(event.type, eventTypes) && (businessIds.length === 0 || businessIds.includes(event.businessId))

export const afterSuccess = (webhook: Webhook): Webhook => ({ ...webhook, failingSince: null })

/** After a failed attempt, which may disable it. */
export function afterFailure(webhook: Webhook, { isGone, now }: { isGone: boolean; now: Date }): Webhook {
  const failingSince = webhook.failingSince ?? now
  if (webhook.disabled) return { ...webhook, failingSince }
  const reason = isGone ? 'GONE' : now.getTime() - failingSince.getTime() >= GIVE_UP_MS ? 'FAILING' : undefined
  return { ...webhook, failingSince, disabled: reason ? { at: now, reason } : null }
}

/** Disabled or enabled by its owner. Enabling clears earlier failures. */
export function switched(webhook: Webhook, isOff: boolean, now: Date): Webhook {
  if (isOff) return { ...webhook, disabled: webhook.disabled ?? { at: now, reason: 'REQUESTED' } }
  return webhook.disabled ? { ...webhook, disabled: null, failingSince: null } : webhook
}
