import type { Database } from '@pacioli/db'
import type { Broker } from './connect.ts'
import { readPublished, type PublishedMark } from './outbox.store.ts'
import { STREAM } from './stream.ts'

/**
 * Where relays report their progress. Not stored anywhere: it is only ever about now. Under a prefix that every user of
 * NATS may publish to and subscribe to, and outside the subjects that the stream stores.
 */
const SUBJECT = '_INBOX.pacioli.published'
const TELL_MS = 1_000

/** The owner of the outbox: the name of its database. */
export type Owner = string

export type TellPublishedOptions = { db: Database; broker: Broker; owner: Owner; everyMs?: number }

/**
 * Reports once a second how far an owner's outbox is published, as long as the database and NATS answer. Without
 * reports nothing newer is known. Returns a function that stops it.
 */
export function tellPublished({ db, broker, owner, everyMs = TELL_MS }: TellPublishedOptions): () => Promise<void> {
  let telling: Promise<void> | undefined
  const tell = async (): Promise<void> => {
    try {
      const mark = broker.connected ? await readPublishedOfAll(db) : undefined
      if (mark) broker.client.publish(`${SUBJECT}.${owner}`, JSON.stringify(mark))
    } catch {
      // The next report follows.
    }
  }
  const timer = setInterval(() => {
    telling ??= tell().finally(() => (telling = undefined))
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await telling
  }
}

/** How far all nodes are published: as far as the one that is behind; undefined while that of one is not known. */
async function readPublishedOfAll(db: Database): Promise<PublishedMark | undefined> {
  const marks = await Promise.all((await db.nodes()).map((node) => readPublished(node, STREAM)))
  return marks.reduce((all, mark) =>
    all && mark && all.created === mark.created
      ? {
          through: all.through < mark.through ? all.through : mark.through,
          created: all.created,
          sequence: Math.max(all.sequence, mark.sequence),
        }
      : undefined,
  )
}

/** Receives the reports of all owners. Returns a function that stops it. */
export function hearPublished(broker: Broker, onMark: (owner: Owner, mark: PublishedMark) => void): () => void {
  let stop = (): void => undefined
  const forget = broker.onConnected(() => {
    stop()
    const subscription = broker.client.subscribe(`${SUBJECT}.*`, {
      callback: (error, message) => {
        const mark = error ? undefined : markIn(message.data)
        if (mark) onMark(message.subject.slice(SUBJECT.length + 1), mark)
      },
    })
    stop = () => subscription.unsubscribe()
  })
  return () => {
    forget()
    stop()
  }
}

function markIn(data: Uint8Array): PublishedMark | undefined {
  try {
    const { through, created, sequence } = JSON.parse(new TextDecoder().decode(data)) as Record<string, unknown>
    const at = new Date(String(through))
    if (typeof created !== 'string' || typeof sequence !== 'number' || Number.isNaN(at.getTime())) return undefined
    return { through: at, created, sequence }
  } catch {
    return undefined
  }
}
