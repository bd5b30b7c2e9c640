import { NatsError, StorageType, type KV } from 'nats'
import type { Broker } from './connect.ts'

export type StoredValue = { value: Uint8Array; revision: number }

/**
 * Small shared state of several processes, changed by compare-and-set. It is not a database: a bucket is gone with the
 * server's memory, or with its store, and comes back empty. Every call throws BrokerUnavailable, or a NatsError after
 * `timeoutMs`, while NATS does not answer.
 */
export type KeyValue = {
  get: (key: string) => Promise<StoredValue | undefined>
  /** Writes a new key; the new revision, or that another process was faster. */
  create: (key: string, value: Uint8Array) => Promise<number | 'conflict'>
  /** Writes a key that still has this revision; the new revision, or that another process was faster. */
  update: (key: string, value: Uint8Array, revision: number) => Promise<number | 'conflict'>
}

export type KeyValueOptions = {
  bucket: string
  /** Keys that are not written for so long disappear. */
  ttlMs?: number
  storage: 'memory' | 'file'
  /** How much it may hold; writes beyond it are refused with a NatsError. */
  maxBytes?: number
  /** How long one operation may take. */
  timeoutMs?: number
}

const DEFAULT_MAX_BYTES = 64 * 1024 ** 2

/** JetStream's code for "wrong last sequence": another process wrote the key first. */
const WRONG_LAST_SEQUENCE = 10_071

/** Needs no connection yet: the bucket is created at its first use, and again when the server has lost it. */
export function openKeyValue(broker: Broker, options: KeyValueOptions): KeyValue {
  let opened: Promise<KV> | undefined
  // After an outage the server may have lost the bucket, and a read from a lost one is not refused: it times out.
  broker.onConnected(() => (opened = undefined))

  const open = (): Promise<KV> => {
    if (opened) return opened
    const opening = openBucket(broker, options)
    opened = opening
    opening.catch(() => (opened = undefined))
    return opening
  }

  /** Runs one operation; if the bucket is gone, creates it and tries once more. */
  const use = async <Result>(operate: (kv: KV) => Promise<Result>): Promise<Result> => {
    const kv = await open()
    // Refuses at once while disconnected: the library would wait for its timeout.
    void broker.client
    try {
      return await operate(kv)
    } catch (error) {
      opened = undefined
      if (!isBucketGone(error)) throw error
      return operate(await open())
    }
  }

  const write = (key: string, value: Uint8Array, revision: number): Promise<number | 'conflict'> =>
    use(async (kv) => {
      try {
        return await kv.put(key, value, { previousSeq: revision })
      } catch (error) {
        if (error instanceof NatsError && error.api_error?.err_code === WRONG_LAST_SEQUENCE) return 'conflict' as const
        throw error
      }
    })

  return {
    get: (key) =>
      use(async (kv) => {
        const entry = await kv.get(key)
        return entry?.operation === 'PUT' ? { value: entry.value, revision: entry.revision } : undefined
      }),
    create: (key, value) => write(key, value, 0),
    update: write,
  }
}

/** The bucket, created if missing; an existing one gets the configured size and replicas. */
async function openBucket(broker: Broker, options: KeyValueOptions): Promise<KV> {
  const { timeoutMs: timeout = 1_000, maxBytes: max_bytes = DEFAULT_MAX_BYTES } = options
  const kv = await broker.client.jetstream({ timeout }).views.kv(options.bucket, {
    history: 1,
    storage: options.storage === 'memory' ? StorageType.Memory : StorageType.File,
    ...(options.ttlMs === undefined ? {} : { ttl: options.ttlMs }),
    replicas: broker.replicas,
    max_bytes,
  })
  const { streamInfo } = await kv.status()
  const { name, max_bytes: size, num_replicas: replicas } = streamInfo.config
  if (size !== max_bytes || replicas !== broker.replicas) {
    const { streams } = await broker.client.jetstreamManager({ timeout, checkAPI: false })
    await streams.update(name, { max_bytes, num_replicas: broker.replicas })
  }
  return kv
}

/** No stream listens to the bucket's subjects any more. */
const isBucketGone = (error: unknown): boolean =>
  error instanceof NatsError && (error.code === '503' || error.message === 'stream not found')
