import type { Database } from '@pacioli/db'
import type { Log } from './connect.ts'
import { emptySlot, findOldSlots, turnToNextSlot } from './event-slots.store.ts'
import { forgetBeyondBudget } from './kept-answers.ts'
import { purgeSome } from './outbox.store.ts'

export type HousekeepingOptions = {
  /** Connected as the relay's role. */
  db: Database
  log: Log
  clock: () => Date
  /** How long sent events stay, in case the stream is lost. */
  keepSentDays?: number
}

const HOUR_MS = 3_600_000
const FIRST_AFTER_MS = 60_000
const BATCH = 5_000
const KEEP_ANSWERS_DAYS = 1
/** Emptying a partition waits for the transactions of relays, and theirs for it: for so long at most. */
const PARTITION_LOCK_MS = 1_000
/** Small answers of a client: about those of a day with twenty writes a second, day and night. */
const KEEP_ANSWERS_BYTES = 2 * 1024 ** 3

/**
 * Every hour, removes sent events that are too old to be published again, answers too old to be repeated, and small
 * answers beyond the budget of their client.
 */
export function startHousekeeping({ db, log, clock, keepSentDays = 7 }: HousekeepingOptions): {
  stop: () => Promise<void>
} {
  return everyHour((stopped) =>
    tidyAll(log, {
      events: () => purge(db, 'outbox', keepSentDays, stopped),
      answers: () => purge(db, 'idempotency_keys', KEEP_ANSWERS_DAYS, stopped),
      emptied: () => forgetBeyondBudget(db, { bytes: KEEP_ANSWERS_BYTES, now: clock(), stopped }),
      // Fails while anything holds a partition for long, such as a dump.
      partitions: () => emptyOldPartitions(db, keepSentDays),
    }),
  )
}

/** Each of them, whatever becomes of the others. */
async function tidyAll(log: Log, tasks: Readonly<Record<string, () => Promise<number>>>): Promise<void> {
  const gone: Record<string, number> = {}
  for (const [what, tidy] of Object.entries(tasks))
    try {
      gone[what] = await tidy()
    } catch (error) {
      log.warn({ err: error, what }, 'Old events and answers could not all be removed; trying again in an hour')
    }
  if (Object.values(gone).some((count) => count > 0)) log.info(gone, 'Removed old events and answers')
}

/** Runs `tidy` a minute after the start and then every hour, until it is stopped; `tidy` must not throw. */
export function everyHour(tidy: (stopped: () => boolean) => Promise<void>): { stop: () => Promise<void> } {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const start = (): void => void (running = tidy(() => stopped))
  const first = setTimeout(start, FIRST_AFTER_MS)
  const hourly = setInterval(start, HOUR_MS)

  return {
    stop: async () => {
      stopped = true
      clearTimeout(first)
      clearInterval(hourly)
      await running
    },
  }
}

/**
 * Removes batch after batch, so that each lock is short, until a batch is not full or it is stopped.
 * @param removeSome removes at most so many; returns how many
 * @returns how many in all
 */
export async function inBatches(
  size: number,
  removeSome: (size: number) => Promise<number>,
  stopped: () => boolean = () => false,
): Promise<number> {
  for (let total = 0; ;) {
    const gone = await removeSome(size)
    total += gone
    if (gone < size || stopped()) return total
  }
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)

/**
 * Removes rows that are older than so many days, each batch in a transaction of its own; returns how many.
 * @throws SomeFailed where they could not be removed from some shards or nodes of a cluster; from all others they are
 */
export const purge = async (
  db: Database,
  table: 'outbox' | 'idempotency_keys',
  days: number,
  stopped?: () => boolean,
): Promise<number> => {
  const purgeIn = (part: Database): Promise<number> =>
    inBatches(BATCH, (size) => part.transact({}, (tx) => purgeSome(tx, table, days, size)), stopped)
  return sum(await (table === 'outbox' ? db.inEachNode(purgeIn) : db.inEachPart(purgeIn)))
}

/**
 * Lets writers go on to the next partition of events when it is time, and empties those of which nothing has waited in the
 * queue for so many days; returns how many. One that is locked for long fails, and is emptied an hour later.
 */
export const emptyOldPartitions = async (db: Database, days: number): Promise<number> =>
  sum(await db.inEachNode((node) => emptyOldPartitionsOf(node, days)))

async function emptyOldPartitionsOf(db: Database, days: number): Promise<number> {
  const old = await db.transact({}, (tx) => findOldSlots(tx, days))
  await db.transact({}, turnToNextSlot)
  let emptied = 0
  for (const slot of old)
    if (await db.transact({ lockTimeoutMs: PARTITION_LOCK_MS }, (tx) => emptySlot(tx, slot, days))) emptied += 1
  return emptied
}
