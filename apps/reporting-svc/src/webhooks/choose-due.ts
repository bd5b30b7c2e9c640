/** Which of what is due to take: pure. */
import type { Due } from './due.store.ts'

/** How many requests may be under way: in all, of one client, and of one webhook. */
export type DeliveryLimits = { inAll: number; perClient: number; perWebhook: number }

type Taken = Pick<Due, 'clientId' | 'webhookId'>

/**
 * The longest due first, but never more of one webhook or one client at a time than its share: one that hangs takes
 * nobody's place, nor does a client with many of them, however long its backlog has waited.
 * @param busy what is under way
 */
export function chooseDue(
  due: readonly Due[],
  busy: Iterable<Taken>,
  { inAll, perClient, perWebhook }: DeliveryLimits,
): Due[] {
  const taken = new Map<string, number>()
  const countOf = (key: string): number => taken.get(key) ?? 0
  const take = ({ clientId, webhookId }: Taken): void => {
    for (const key of [clientId, webhookId]) taken.set(key, countOf(key) + 1)
    left -= 1
  }
  let left = inAll
  for (const one of busy) take(one)
  const chosen: Due[] = []
  for (const one of [...due].sort((a, b) => a.since.getTime() - b.since.getTime())) {
    if (left <= 0) break
    if (countOf(one.clientId) >= perClient || countOf(one.webhookId) >= perWebhook) continue
    take(one)
    chosen.push(one)
  }
  return chosen
}
