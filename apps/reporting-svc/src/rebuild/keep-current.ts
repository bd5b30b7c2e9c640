/** Builds missing read models of the newest model, and finishes abandoned builds, while the service runs. */
import type { Database } from '@pacioli/db'
import type { Logger } from '@pacioli/service'
import { listUnfinished } from '../read-models/edition.store.ts'
import { listBusinesses, rebuildBusiness, type RebuildOptions, type Source } from './rebuild-business.ts'

export type KeepCurrent = Pick<RebuildOptions, 'model' | 'clock' | 'newId' | 'follow'> & {
  /** Sees the businesses of all clients. */
  relay: Database
  db: Database
  source: Source
  log: Logger
  /** Between two rounds; 5 seconds unless given, and longer while nothing succeeds. */
  pauseMs?: number
}

const FIRST_RETRY_MS = 500
const MAX_PAUSE_MS = 60_000
/** A business that the ledger does not know is tried again after so long. */
const UNKNOWN_BUSINESS_RETRY_MS = 600_000

/**
 * Builds one business after the other, and repeats: replicas of another release can add unfinished businesses at any time. A
 * business that fails is tried again in the next round and holds up no other. Replicas share the work, each with another business.
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
  const unknown = new Map<string, number>()
  let failures = 0
  while (!ending.aborted) {
    try {
      failures = (await round(options, unknown, ending)) === 0 ? 0 : failures + 1
    } catch (error) {
      failures += 1
      if (!ending.aborted && failures === 1) log.warn({ err: error }, 'Read models cannot be built yet; trying again')
    }
    await pause(failures === 0 ? pauseMs : retryAfter(failures, pauseMs), ending)
  }
}

/** Soon at first: a dependency may not be up yet. */
const retryAfter = (failures: number, pauseMs: number): number =>
  Math.min(Math.min(pauseMs, FIRST_RETRY_MS) * 2 ** (failures - 1), MAX_PAUSE_MS)

/** Tries each unfinished business once; returns how many failed. */
async function round(options: KeepCurrent, unknown: Map<string, number>, ending: AbortSignal): Promise<number> {
  const { relay, db, source, log, model, clock } = options
  const now = clock().getTime()
  const parts = await relay.parts()
  const listed = await Promise.all(parts.map((part) => part.transact({}, (tx) => listUnfinished(tx, model, clock()))))
  const unfinished = new Set(listed.flat().filter((id) => (unknown.get(id) ?? 0) <= now - UNKNOWN_BUSINESS_RETRY_MS))
  if (unfinished.size === 0) return 0
  log.info({ businesses: unfinished.size, model }, 'Rebuilding read models beside those that are served')
  let failed = 0
  for (const business of await listBusinesses(source.ledgerReplay)) {
    if (!unfinished.delete(business.subject)) continue
    try {
      await rebuildBusiness(db, source, business, { ...options, signal: ending, onlyIfMissing: true })
    } catch (error) {
      if (ending.aborted) return failed
      failed += 1
      log.warn({ err: error, business_id: business.subject }, 'A read model could not be rebuilt; trying again')
    }
  }
  // What remains, the ledger does not know.
  for (const id of unfinished) unknown.set(id, now)
  return failed
}

/** Waits so long, or until the service stops. */
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
