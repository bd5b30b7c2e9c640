/** Makes read models anew that are of an earlier release, while the service runs. */
import type { Database, Tx } from '@pacioli/db'
import type { Logger } from '@pacioli/service'
import { findBusiness, listOutdated } from '../businesses/business.store.ts'
import { listBusinesses, rebuildBusiness, type Source } from './rebuild-business.ts'

export type KeepCurrent = {
  /** Sees the businesses of all clients. */
  relay: Database
  /** With a patience that no request has. */
  db: Database
  source: Source
  log: Logger
  /** After so long an owner that did not answer is asked again; 5 seconds unless given. */
  pauseMs?: number
}

/**
 * Rebuilds one outdated business after the other until there is none left that the ledger knows. One that fails is tried
 * again in the next round; the others go on. Several replicas may do the same: whoever comes second finds the business
 * current. Resolves when nothing is left or it was stopped.
 */
export function keepCurrent(options: KeepCurrent): { stop: () => Promise<void> } {
  const ending = new AbortController()
  const done = run(options, ending.signal)
  return {
    stop: async () => {
      ending.abort()
      await done
    },
  }
}

async function run(options: KeepCurrent, ending: AbortSignal): Promise<void> {
  const { log, pauseMs = 5_000 } = options
  while (!ending.aborted) {
    try {
      if ((await round(options, ending)) === 'done') return
    } catch (error) {
      if (!ending.aborted) log.warn({ err: error }, 'Read models of an earlier release cannot be made anew yet')
    }
    await pause(pauseMs, ending)
  }
}

/** Each outdated business once; done if none is left. */
async function round({ relay, db, source, log }: KeepCurrent, ending: AbortSignal): Promise<'done' | 'again'> {
  const outdated = new Set(await relay.transact({}, listOutdated))
  if (outdated.size === 0) return 'done'
  log.info({ businesses: outdated.size }, 'Making read models of an earlier release anew')
  let left = 0
  for (const business of await listBusinesses(source.ledgerReplay)) {
    if (!outdated.has(business.subject)) continue
    try {
      await rebuildBusiness(db, source, business, () => ending.throwIfAborted(), isCurrent)
    } catch (error) {
      if (ending.aborted) return 'again'
      left += 1
      log.warn({ err: error, business_id: business.subject }, 'A read model could not be made anew; trying again')
    }
  }
  // Those that the ledger does not know stay as they are.
  return left === 0 ? 'done' : 'again'
}

/** Somebody else was first. */
const isCurrent = async (tx: Tx, businessId: string): Promise<boolean> =>
  (await findBusiness(tx, businessId))?.isCurrent ?? false

/** A while, or until the end. */
const pause = (ms: number, ending: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(over, ms)
    function over(): void {
      clearTimeout(timer)
      ending.removeEventListener('abort', over)
      resolve()
    }
    ending.addEventListener('abort', over)
    if (ending.aborted) over()
  })
