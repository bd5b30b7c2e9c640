/** What was found, compared with what is known to be wrong. Pure. */
import type { Finding } from '@pacioli/events/check-command'
import type { Scope, Violation } from './proof.store.ts'

/** So many rows of a violation are named. */
const NAMED = 20

const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g

/** Which row is named, whatever is said of it: its ids, or what it is called without the figures. */
export const rowNamed = (detail: string): string => detail.match(ID)?.join() ?? detail.replace(/\d+/g, '')

/** The wrong rows of each invariant that does not hold. */
export function violated(findings: readonly Finding[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const finding of findings) {
    if ('unchecked' in finding) continue
    const rows = found.get(finding.invariant) ?? []
    rows.push(finding.detail)
    found.set(finding.invariant, rows)
  }
  return found
}

export type Judged = {
  /** Found anew. */
  added: Violation[]
  /** Still there, with what is wrong now. */
  seen: Violation[]
  /** Known as wrong, and right now. */
  resolved: Violation[]
}

/**
 * @param found the wrong rows by invariant, of those that count
 * @param open what is known to be wrong
 * @param unchecked invariants that could not be checked: what is open of them stays so
 * @param of.began when the audit did: what was seen since, it cannot have found mended
 */
export function judge(
  found: ReadonlyMap<string, readonly string[]>,
  open: readonly Violation[],
  unchecked: ReadonlySet<string>,
  of: { businessId: string; scope: Scope; began: Date; now: Date; heldAt: Date | null; newId: () => string },
): Judged {
  const { businessId, scope, began, now, heldAt, newId } = of
  const known = new Map(open.map((one) => [one.invariant, one]))
  const said = (rows: readonly string[]) => ({ rowCount: rows.length, details: rows.slice(0, NAMED), seenAt: now })
  const added = [...found].flatMap(([invariant, rows]): Violation[] =>
    known.has(invariant)
      ? []
      : [
          {
            businessId,
            id: newId(),
            invariant,
            scope,
            ...said(rows),
            heldAt,
            foundAt: now,
            resolvedAt: null,
            version: 1,
          },
        ],
  )
  const seen = open.flatMap((one) => {
    const rows = found.get(one.invariant)
    return rows ? [{ ...one, ...said(rows) }] : []
  })
  const resolved = open
    .filter(({ invariant, seenAt }) => !found.has(invariant) && !unchecked.has(invariant) && seenAt <= began)
    .map((one) => ({ ...one, resolvedAt: now, version: one.version + 1 }))
  return { added, seen, resolved }
}
