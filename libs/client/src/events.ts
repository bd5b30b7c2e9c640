/** Reads the feed of a business from where a reader stands. */
import type { AnyEvent, Answer, PacioliEvent } from './types.ts'
import type { World } from './world.ts'

export interface FeedOptions {
  /** The position that was read up to; from the oldest event kept unless given. */
  after?: number
  /** `invoice`, or `invoice.voided`; all unless given. */
  type?: string[]
  /** Events of a page, 100 unless given. */
  limit?: number
  /** Milliseconds until the feed is looked at again at its end, for ever; without it the reading ends there. */
  everyMs?: number
  signal?: AbortSignal
}

export interface FeedPage {
  events: readonly PacioliEvent[]
  /** To be kept with what was made of the events: where the next reading begins. */
  after: number
}

type FeedBody = { data: readonly AnyEvent[]; meta: { pagination: { cursor: string; has_more: boolean } } }

/** @throws PacioliError `EventsPurged` where what comes after the position is not kept any more */
export async function* feedOf(
  ask: (after?: number) => Promise<Answer<FeedBody>>,
  { after: first, everyMs, signal }: FeedOptions,
  world: World,
): AsyncGenerator<FeedPage, void> {
  let after = first
  for (;;) {
    const { body } = await ask(after)
    const { cursor, has_more } = body.meta.pagination
    const reached = Number(cursor)
    if (body.data.length > 0 || reached !== after)
      yield { events: body.data as readonly PacioliEvent[], after: reached }
    after = reached
    if (has_more) continue
    if (everyMs === undefined) return
    await world.sleep(everyMs, signal)
  }
}
