import type { Database, Tx } from '@pacioli/db'
import type { CloudEvent } from '@pacioli/events'
import type { Finding, Violation } from '@pacioli/events/check-command'
import { lockEditions, loadEditions } from '../read-models/edition.store.ts'
import { schemaOf, type Edition } from '../read-models/models.ts'
import { buildEdition, type RebuildOptions, type Source } from '../rebuild/rebuild-business.ts'
import { differencesBetween, gapsInFeed, sumsUnlikeLines } from './compare-editions.store.ts'

export type CheckOptions = Pick<RebuildOptions, 'model' | 'clock' | 'newId'> & {
  say?: (what: string) => void
  /** How long an event may be on its way until what it tells of counts as missing. */
  arrivesWithinMs?: number
}

const ARRIVES_WITHIN_MS = 30_000
const POLL_MS = 500

const READ_MODELS = 'read models are what the owners tell'

/**
 * What is not so of the read models of a business and of its feed. The read models are made once more beside those that are served,
 * of what the owners have, and fed with the same events; then both are compared row by row, and what was made is removed. Others may
 * go on writing: what differs is looked at again for as long as an event may be on its way.
 * @param business as the ledger tells of it; undefined where it has none
 * @throws ServiceUnavailable
 */
export async function checkBusiness(
  db: Database,
  source: Source,
  businessId: string,
  business: CloudEvent | undefined,
  options: CheckOptions,
): Promise<Finding[]> {
  const feed = await db.transact({ businessId }, (tx) => gapsInFeed(tx, businessId))
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
    return [...feed, { unchecked: READ_MODELS, reason: 'they are being made anew by another process; check again' }]
  return made.kind === 'MADE' ? [...feed, ...made.result] : feed
}

/** Nobody takes events into editions meanwhile. */
async function compare(tx: Tx, businessId: string, made: Edition): Promise<Violation[]> {
  await lockEditions(tx, businessId)
  const { served } = await loadEditions(tx, businessId, made.model)
  const kept = served ? schemaOf(served) : 'public'
  return [
    ...(await differencesBetween(tx, businessId, kept, schemaOf(made))),
    ...(await sumsUnlikeLines(tx, businessId, kept)),
  ]
}
