import { NatsError, type MsgRequest } from 'nats'
import type { Broker } from './connect.ts'
import { STREAM } from './stream.ts'

/** Events that a consumer has not applied, including those it holds, and since when the oldest waits. */
export type Lag = { pending: number; oldest: Date | null }

/** Short: a metrics request waits for it. */
const TIMEOUT_MS = 1_000

/**
 * Queries the server for the consumer, for the beginning of the stream, and for one message. Events acknowledged out of
 * order count from the oldest unacknowledged one.
 * @throws BrokerUnavailable, NatsError
 */
export async function readLag(broker: Broker, durable: string): Promise<Lag> {
  const manager = await broker.client.jetstreamManager({ timeout: TIMEOUT_MS, checkAPI: false })
  const consumer = await manager.consumers.info(STREAM, durable)
  const pending = consumer.num_pending + consumer.num_ack_pending
  if (pending === 0) return { pending, oldest: null }
  const { state } = await manager.streams.info(STREAM)
  // What the stream has dropped by its age is not applied any more.
  const seq = Math.max(consumer.ack_floor.stream_seq + 1, state.first_seq)
  try {
    // The next one that is for it: before that there may be others, much older.
    const next: MsgRequest & { next_by_subj?: string } = { seq, next_by_subj: consumer.config.filter_subject ?? '>' }
    const message = await manager.streams.getMessage(STREAM, next)
    return { pending, oldest: message.time }
  } catch (error) {
    // Applied or dropped in between: the next call shows it.
    if (error instanceof NatsError && error.api_error?.code === 404) return { pending, oldest: null }
    throw error
  }
}

/**
 * Marks how far events are published, and returns a function that checks whether the consumer was given all up to there
 * at least once, whatever the outcome.
 * @throws BrokerUnavailable, NatsError; so does the function
 */
export async function followPublished(broker: Broker, durable: string): Promise<() => Promise<boolean>> {
  const managed = () => broker.client.jetstreamManager({ timeout: TIMEOUT_MS, checkAPI: false })
  const { state } = await (await managed()).streams.info(STREAM)
  return async () => {
    try {
      const { delivered, num_pending } = await (await managed()).consumers.info(STREAM, durable)
      return num_pending === 0 || delivered.stream_seq >= state.last_seq
    } catch (error) {
      // It is about to be created.
      if (error instanceof NatsError && error.api_error?.code === 404) return false
      throw error
    }
  }
}
