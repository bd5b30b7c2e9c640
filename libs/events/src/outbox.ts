import type { Database, Tx } from '@pacioli/db'
import { safeInteger, table, text, timestamp, uuid, writeLater } from '@pacioli/db/table'
import { untraced } from '@pacioli/telemetry'
import type { StagedEvent } from './cloud-event.ts'

/** The channel on which writers wake the relay. */
export const OUTBOX_CHANNEL = 'outbox'

const outbox = table('outbox', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid,
  aggregateType: text,
  aggregateId: uuid,
  version: safeInteger,
  subject: text,
  event: text,
  createdAt: timestamp,
})

/** Writes events into the outbox in the transaction of their changes; the statement travels with its end. */
export function stageEvents(tx: Tx, events: readonly StagedEvent[]): Promise<void> {
  writeLater(tx, [outbox.inserting({}, events)])
  return Promise.resolve()
}

/**
 * A relay that has just published looks again after so many milliseconds: under load that makes fewer, larger batches.
 * So one NOTIFY in as long is enough to wake it; the first goes at once.
 */
export const GATHER_MS = 40

/**
 * Wakes the relays after a commit. Not inside the transaction: PostgreSQL lets only one notifying transaction commit at
 * a time, which would queue up all postings. A lost signal costs waiting for the next poll, nothing else.
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
    }, GATHER_MS)
    this.#quiet.unref()
    // On behalf of all writers: of no request in particular.
    void untraced(() => this.#db.call('SELECT pg_notify($1, $2)', [OUTBOX_CHANNEL, '']).catch(() => undefined))
  }
}
