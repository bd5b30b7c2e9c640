import type { Database, Tx } from '@pacioli/db'
import { NotTogether } from './delivery.ts'
import type { Delivery } from './pending.ts'

/** How a consumer takes in events of several businesses in one transaction. */
export type Together<Read> = {
  /**
   * What the events of a business say: nothing to store, or that they have to come alone. If it throws, they come alone,
   * too, which finds the one at fault.
   */
  read: (businessId: string, deliveries: readonly Delivery[]) => Read | NotTogether | undefined
  /**
   * Stores it: all of them, in the order of the map, in which locks are taken. Returns those that have to come alone, of
   * which it stored nothing, or what may be repeated.
   */
  store: (tx: Tx, read: ReadonlyMap<string, Read>) => Promise<ReadonlyMap<string, NotTogether>>
}

/** Takes in a batch as `handleMany` gets it, as the role for that; see `Database.transactMany`. */
export async function takeInTogether<Read>(
  db: Database,
  { batch, lockTimeoutMs }: { batch: ReadonlyMap<string, readonly Delivery[]>; lockTimeoutMs: number },
  { read, store }: Together<Read>,
): Promise<ReadonlyMap<string, unknown>> {
  const left = new Map<string, unknown>()
  const readable = new Map<string, Read>()
  for (const businessId of [...batch.keys()].sort())
    try {
      const found = read(businessId, batch.get(businessId) ?? [])
      if (found instanceof NotTogether) left.set(businessId, found)
      else if (found !== undefined) readable.set(businessId, found)
    } catch (error) {
      left.set(businessId, error)
    }
  if (readable.size === 0) return left
  for (const businessIds of await db.groupsOf([...readable.keys()])) {
    const group = new Map([...readable].filter(([businessId]) => businessIds.includes(businessId)))
    const alone = await db.transactMany({ businessIds, lockTimeoutMs }, (tx) => store(tx, group))
    for (const [businessId, reason] of alone) left.set(businessId, reason)
  }
  return left
}
