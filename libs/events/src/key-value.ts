import { NatsError, StorageType, type KV } from 'nats'
import type { Broker } from './connect.ts'
import { isRefusal } from './stream.ts'

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

  let isApplied = false
  const openOnce = async (): Promise<KV> => {
    const kv = await openBucket(broker, options)
    isApplied ||= await applyLimits(broker, options, kv)
    return kv
  }

  const open = (): Promise<KV> => {
    if (opened) return opened
    const opening = openOnce()
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

const DEFAULT_TIMEOUT_MS = 1_000

/** The bucket, created if missing. */
const openBucket = (broker: Broker, options: KeyValueOptions): Promise<KV> =>
  broker.client.jetstream({ timeout: options.timeoutMs ?? DEFAULT_TIMEOUT_MS }).views.kv(options.bucket, {
    history: 1,
    storage: options.storage === 'memory' ? StorageType.Memory : StorageType.File,
    ...(options.ttlMs === undefined ? {} : { ttl: options.ttlMs }),
    replicas: broker.replicas,
    max_bytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
  })

/**
 * An existing bucket gets the configured size and replicas, as a stream does (`ensureStream`). Returns whether it has
 * them: what the server refuses now is tried again later, and the bucket used as it is.
 */
async function applyLimits(broker: Broker, options: KeyValueOptions, kv: KV): Promise<boolean> {
  const { timeoutMs: timeout = DEFAULT_TIMEOUT_MS, maxBytes: max_bytes = DEFAULT_MAX_BYTES } = options
  const { replicas: num_replicas } = broker
  const { name, ...given } = (await kv.status()).streamInfo.config
  if (given.max_bytes === max_bytes && given.num_replicas === num_replicas) return true
  const { streams } = await broker.client.jetstreamManager({ timeout, checkAPI: false })
  try {
    await streams.update(name, { max_bytes, num_replicas })
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    broker.log.warn({ err: error, bucket: options.bucket }, 'NATS refuses our limits for a bucket; it is used as it is')
    return false
  }
}

/** No stream listens to the bucket's subjects any more. */
const isBucketGone = (error: unknown): boolean =>
  error instanceof NatsError && (error.code === '503' || error.message === 'stream not found')
