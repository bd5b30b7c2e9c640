import { waitFor } from '@pacioli/dev-stack'

/** What the connection to a broker can do here. */
type Publisher = { client: { jetstream: () => { publish: (subject: string, event: string) => Promise<unknown> } } }

/** Publishes an event as soon as the stream exists. */
export async function publishOnceReady(
  broker: Publisher,
  { subject, event }: { subject: string; event: string },
): Promise<void> {
  await waitFor('the stream', () =>
    broker.client
      .jetstream()
      .publish(subject, event)
      .then(
        () => true,
        () => undefined,
      ),
  )
}
