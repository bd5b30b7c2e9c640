/** The order in which events are appended. Pure. */
import type { FeedEvent } from './feed-event.ts'

type Versioned = Pick<FeedEvent, 'aggregateType' | 'aggregateId' | 'version'>

/** Unique within a business. */
export const aggregateKey = ({ aggregateType, aggregateId }: Omit<Versioned, 'version'>): string =>
  `${aggregateType} ${aggregateId}`

/** Sorts the versions of each aggregate among the positions that the aggregate has. */
export function inVersionOrder<Event extends Versioned>(events: readonly Event[]): Event[] {
  const queues = Map.groupBy(events, aggregateKey)
  for (const queue of queues.values()) queue.sort((a, b) => a.version - b.version)
  return events.flatMap((event) => queues.get(aggregateKey(event))?.shift() ?? [])
}

/** The last version of each aggregate in the feed. */
export type LastVersions = ReadonlyMap<string, number>

/**
 * Separates events that can be appended from those that wait for an earlier version: with several replicas, or after a failure,
 * events may arrive in another order than they were published in.
 * @param isWhole whether the feed has all events of the business; else the first version seen of an aggregate is no gap
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
