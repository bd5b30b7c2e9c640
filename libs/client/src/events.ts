/** Reads the feed of a business from a position. */
import type { AnyEvent, Answer, PacioliEvent } from './types.ts'
import type { World } from './world.ts'

export interface FeedOptions {
  /** The position read last; by default the feed is read from its oldest event. */
  after?: number
  /** `invoice`, or `invoice.voided`; all by default. */
  type?: string[]
  /** Events of a page, 100 by default. */
  limit?: number
  /** Milliseconds between reads at the end of the feed, which then never ends; without it reading ends there. */
  everyMs?: number
  signal?: AbortSignal
}

export interface FeedPage {
  events: readonly PacioliEvent[]
  /** Where the next reading begins; store it with the results of the events. */
  after: number
}

type FeedBody = { data: readonly AnyEvent[]; meta: { pagination: { cursor: string; has_more: boolean } } }

/** @throws PacioliError `EventsPurged` where events after the position are no longer kept */
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
