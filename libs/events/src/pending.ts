import type { JsMsg } from 'nats'
import { readEvent, type CloudEvent } from './cloud-event.ts'

/** An event as it was delivered. */
export type Delivery = {
  businessId: string
  subject: string
  event: CloudEvent
}

/**
 * A message, and its event or what is wrong with it. One that is unreadable or was refused is not taken in with those of
 * other businesses.
 */
export type Pending = { message: JsMsg; delivery: Delivery | Error; isAlone: boolean }

/** Reports the outcome of a message to the server, if possible; otherwise the server delivers it again on its own. */
export function settle(tell: () => void): void {
  try {
    tell()
  } catch {
    // The connection has ended for good.
  }
}

/** Returns events to the server, which delivers them again after that time. */
export const sendBack = (pending: readonly Pending[], delayMs: number): void => {
  for (const { message } of pending) settle(() => message.nak(delayMs))
}

/** Identifies a message of a stream across deliveries: a new stream of the same name counts from 1 again. */
export const placeOf = ({ seq, info }: JsMsg): string => `${seq}@${info.timestampNanos}`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `pacioli.<business_id>.<aggregate>.<event>`, and `.<mark>` where there is one */
export const businessOf = (subject: string): string | undefined => {
  const named = (subject.split('.')[1] ?? '').toLowerCase()
  return uuid.test(named) ? named : undefined
}

/** The event in a message, or what is wrong with it. */
export function deliveryOf(subject: string, body: Uint8Array | string): Delivery | Error {
  const businessId = businessOf(subject)
  if (businessId === undefined)
    return new Error(`The subject names no business: expected pacioli.<uuid>.<aggregate>.<event>, got ${subject}`)
  const event = readEvent(body)
  return event ? { businessId, subject, event } : new Error('The message is no CloudEvent')
}
