/** How many bytes the databases of a stack keep. */
import { DATABASE_NAMES, type Stack } from '@pacioli/dev-stack'
import { asSuperuser } from '../tools/database.ts'

export type Stored = {
  /** Of tables with their indexes. */
  bytes: number
  /** Of those whose rows go after some days. */
  bytesForDays: number
  /** Of the write-ahead log since the server was made. */
  walBytes: number
}

/** Events are there to be published again, keys and answers for requests to be repeated. */
const FOR_DAYS = /^(?:idempotency_keys|events|event_queue|outbox|feed_events|webhook_deliveries|webhook_attempts)/

const TABLES = `
SELECT c.relname AS name, pg_total_relation_size(c.oid) AS bytes, pg_current_wal_lsn() - '0/0'::pg_lsn AS wal
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema')`

/** Of all databases of the services. */
export async function storedIn(stack: Stack): Promise<Stored> {
  const stored: Stored = { bytes: 0, bytesForDays: 0, walBytes: 0 }
  for (const database of DATABASE_NAMES) {
    const pool = asSuperuser(stack, database)
    try {
      const { rows } = await pool.query<{ name: string; bytes: string; wal: string }>(TABLES)
      for (const { name, bytes, wal } of rows) {
        stored[FOR_DAYS.test(name) ? 'bytesForDays' : 'bytes'] += Number(bytes)
        // One server has them all.
        stored.walBytes = Number(wal)
      }
    } finally {
      await pool.end()
    }
  }
  return stored
}

/** What was added, for each of so many. */
export const storedBetween = (before: Stored, after: Stored, count: number): Stored => ({
  bytes: (after.bytes - before.bytes) / count,
  bytesForDays: (after.bytesForDays - before.bytesForDays) / count,
  walBytes: (after.walBytes - before.walBytes) / count,
})
