/** What was not applied: businesses with the reason, and those that have to wait until their dependencies answer. */
export type Outcome = {
  left: ReadonlyMap<string, unknown>
  outage?: { businessIds: readonly string[]; error: unknown }
}

/**
 * How long a transaction of several businesses waits for a lock: the others don't wait for the one whose rows are held,
 * which then comes alone. Replicas share businesses, and wait for each other all the time, for less than `first`. Once
 * that has passed, what remains is to find who is held: many are where a replica hangs. One that comes alone may wait
 * longer, but not in a place that others need: it is tried again later.
 */
export const LOCK_TIMEOUTS_MS = { first: 300, again: 20, alone: 2_000 }

/**
 * Applies what several businesses have, together if possible. When that fails, they are split into as many parts as each
 * has businesses, and few of them into single ones; parts that fail are split again, after the other parts. So those at
 * fault are soon alone, and the others are applied. One that fails by itself is tried once more when all others are done:
 * another replica may have held it for a moment. By halves, a lock that is held would be waited for eight times among a
 * hundred; this way four times, and long only once. Pure.
 * @param apply applies a part, all or nothing of a business, and waits so long for a lock; returns those it left out, or
 *   throws and applied none
 * @param answers whether the dependencies of all answer: if not, a failure says nothing about a business
 */
export async function applyInParts(
  businessIds: readonly string[],
  apply: (part: readonly string[], lockTimeoutMs: number) => Promise<ReadonlyMap<string, unknown>>,
  answers: () => Promise<boolean>,
): Promise<Outcome> {
  const left = new Map<string, unknown>()
  const parts = [businessIds]
  const suspects = new Set<readonly string[]>()
  let lockTimeoutMs = LOCK_TIMEOUTS_MS.first
  for (let part = parts.shift(); part; part = parts.shift())
    try {
      for (const [businessId, reason] of await apply(part, lockTimeoutMs)) left.set(businessId, reason)
    } catch (error) {
      if (!(await answers())) return { left, outage: { businessIds: [part, ...parts].flat(), error } }
      lockTimeoutMs = LOCK_TIMEOUTS_MS.again
      if (part.length > 1) parts.push(...split(part))
      else if (part !== businessIds && !suspects.has(part)) {
        suspects.add(part)
        parts.push(part)
      } else for (const businessId of part) left.set(businessId, error)
    }
  return { left }
}

/** So many are tried one by one. */
const FEW = 16

function split(part: readonly string[]): string[][] {
  const size = part.length > FEW ? Math.floor(Math.sqrt(part.length)) : 1
  return Array.from({ length: Math.ceil(part.length / size) }, (_, index) =>
    part.slice(index * size, (index + 1) * size),
  )
}
