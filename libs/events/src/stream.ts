import { DiscardPolicy, NatsError, nanos, RetentionPolicy, StorageType, type StreamInfo } from 'nats'
import type { Broker } from './connect.ts'

/** All events of all services. It may be lost at any time: the truth is in the outboxes. */
export const STREAM = 'PACIOLI'
const SUBJECTS = ['pacioli.>']

const DAY_MS = 86_400_000
/** A consumer that is far behind would lose, unnoticed, what a full stream drops. */
const UNBOUNDED = -1

export type StreamOptions = {
  /** Beyond this the oldest events are dropped, as they are after seven days, read or not. Unlimited by default. */
  maxBytes?: number
}

/** Creates the stream if missing, applies our limits if it has others, and returns its state. */
export async function ensureStream(broker: Broker, options: StreamOptions = {}): Promise<StreamInfo> {
  const { maxBytes = UNBOUNDED } = options
  const { replicas } = broker
  const streams = (await broker.client.jetstreamManager({ timeout: 5_000, checkAPI: false })).streams
  const limits = {
    subjects: SUBJECTS,
    max_age: nanos(7 * DAY_MS),
    max_bytes: maxBytes,
    discard: DiscardPolicy.Old,
    duplicate_window: nanos(120_000),
    num_replicas: replicas,
  }
  try {
    const info = await streams.info(STREAM)
    const given = info.config
    const asWanted =
      given.max_age === limits.max_age &&
      given.max_bytes === maxBytes &&
      given.discard === limits.discard &&
      given.num_replicas === replicas &&
      given.subjects.join() === SUBJECTS.join()
    return asWanted ? info : await streams.update(STREAM, limits)
  } catch (error) {
    if (!isStreamMissing(error)) throw error
    const stream = { name: STREAM, ...limits, storage: StorageType.File, retention: RetentionPolicy.Limits }
    // Of two concurrent creations the server may refuse one, because "the subjects overlap".
    const refusal = await streams.add(stream).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    return streams.info(STREAM).catch((missing: unknown) => {
      throw refusal ?? missing
    })
  }
}

export const isStreamMissing = (error: unknown): boolean =>
  error instanceof NatsError && (error.api_error?.err_code === 10_059 || error.message === 'stream not found')

/** No responders: there is no such stream (or consumer) any more. */
export const hasNoListener = (error: unknown): boolean => error instanceof NatsError && error.code === '503'
