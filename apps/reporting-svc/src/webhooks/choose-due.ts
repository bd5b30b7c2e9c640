/** Which of what is due to take: pure. */
import type { Due } from './due.store.ts'

export type Room = { inAll: number; perWebhook: number }

/**
 * The longest due first, but never more of one webhook at a time than its share: one that hangs takes nobody's place.
 * @param busy how many requests to each webhook are under way
 */
export function chooseDue(due: readonly Due[], busy: ReadonlyMap<string, number>, { inAll, perWebhook }: Room): Due[] {
  const taken = new Map(busy)
  let left = inAll - [...busy.values()].reduce((sum, count) => sum + count, 0)
  const chosen: Due[] = []
  for (const one of [...due].sort((a, b) => a.since.getTime() - b.since.getTime())) {
    const count = taken.get(one.webhookId) ?? 0
    if (left <= 0) break
    if (count >= perWebhook) continue
    taken.set(one.webhookId, count + 1)
    left -= 1
    chosen.push(one)
  }
  return chosen
}
