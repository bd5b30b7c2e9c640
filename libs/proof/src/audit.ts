/** One audit of a business: what does not hold is stored, and told of by an event. */
import type { Database, Tx } from '@pacioli/db'
import { domainEvent, stageEvents, type StagedEvent } from '@pacioli/events'
import type { Finding } from '@pacioli/events/check-command'
import type { Tenant } from '@pacioli/rpc'
import {
  addViolations,
  countRows,
  findOpenOf,
  lease,
  release,
  updateViolations,
  type Scope,
  type Violation,
} from './proof.store.ts'
import { judge, violated } from './violation.ts'

/** What a service checks of a business. @throws ServiceUnavailable where another service does not answer */
export type Check = (tenant: Tenant) => Promise<readonly Finding[]>

/** What a service has audited. */
export type Audited = {
  /** The service, as the logs of its history are called; of reporting REPORTING. */
  keptBy: 'LEDGER' | 'BANKING' | 'BILLING' | 'REPORTING'
  checks: Readonly<Record<Scope, Check | undefined>>
  /** The invariants that the check functions of its database do not name. */
  named: Readonly<Record<Scope, readonly string[]>>
  /** The tables whose rows are counted. */
  tables: readonly string[]
}

export type AuditOptions = Audited & {
  /** As the role of the service, for audits alone: a long one takes no connection from requests. */
  db: Database
  clock: () => Date
  newId: () => string
  /** Wakes the outbox relay. */
  notify: () => void
}

/** Longer than any audit takes; if the process is killed, another one takes over after that. */
const LEASE_MS = 3_600_000

/** `UNSURE` is to be looked at again; `BUSY` is audited by another process, or was a moment ago. */
export type Outcome = { kind: 'BUSY' } | { kind: 'UNSURE' } | { kind: 'DONE'; violations: number }

/**
 * Audits a business.
 * @param before only if the last audit began before that
 * @param isSure whether an invariant that was not known to be wrong counts as wrong already
 */
export async function audit(
  { db, clock, newId, notify, keptBy, checks, tables }: AuditOptions,
  tenant: Tenant,
  { scope, before }: { scope: Scope; before?: Date },
  isSure: (invariants: ReadonlySet<string>) => (invariant: string) => boolean,
): Promise<Outcome> {
  const check = checks[scope]
  if (!check) return { kind: 'DONE', violations: 0 }
  const { businessId } = tenant
  const began = clock()
  const startedMs = performance.now()
  const leased = await db.transact({ businessId }, (tx) =>
    lease(tx, { scope, clientId: tenant.clientId, now: began, until: new Date(began.getTime() + LEASE_MS), before }),
  )
  if (!leased) return { kind: 'BUSY' }
  let isReleased = false
  try {
    const findings = await check(tenant)
    const all = violated(findings)
    const unchecked = new Set(findings.flatMap((one) => ('unchecked' in one ? one.unchecked : [])))
    const outcome = await db.transact({ businessId }, async (tx) => {
      const [open, rowCount] = await Promise.all([findOpenOf(tx, scope), countRows(tx, tables)])
      const known = new Set(open.map(({ invariant }) => invariant))
      const sure = isSure(new Set([...all.keys()].filter((invariant) => !known.has(invariant))))
      const found = new Map([...all].filter(([invariant]) => known.has(invariant) || sure(invariant)))
      const judged = judge(found, open, unchecked, { businessId, scope, now: clock(), heldAt: leased.auditedAt, newId })
      await store(tx, keptBy, judged, newId, notify)
      const isWhole = found.size === all.size && unchecked.size === 0
      const tookMs = performance.now() - startedMs
      release(tx, scope, isWhole ? { auditedAt: began, through: leased.through, rowCount, tookMs } : undefined)
      return isWhole ? { kind: 'DONE' as const, violations: found.size } : { kind: 'UNSURE' as const }
    })
    isReleased = true
    return outcome
  } finally {
    // Where the database is away, the lease ends by itself.
    if (!isReleased)
      await db.transact({ businessId }, async (tx) => release(tx, scope, undefined)).catch(() => undefined)
  }
}

async function store(
  tx: Tx,
  keptBy: Audited['keptBy'],
  { added, seen, resolved }: ReturnType<typeof judge>,
  newId: () => string,
  notify: () => void,
): Promise<void> {
  await Promise.all([addViolations(tx, added), updateViolations(tx, [...seen, ...resolved])])
  const events = [
    ...added.map((one) => violationEvent(keptBy, one, 'found', newId())),
    ...resolved.map((one) => violationEvent(keptBy, one, 'resolved', newId())),
  ]
  if (events.length === 0) return
  await stageEvents(tx, events)
  tx.afterCommit(notify)
}

function violationEvent(
  keptBy: Audited['keptBy'],
  violation: Violation,
  type: 'found' | 'resolved',
  id: string,
): StagedEvent {
  const { businessId, version, seenAt, heldAt, foundAt, resolvedAt } = violation
  return domainEvent({
    id,
    time: resolvedAt ?? seenAt,
    service: keptBy.toLowerCase(),
    businessId,
    aggregateType: 'violation',
    aggregateId: violation.id,
    version,
    type,
    data: {
      id: violation.id,
      business_id: businessId,
      kept_by: keptBy,
      invariant: violation.invariant,
      row_count: violation.rowCount,
      rows: violation.details,
      held_at: heldAt?.toISOString() ?? null,
      found_at: foundAt.toISOString(),
      resolved_at: resolvedAt?.toISOString() ?? null,
    },
  })
}
