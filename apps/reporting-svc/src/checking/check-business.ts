import type { Database, Tx } from '@pacioli/db'
import type { CloudEvent } from '@pacioli/events'
import type { Finding } from '@pacioli/events/check-command'
import { lockEditions, loadEditions } from '../read-models/edition.store.ts'
import { schemaOf, type Edition } from '../read-models/models.ts'
import { buildEdition, type RebuildOptions, type Source } from '../rebuild/rebuild-business.ts'
import { differencesBetween, gapsInAuditLog, gapsInFeed, sumsUnlikeLines } from './compare-editions.store.ts'

export type CheckOptions = Pick<RebuildOptions, 'model' | 'clock' | 'newId'> & {
  say?: (what: string) => void
  /** How long an event may be on its way before its effect counts as missing. */
  arrivesWithinMs?: number
}

const ARRIVES_WITHIN_MS = 30_000
const POLL_MS = 500

const READ_MODELS = 'read models are what the owners tell'

/**
 * The findings of the read models of a business and of its feed. A second edition is built from the owners beside the served one,
 * receives the same events, is compared row by row, and is removed. Writes may continue: differences are compared again for as
 * long as an event may be on its way.
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
  const feed = await db.transact({ businessId }, async (tx) => [
    ...(await gapsInFeed(tx, businessId)),
    ...(await gapsInAuditLog(tx, businessId)),
  ])
  if (!business)
    return [
      ...feed,
      { invariant: 'the ledger has the business', detail: 'there are read models of it, and no business' },
    ]
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
    return [...feed, { unchecked: READ_MODELS, reason: 'another process is rebuilding them; check again' }]
  return made.kind === 'BUILT' ? [...feed, ...made.result] : feed
}

/** Under the lock: no events are applied to editions meanwhile. */
async function compare(tx: Tx, businessId: string, made: Edition): Promise<Finding[]> {
  await lockEditions(tx, businessId)
  const { served } = await loadEditions(tx, businessId, made.model)
  if (!served) return [{ unchecked: READ_MODELS, reason: 'they are not built yet for this release; check again' }]
  const servedSchema = tx.schema(schemaOf(served))
  return [
    ...(await differencesBetween(tx, businessId, servedSchema, tx.schema(schemaOf(made)))),
    ...(await sumsUnlikeLines(tx, businessId, servedSchema)),
  ]
}
