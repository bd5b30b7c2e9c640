import type { Database, RowOfNode, Tx } from '@pacioli/db'
import { untraced } from '@pacioli/telemetry'
import type { StagedEvent } from './cloud-event.ts'
import { isRecordedWhole } from './recording.ts'
import { keepLargeStates } from './records.store.ts'

/** The channel on which writers wake the relay. */
export const OUTBOX_CHANNEL = 'outbox'

const WRITE =
  'write_events_v1($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::timestamptz[])'

/**
 * Writes events in the transaction of their changes; the statement travels with its end. Nothing happens in a preview, so it
 * has none: the version that it would take is not to be waited for.
 */
export function stageEvents(tx: Tx, events: readonly StagedEvent[]): Promise<void> {
  if (events.length > 0 && !tx.isPreview) {
    tx.send(`SELECT ${WRITE}`, columnsOf(events))
    keepLargeStates(tx, events.flatMap(largeStateOf))
  }
  return Promise.resolve()
}

/**
 * Writes the events of a business that a transaction of its client has just made: in a cluster on the node where the business
 * lies, where its later events will be, so that none of those comes before.
 * @param row of the business
 */
export function stageFirstEvents(tx: Tx, events: readonly StagedEvent[], row: RowOfNode): Promise<void> {
  return tx.callBeside(WRITE, columnsOf(events), row)
}

const largeStateOf = ({ businessId, id: eventId, aggregateType, largeState: state }: StagedEvent) =>
  state === undefined || !isRecordedWhole(businessId, aggregateType) ? [] : [{ businessId, eventId, state }]

const columnsOf = (events: readonly StagedEvent[]): unknown[][] => [
  events.map(({ businessId }) => businessId),
  events.map(({ id }) => id),
  events.map(({ aggregateId }) => aggregateId),
  events.map(({ version }) => version),
  events.map(({ subject }) => subject),
  events.map(({ event }) => event),
  events.map(({ createdAt }) => createdAt),
]

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

  async #tell(): Promise<void> {
    const nodes = await this.#db.knownNodes()
    await Promise.all(nodes.map((node) => node.call('SELECT pg_notify($1, $2)', [OUTBOX_CHANNEL, ''])))
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
    void untraced(() => this.#tell().catch(() => undefined))
  }
}
