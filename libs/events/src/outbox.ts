import type { Database, Tx } from '@pacioli/db'
import { untraced } from '@pacioli/telemetry'
import type { StagedEvent } from './cloud-event.ts'

/** The channel on which writers wake the relay. */
export const OUTBOX_CHANNEL = 'outbox'

/** Writes events into the outbox in the transaction of what they tell of: they travel with its end. */
export async function stageEvents(tx: Tx, events: readonly StagedEvent[]): Promise<void> {
  if (events.length === 0) return
  tx.send(
    `INSERT INTO outbox (business_id, id, aggregate_type, aggregate_id, version, subject, event, created_at)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::bigint[], $6::text[], $7::text[],
                          $8::timestamptz[])`,
    [
      events.map((event) => event.businessId),
      events.map((event) => event.id),
      events.map((event) => event.aggregateType),
      events.map((event) => event.aggregateId),
      events.map((event) => event.version),
      events.map((event) => event.subject),
      events.map((event) => event.event),
      events.map((event) => event.createdAt.toISOString()),
    ],
  )
}

/** One NOTIFY in so many milliseconds is enough to wake somebody. */
const QUIET_MS = 10

/**
 * Wakes the relays after a commit. Not inside of the transaction: PostgreSQL lets only one transaction that notifies
 * commit at a time, which would queue up all postings. A lost signal costs waiting for the next poll, nothing else.
 */
export class OutboxSignal {
  readonly #db: Database
  #quiet: NodeJS.Timeout | undefined
  #again = false

  constructor(db: Database) {
    this.#db = db
  }

  /** To be called after the commit: `tx.afterCommit(() => signal.notify())`. Returns at once and never fails. */
  readonly notify = (): void => {
    if (this.#quiet) {
      this.#again = true
      return
    }
    this.#quiet = setTimeout(() => {
      this.#quiet = undefined
      if (!this.#again) return
      this.#again = false
      this.notify()
    }, QUIET_MS)
    this.#quiet.unref()
    // For whoever wrote last: of no request in particular.
    void untraced(() => this.#db.call('SELECT pg_notify($1, $2)', [OUTBOX_CHANNEL, '']).catch(() => undefined))
  }
}
