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
  lockFindings,
  moveTouched,
  release,
  updateViolations,
  type Progress,
  type Range,
  type Scope,
  type Violation,
} from './proof.store.ts'
import type { Suspecting } from './suspects.ts'
import { judge, violated } from './violation.ts'

/** What a service checks of a business. @throws ServiceUnavailable where another service does not answer */
export type Check = (tenant: Tenant) => Promise<readonly Finding[]>

/** What is wrong of what records of these ranges have touched; as the role for several businesses. */
export type CheckTouched = (
  tx: Tx,
  ranges: readonly Range[],
) => Promise<readonly { businessId: string; invariant: string; detail: string }[]>

/** What a service has audited. */
export type Audited = {
  /** The service, as the logs of its history are called; of reporting REPORTING. */
  keptBy: 'LEDGER' | 'BANKING' | 'BILLING' | 'REPORTING'
  checks: Readonly<Record<Scope, Check | undefined>>
  /** Of what a service keeps by itself, what can be checked at the cost of what was touched: some of the same invariants. */
  checkTouched?: CheckTouched
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

/**
 * `UNSURE` is to be looked at again, soon unless an earlier look was `DONE` by this one; `BUSY` is audited by another process, or was a
 * moment ago.
 */
export type Outcome = { kind: 'BUSY' } | { kind: 'UNSURE'; isDone: boolean } | { kind: 'DONE'; violations: number }

/**
 * Audits a business as a whole. Of books that are always written to something is under way at each look: one counts once nothing is
 * left of what it suspected.
 * @param before only if the last audit began before that
 */
export async function audit(
  { db, clock, newId, notify, keptBy, checks, tables }: AuditOptions,
  tenant: Tenant,
  { scope, before }: { scope: Scope; before?: Date },
  suspects: Suspecting,
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
    const unchecked = new Set(findings.flatMap((one) => ('unchecked' in one ? (one.of ?? one.unchecked) : [])))
    const outcome = await db.transact({ businessId }, async (tx) => {
      const [, open, rowCount] = await Promise.all([
        lockFindings(tx, scope),
        findOpenOf(tx, scope),
        countRows(tx, tables),
      ])
      const found = those(all, open, suspects)
      const about = { businessId, scope, began, now: clock(), heldAt: leased.auditedAt, newId }
      const judged = judge(found, open, unchecked, about)
      await store(tx, keptBy, judged, newId, notify)
      // One that was found by what was touched meanwhile is looked at again.
      const isJudged = open.length === judged.seen.length + judged.resolved.length
      const isSure = rowsOf(found) === rowsOf(all)
      const look = { auditedAt: began, through: leased.through, rowCount, tookMs: performance.now() - startedMs }
      const isChecked = unchecked.size === 0 && isJudged
      const done = isChecked && isSure ? look : suspects.cleared(isChecked ? look : undefined)
      release(tx, scope, done)
      return done === look
        ? { kind: 'DONE' as const, violations: found.size }
        : { kind: 'UNSURE' as const, isDone: done !== undefined }
    })
    isReleased = true
    return outcome
  } finally {
    // Where the database is away, the lease ends by itself.
    if (!isReleased)
      await db.transact({ businessId }, async (tx) => release(tx, scope, undefined)).catch(() => undefined)
  }
}

/**
 * Audits what records have touched, of several businesses in one transaction; what is wrong of one is stored apart. What it does
 * not find may be wrong all the same, so nothing that was known as wrong is touched.
 * @returns those that may be wrong, to be looked at again
 */
export async function auditTouched(
  { db, clock, newId, notify, keptBy }: AuditOptions,
  checkTouched: CheckTouched,
  of: readonly (Range & Pick<Progress, 'auditedAt'>)[],
  suspectsOf: (businessId: string) => Pick<Suspecting, 'see'>,
): Promise<string[]> {
  const scope = 'OWN'
  const wrong = await db.transactMany({ businessIds: of.map(({ businessId }) => businessId) }, async (tx) => {
    const found = Map.groupBy(await checkTouched(tx, of), ({ businessId }) => businessId)
    moveTouched(
      tx,
      scope,
      of.filter(({ businessId }) => !found.has(businessId)),
    )
    return found
  })
  const unsure: string[] = []
  for (const range of of) {
    const { businessId, auditedAt } = range
    const all = violated(wrong.get(businessId) ?? [])
    if (all.size === 0) suspectsOf(businessId).see(new Map())
    else
      await db.transact({ businessId }, async (tx) => {
        const [, open] = await Promise.all([lockFindings(tx, scope), findOpenOf(tx, scope)])
        const found = those(all, open, suspectsOf(businessId))
        const now = clock()
        const { added } = judge(found, open, new Set(), {
          ...{ businessId, scope, began: now, now, heldAt: auditedAt, newId },
        })
        await store(tx, keptBy, { added, seen: [], resolved: [] }, newId, notify)
        if (rowsOf(found) === rowsOf(all)) moveTouched(tx, scope, [range])
        else unsure.push(businessId)
      })
  }
  return unsure
}

/** Those that count as wrong: what was known as wrong, and what is sure to be. */
function those(
  all: ReadonlyMap<string, readonly string[]>,
  open: readonly Violation[],
  suspects: Pick<Suspecting, 'see'>,
): Map<string, readonly string[]> {
  const known = new Set(open.map(({ invariant }) => invariant))
  const sure = suspects.see(new Map([...all].filter(([invariant]) => !known.has(invariant))))
  return new Map(
    [...all]
      .map(
        ([invariant, rows]) =>
          [invariant, known.has(invariant) ? rows : rows.filter((row) => sure(invariant, row))] as const,
      )
      .filter(([, rows]) => rows.length > 0),
  )
}

const rowsOf = (found: ReadonlyMap<string, readonly string[]>): number =>
  [...found.values()].reduce((sum, rows) => sum + rows.length, 0)

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
