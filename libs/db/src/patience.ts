import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** How a migration waits for locks. Times in milliseconds. */
export type Patience = { lockTimeoutMs: number; pauseMs: number; tries: number }

/**
 * A statement that waits for a lock blocks all that come after it, so the waits are short: two seconds at a time, about
 * five minutes in all. Waiting less than PostgreSQL's `deadlock_timeout` of a second would never make an autovacuum
 * give way.
 */
export const PATIENCE: Patience = { lockTimeoutMs: 2_000, pauseMs: 1_000, tries: 100 }

/** `lock_not_available`, `deadlock_detected` */
const HELD_BY_OTHERS = new Set(['55P03', '40P01'])

/**
 * Repeats the work while it cannot get a lock that it needs; nothing waits for it between two attempts.
 * @throws Error saying what was locked when the time is up
 */
export async function withPatience(
  what: string,
  { tries, pauseMs }: Patience,
  say: (line: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  for (let left = tries - 1; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !HELD_BY_OTHERS.has(error.code ?? '')) throw error
      if (left <= 0)
        throw new Error(
          `${what} did not get a lock in ${tries} tries (${error.message}). Find in pg_stat_activity and pg_locks who ` +
            'holds it, let that end, and run the migrations again: what was done stays done.',
          { cause: error },
        )
      say(`${what}: others hold a lock that it needs (${error.message}); ${left} more tries`)
      await pause(pauseMs)
    }
  }
}

/** Runs the work in a transaction, which is rolled back if it fails. */
export async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}
