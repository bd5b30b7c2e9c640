import { NatsError } from 'nats'
import type { Broker } from './connect.ts'
import { STREAM } from './stream.ts'

/** Events that a consumer has not taken in, with those it has in hand, and since when the oldest of them is there. */
export type Lag = { pending: number; oldest: Date | null }

/** Somebody waits for the figures of all parts of a service. */
const TIMEOUT_MS = 1_000

/**
 * Asks the server: the consumer, the stream for its beginning, and for one message. What is acknowledged out of order counts
 * from the oldest that is not.
 * @throws BrokerUnavailable, NatsError
 */
export async function readLag(broker: Broker, durable: string): Promise<Lag> {
  const manager = await broker.client.jetstreamManager({ timeout: TIMEOUT_MS, checkAPI: false })
  const consumer = await manager.consumers.info(STREAM, durable)
  const pending = consumer.num_pending + consumer.num_ack_pending
  if (pending === 0) return { pending, oldest: null }
  const { state } = await manager.streams.info(STREAM)
  // What the stream has dropped by its age is not taken in any more.
  const seq = Math.max(consumer.ack_floor.stream_seq + 1, state.first_seq)
  try {
    const message = await manager.streams.getMessage(STREAM, { seq })
    return { pending, oldest: message.time }
  } catch (error) {
    // Taken in or dropped in between: the next look tells.
    if (error instanceof NatsError && error.api_error?.code === 404) return { pending, oldest: null }
    throw error
  }
}

/**
 * Marks how far events have been published, and answers how to ask whether the consumer has been given all until there: once at
 * least, whatever became of it.
 * @throws BrokerUnavailable, NatsError; so does asking
 */
export async function followPublished(broker: Broker, durable: string): Promise<() => Promise<boolean>> {
  const managed = () => broker.client.jetstreamManager({ timeout: TIMEOUT_MS, checkAPI: false })
  const { state } = await (await managed()).streams.info(STREAM)
  return async () => {
    try {
      const { delivered, num_pending } = await (await managed()).consumers.info(STREAM, durable)
      return num_pending === 0 || delivered.stream_seq >= state.last_seq
    } catch (error) {
      // It is about to be made.
      if (error instanceof NatsError && error.api_error?.code === 404) return false
      throw error
    }
  }
}
