/** Makes read models anew that are of an earlier release, while the service runs. */
import type { Database } from '@pacioli/db'
import type { Logger } from '@pacioli/service'
import { listOutdated } from '../businesses/business.store.ts'
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
 * Rebuilds one outdated business after the other until there is none left. Several replicas may do the same: one waits for
 * the other and makes the business anew once more, which changes nothing. Resolves when nothing is left or it was stopped.
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

async function run({ relay, db, source, log, pauseMs = 5_000 }: KeepCurrent, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    try {
      const outdated = new Set(await relay.transact({}, listOutdated))
      if (outdated.size === 0) return
      log.info({ businesses: outdated.size }, 'Making read models of an earlier release anew')
      for (const business of await listBusinesses(source.ledgerReplay)) {
        if (ending.aborted) return
        if (outdated.has(business.subject)) await rebuildBusiness(db, source, business, () => ending.throwIfAborted())
      }
    } catch (error) {
      if (ending.aborted) return
      log.warn({ err: error }, 'A read model could not be made anew yet; trying again')
    }
    await pause(pauseMs, ending)
  }
}

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
