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
export function startHousekeeping(options: HousekeepingOptions): { stop: () => Promise<void> } {
  const { db, log, clock, keepSentDays = 7 } = options
  return everyHour(async (stopped) => {
    try {
      const events = await purge(db, 'outbox', keepSentDays, stopped)
      const answers = await purge(db, 'idempotency_keys', KEEP_ANSWERS_DAYS, stopped)
      const emptied = await forgetBeyondBudget(db, { bytes: KEEP_ANSWERS_BYTES, now: clock(), stopped })
      // Last, because it fails while anything holds a partition for long, such as a dump.
      const partitions = await emptyOldPartitions(db, keepSentDays)
      if (events + partitions + answers + emptied > 0)
        log.info({ events, partitions, answers, emptied }, 'Removed old events and answers')
    } catch (error) {
      log.warn({ err: error }, 'Old events and answers could not be removed; trying again in an hour')
    }
  })
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

async function sumOver<One>(all: readonly One[], count: (one: One) => Promise<number>): Promise<number> {
  let sum = 0
  for (const one of all) sum += await count(one)
  return sum
}

/** Removes rows that are older than so many days, each batch in a transaction of its own; returns how many. */
export const purge = async (
  db: Database,
  table: 'outbox' | 'idempotency_keys',
  days: number,
  stopped?: () => boolean,
): Promise<number> =>
  sumOver(await (table === 'outbox' ? db.nodes() : db.parts()), (part) =>
    inBatches(BATCH, (size) => part.transact({}, (tx) => purgeSome(tx, table, days, size)), stopped),
  )

/**
 * Lets writers go on to the next partition of events when it is time, and empties those of which nothing has waited in the
 * queue for so many days; returns how many. One that is locked for long fails, and is emptied an hour later.
 */
export const emptyOldPartitions = async (db: Database, days: number): Promise<number> =>
  sumOver(await db.nodes(), (node) => emptyOldPartitionsOf(node, days))

async function emptyOldPartitionsOf(db: Database, days: number): Promise<number> {
  const old = await db.transact({}, (tx) => findOldSlots(tx, days))
  await db.transact({}, turnToNextSlot)
  let emptied = 0
  for (const slot of old)
    if (await db.transact({ lockTimeoutMs: PARTITION_LOCK_MS }, (tx) => emptySlot(tx, slot, days))) emptied += 1
  return emptied
}
