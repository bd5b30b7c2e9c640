/** In which order events are appended: pure. */
import type { FeedEvent } from './feed-event.ts'

type Versioned = Pick<FeedEvent, 'aggregateType' | 'aggregateId' | 'version'>

/** Names an aggregate within its business. */
export const aggregateKey = ({ aggregateType, aggregateId }: Omit<Versioned, 'version'>): string =>
  `${aggregateType} ${aggregateId}`

/** The same events: each aggregate keeps its places among the others, and has its versions in them in their order. */
export function inVersionOrder<Event extends Versioned>(events: readonly Event[]): Event[] {
  const queues = Map.groupBy(events, aggregateKey)
  for (const queue of queues.values()) queue.sort((a, b) => a.version - b.version)
  return events.flatMap((event) => queues.get(aggregateKey(event))?.shift() ?? [])
}

/** What the feed has of an aggregate: the last version, or nothing. */
export type LastVersions = ReadonlyMap<string, number>

/**
 * Parts what can be appended from what has to wait, because the version before it is still on its way: with several
 * replicas, or after a failure, events may arrive in another order than they were published in.
 * @param isWhole whether the feed has all of the business; else the first that it sees of an aggregate is no gap
 */
export function splitByGaps<Event extends Versioned>(
  events: readonly Event[],
  last: LastVersions,
  isWhole: boolean,
): { ready: Event[]; early: Event[] } {
  const reached = new Map(last)
  const ready: Event[] = []
  const early: Event[] = []
  for (const event of inVersionOrder(events)) {
    const key = aggregateKey(event)
    const before = reached.get(key) ?? (isWhole ? 0 : event.version - 1)
    if (event.version > before + 1) {
      early.push(event)
      continue
    }
    ready.push(event)
    reached.set(key, Math.max(before, event.version))
  }
  return { ready, early }
}
