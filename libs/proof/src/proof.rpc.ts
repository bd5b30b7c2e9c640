/** ProofService, for each service that audits what it keeps. */
import type { Database } from '@pacioli/db'
import { ProofService, type Invariant } from '@pacioli/protos/history'
import { implement, tenantOf, type CallContext, type Implementation, type Tenant } from '@pacioli/rpc'
import type { Audited } from './audit.ts'
import { findAudits, findOpen, readInvariants, type Audit, type Scope, type Violation } from './proof.store.ts'

/** Makes a business known to a service that has nothing of it yet, and so has not audited it. @throws BusinessNotFound */
export type Meet = (context: CallContext & Tenant) => Promise<unknown>

type ProofOptions = Pick<Audited, 'keptBy' | 'named' | 'checks'> & {
  /** As the role of the service. */
  db: Database
  /** Puts the business first in turn. */
  ask: (businessId: string) => void
  /** Where businesses are not told of by events. */
  meet: Meet | undefined
}

export function proofRpc({ db, keptBy, named, checks, ask, meet }: ProofOptions): Implementation {
  let read: Promise<string[]> | undefined
  /** Those of the check functions do not change while a release runs; one that could not be read is read again. */
  const inDatabase = (): Promise<string[]> =>
    (read ??= readInvariants(db).catch((error: unknown) => {
      read = undefined
      throw error
    }))
  return implement(ProofService, {
    GetProof: async (_request, context) => {
      const tenant = tenantOf(context)
      const [own, { audits, open }] = await Promise.all([
        inDatabase(),
        db.snapshot(tenant, async (tx) => {
          const [audits, open] = await Promise.all([findAudits(tx), findOpen(tx)])
          return { audits, open }
        }),
      ])
      if (audits.length === 0) await meet?.({ ...context, ...tenant })
      ask(tenant.businessId)
      const all: Record<Scope, readonly string[]> = { OWN: [...own, ...named.OWN], ACROSS: named.ACROSS }
      const invariants = (['OWN', 'ACROSS'] as const)
        .filter((scope) => checks[scope])
        .flatMap((scope) => {
          const violations = open.filter((one) => one.scope === scope)
          const audit = audits.find((one) => one.scope === scope)
          // One that is not among the known ones was found by another release.
          const names = new Set([...all[scope], ...violations.map(({ invariant }) => invariant)])
          return [...names].sort().map((name) =>
            toMessage(
              keptBy,
              name,
              audit,
              violations.find(({ invariant }) => invariant === name),
            ),
          )
        })
      const times = invariants.map(({ audited_at }) => audited_at)
      const oldest = times.includes(undefined) ? undefined : times.toSorted().at(0)
      return {
        data: {
          ...(open.length > 0 ? { holds: false } : oldest !== undefined && { holds: true }),
          ...(oldest !== undefined && oldest !== null && { audited_at: oldest }),
          invariants,
        },
      }
    },
  })
}

function toMessage(
  keptBy: string,
  invariant: string,
  audit: Audit | undefined,
  violation: Violation | undefined,
): Invariant {
  const auditedAt = audit?.auditedAt
  const heldAt = violation ? violation.heldAt : auditedAt
  return {
    invariant,
    kept_by: keptBy,
    ...((auditedAt || violation) && { holds: violation === undefined }),
    ...(heldAt && { held_at: heldAt.toISOString() }),
    ...(audit &&
      auditedAt && {
        audited_at: auditedAt.toISOString(),
        through: audit.through,
        row_count: audit.rowCount,
      }),
    ...(violation && {
      violation: {
        id: violation.id,
        row_count: violation.rowCount,
        rows: violation.details,
        found_at: violation.foundAt.toISOString(),
      },
    }),
  }
}
