import type { Subscription } from 'nats'
import type { Broker } from './connect.ts'
import { readEvent, type CloudEvent } from './cloud-event.ts'

/**
 * Listens without durability: for dropping cached facts early, never for truth. Messages sent while NATS is unavailable
 * are missed, so `onGap` says that everything cached may be stale. Returns a function that stops it.
 */
export function subscribe(
  broker: Broker,
  subject: string,
  onEvent: (event: CloudEvent, subject: string) => void,
  onGap: () => void = () => undefined,
): () => void {
  let subscription: Subscription | undefined
  // The library subscribes again by itself after a reconnect, but not on a new connection.
  const forget = broker.onConnected(() => {
    subscription?.unsubscribe()
    subscription = broker.client.subscribe(subject, {
      callback: (error, message) => {
        const event = error ? undefined : readEvent(message.data)
        if (event) onEvent(event, message.subject)
      },
    })
    onGap()
  })
  return () => {
    forget()
    subscription?.unsubscribe()
  }
}
