/** Chooses which due deliveries to send. Pure. */
import type { Due } from './due.store.ts'

/** How many requests may be in flight: in all, of one client, and of one webhook. */
export type DeliveryLimits = { inAll: number; perClient: number; perWebhook: number }

type Taken = Pick<Due, 'clientId' | 'webhookId'>

/**
 * The longest due first, but never more of one webhook or client at a time than its share: neither a webhook that hangs nor a
 * client with a long backlog takes the capacity of others.
 * @param busy those in flight
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
    remaining -= 1
  }
  let remaining = inAll
  for (const one of busy) take(one)
  const chosen: Due[] = []
  for (const one of [...due].sort((a, b) => a.since.getTime() - b.since.getTime())) {
    if (remaining <= 0) break
    if (countOf(one.clientId) >= perClient || countOf(one.webhookId) >= perWebhook) continue
    take(one)
    chosen.push(one)
  }
  return chosen
}

/**
 * Some of each webhook, in the order in which its businesses have their turns: those after the last one served, and then from the
 * beginning. What the parts of a cluster have found is so what one server would.
 * @param reached by webhook, the last business that was served
 */
export function inTurn(first: readonly Due[], reached: ReadonlyMap<string, string>, perWebhook: number): Due[] {
  return [...Map.groupBy(first, ({ webhookId }) => webhookId)].flatMap(([webhookId, some]) => {
    const last = reached.get(webhookId) ?? ''
    const turn = ({ businessId }: Due): string => `${businessId > last ? 0 : 1}${businessId}`
    return some.sort((a, b) => (turn(a) < turn(b) ? -1 : 1)).slice(0, perWebhook)
  })
}
