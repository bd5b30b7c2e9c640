import { Database } from '@pacioli/db'
import type { Implementation } from '@pacioli/rpc'
import type { Logger, Registry, ServiceLifecycle } from '@pacioli/service'
import type { Audited } from './audit.ts'
import { Auditor, type AuditorOptions } from './auditor.ts'
import type { Auditing } from './configuration.ts'
import { observeAudits } from './observe-audits.ts'
import { proofRpc, type Meet } from './proof.rpc.ts'

/** A check reads all of a business in one statement. */
const STATEMENT_TIMEOUT_MS = 3_600_000

/** What was touched beside what may take long. */
const AT_ONCE = 2

export type StartOptions = Omit<Audited, 'checks'> & {
  service: string
  databaseUrl: string
  relayDb: Database
  auditing: Auditing
  metrics: Registry
  log: Logger
  /** @param db as the role of the service, for audits alone */
  checks: (db: Database) => Audited['checks']
} & Pick<AuditorOptions, 'loadPage' | 'clock' | 'newId' | 'notify'>

/** Starts auditing; returns who is to be told of what has changed, and what serves the findings when it is given how a business is met. */
export function startAuditor(
  { service, databaseUrl, auditing, metrics, checks, ...options }: StartOptions,
  life: ServiceLifecycle,
): { auditor: Auditor; rpc: (meet?: Meet) => Implementation; db: Database } {
  const db = new Database({
    url: databaseUrl,
    applicationName: `${service} audits`,
    poolSize: AT_ONCE,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  life.onStop('the database of audits', () => db.close())
  const audited = { ...options, ...auditing, db, checks: checks(db) }
  const auditor = new Auditor(audited)
  life.onStop('audits', () => auditor.stop())
  observeAudits(metrics, { ...audited, auditor })
  return { auditor, rpc: (meet) => proofRpc({ ...audited, ask: auditor.ask, meet }), db }
}
