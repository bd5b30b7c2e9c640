import type { Subscription } from 'nats'
import type { Broker } from './connect.ts'
import { readEvent, type CloudEvent } from './cloud-event.ts'

/**
 * Listens without durability: for dropping cached facts early, never for truth. What is sent while NATS is away is
 * missed, so `onGap` says that everything cached may be stale. Returns how to stop.
 */
export function subscribe(
  broker: Broker,
  subject: string,
  onEvent: (event: CloudEvent, subject: string) => void,
  onGap: () => void = () => undefined,
): () => void {
  let subscription: Subscription | undefined
  // The library subscribes again by itself after a reconnect, but not after it had to connect anew.
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
