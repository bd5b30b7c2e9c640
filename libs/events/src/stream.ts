import { DiscardPolicy, NatsError, nanos, RetentionPolicy, StorageType, type StreamInfo } from 'nats'
import type { Broker } from './connect.ts'

/** All events of all services. It may be lost at any time: what is true stands in the outboxes. */
export const STREAM = 'PACIOLI'
const SUBJECTS = ['pacioli.>']

const DAY_MS = 86_400_000

export type StreamOptions = { replicas?: number }

/** Makes the stream if there is none, gives it our limits if it has others, and says what it is like. */
export async function ensureStream(broker: Broker, { replicas = 1 }: StreamOptions = {}): Promise<StreamInfo> {
  const streams = (await broker.client.jetstreamManager({ timeout: 5_000, checkAPI: false })).streams
  const limits = {
    subjects: SUBJECTS,
    max_age: nanos(7 * DAY_MS),
    duplicate_window: nanos(120_000),
    num_replicas: replicas,
  }
  try {
    const info = await streams.info(STREAM)
    const { max_age, num_replicas, subjects } = info.config
    const asWanted = max_age === limits.max_age && num_replicas === replicas && subjects.join() === SUBJECTS.join()
    return asWanted ? info : await streams.update(STREAM, limits)
  } catch (error) {
    if (!isStreamMissing(error)) throw error
    const stream = { name: STREAM, ...limits, storage: StorageType.File, retention: RetentionPolicy.Limits }
    // Of two who make it at the same moment the server may refuse one, because "the subjects overlap".
    await streams.add({ ...stream, discard: DiscardPolicy.Old }).catch(() => undefined)
    return streams.info(STREAM)
  }
}

export const isStreamMissing = (error: unknown): boolean =>
  error instanceof NatsError && (error.api_error?.err_code === 10_059 || error.message === 'stream not found')

/** Nobody took the message: there is no such stream (or consumer) any more. */
export const hasNoListener = (error: unknown): boolean => error instanceof NatsError && error.code === '503'
