import type { Database, Tx } from '@pacioli/db'
import type { CloudEvent, StagedEvent } from '@pacioli/events'
import type { Finding, Violation } from '@pacioli/events/check-command'
import { checkRows, ROWS_AS_RECORDED, rowsAfter, unpublished } from '@pacioli/history'
import { lockEditions, loadEditions } from '../read-models/edition.store.ts'
import { schemaOf, type Edition } from '../read-models/models.ts'
import { buildEdition, type RebuildOptions, type Source } from '../rebuild/rebuild-business.ts'
import { READ_MODELS } from '../read-models/read-model.store.ts'
import { taskEvent } from '../tasks/task.events.ts'
import type { Task } from '../tasks/task.ts'
import { loadTasksAfter } from '../tasks/task.store.ts'
import {
  asTold,
  AUDIT_LOG_INVARIANTS,
  differencesBetween,
  FEED_INVARIANT,
  gapsInAuditLog,
  gapsInFeed,
  SUMS_INVARIANTS,
  sumsUnlikeLines,
  wrongRecords,
} from './compare-editions.store.ts'

export type CheckOptions = Pick<RebuildOptions, 'model' | 'clock' | 'newId'> & {
  say?: (what: string) => void
  /** How long an event may be on its way before its effect counts as missing. */
  arrivesWithinMs?: number
}

const ARRIVES_WITHIN_MS = 30_000
const POLL_MS = 500

const CURRENT = 'read models are what the owners tell'
const IN_LEDGER = 'the ledger has the business'

/** What `checkOwn` finds violated. */
export const OWN_INVARIANTS = [FEED_INVARIANT, ...AUDIT_LOG_INVARIANTS, ROWS_AS_RECORDED, ...SUMS_INVARIANTS]

const AS_TOLD = READ_MODELS.map(asTold)

/** What the comparison with the owners finds violated. */
export const OWNERS_INVARIANTS = [IN_LEDGER, ...AS_TOLD]

/**
 * The findings of the read models of a business and of its feed.
 * @param business as the ledger replays it; undefined if it has none
 * @throws ServiceUnavailable
 */
export async function checkBusiness(
  db: Database,
  source: Source,
  businessId: string,
  business: CloudEvent | undefined,
  options: CheckOptions,
): Promise<Finding[]> {
  const own = await checkOwn(db, businessId, options.model)
  return [...own, ...(await compareWithOwners(db, source, businessId, business, options))]
}

const stated = (task: Task): StagedEvent => {
  const { id, time } = unpublished()
  return taskEvent(task, 'updated', id, time)
}

/** The findings in the feed, in the audit log, in tasks and their history, and in the sums of the served read models. */
export const checkOwn = (db: Database, businessId: string, model: number): Promise<Violation[]> =>
  db.snapshot({ businessId }, async (tx) => {
    const { served } = await loadEditions(tx, businessId, model)
    return [
      ...(await gapsInFeed(tx, businessId)),
      ...(await gapsInAuditLog(tx, businessId)),
      ...(await wrongRecords(tx, businessId)),
      ...(await checkRows((work) => work(tx), businessId, { task: rowsAfter(loadTasksAfter, stated) })),
      ...(served ? await sumsUnlikeLines(tx, businessId, tx.schema(schemaOf(served))) : []),
    ]
  })

/**
 * The findings of the comparison with the owners. A second edition is built from them beside the served one, receives the same
 * events, is compared row by row, and is removed. Writes may continue: differences are compared again for as long as an event may
 * be on its way.
 * @param business as the ledger replays it; undefined if it has none
 * @throws ServiceUnavailable
 */
export async function compareWithOwners(
  db: Database,
  source: Source,
  businessId: string,
  business: CloudEvent | undefined,
  options: CheckOptions,
): Promise<Finding[]> {
  if (!business) return [{ invariant: IN_LEDGER, detail: 'there are read models of it, and no business' }]
  const { say = () => undefined, arrivesWithinMs = ARRIVES_WITHIN_MS } = options
  const onProgress = (count: number): void => say(`${count} aggregates of its owners`)
  const made = await buildEdition(db, source, business, { ...options, onProgress }, async (edition, renewLease) => {
    const until = performance.now() + arrivesWithinMs
    for (;;) {
      const found = await db.transact({ businessId }, (tx) => compare(tx, businessId, edition))
      if (found.length === 0 || performance.now() >= until) return found
      say('waiting for what may be on its way')
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      await renewLease()
    }
  })
  if (made.kind === 'BUSY')
    return [{ unchecked: CURRENT, of: AS_TOLD, reason: 'another process is rebuilding them; check again' }]
  return made.kind === 'BUILT' ? made.result : []
}

/** Under the lock: no events are applied to editions meanwhile. */
async function compare(tx: Tx, businessId: string, made: Edition): Promise<Finding[]> {
  await lockEditions(tx, businessId)
  const { served } = await loadEditions(tx, businessId, made.model)
  if (!served)
    return [{ unchecked: CURRENT, of: AS_TOLD, reason: 'they are not built yet for this release; check again' }]
  return differencesBetween(tx, businessId, tx.schema(schemaOf(served)), tx.schema(schemaOf(made)))
}
