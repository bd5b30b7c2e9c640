/** What was not applied: businesses with the reason, and those that have to wait until their dependencies answer. */
export type Outcome = {
  left: ReadonlyMap<string, unknown>
  outage?: { businessIds: readonly string[]; error: unknown }
}

/**
 * Applies what several businesses have, together if possible. When that fails, they are split into as many parts as each
 * has businesses, and few of them into single ones; parts that fail are split again. So the one at fault is soon alone,
 * and the others are applied. By halves, a lock that is held would be waited for eight times among a hundred; this way
 * three times. Pure.
 * @param apply applies a part, all or nothing of a business; returns those it left out, or throws and applied none
 * @param answers whether the dependencies of all answer: if not, a failure says nothing about a business
 */
export async function applyInParts(
  businessIds: readonly string[],
  apply: (part: readonly string[]) => Promise<ReadonlyMap<string, unknown>>,
  answers: () => Promise<boolean>,
): Promise<Outcome> {
  const left = new Map<string, unknown>()
  const parts = [businessIds]
  for (let part = parts.shift(); part; part = parts.shift())
    try {
      for (const [businessId, reason] of await apply(part)) left.set(businessId, reason)
    } catch (error) {
      if (!(await answers())) return { left, outage: { businessIds: [part, ...parts].flat(), error } }
      if (part.length > 1) parts.unshift(...split(part))
      else for (const businessId of part) left.set(businessId, error)
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
