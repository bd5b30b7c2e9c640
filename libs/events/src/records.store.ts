import type { Tx } from '@pacioli/db'

/** A version of something that a service owns, as its history has it. */
export type VersionRecord = {
  businessId: string
  aggregateType: string
  aggregateId: string
  version: number
  eventId: string
  /** What happened: `posted`, `created`. */
  eventType: string
  requestId: string | null
  actor: string | null
  /** The JSON of the state; null where the history of it is kept elsewhere. */
  state: string | null
  /** 32 random bytes: they hide what is personal in the leaf of it. */
  salt: Buffer
}

/** Where the history of a business has a version, and since when: contiguous from 1 on, in the order of `recordedAt`. */
export type RecordPlace = { position: number; recordedAt: Date }

/**
 * Gives versions their positions, in the order given; those that have one keep it. As the role for several businesses.
 * @returns the places by the id of the event
 */
export async function recordVersions(tx: Tx, versions: readonly VersionRecord[]): Promise<Map<string, RecordPlace>> {
  const rows = await tx.rows<{ event_id: string; position: string; recorded_at: Date }>(
    `SELECT * FROM record_versions_v1($1::uuid[], $2::text[], $3::uuid[], $4::bigint[], $5::uuid[], $6::text[], $7::text[],
                                      $8::text[], $9::text[], $10::bytea[])`,
    [
      versions.map(({ businessId }) => businessId),
      versions.map(({ aggregateType }) => aggregateType),
      versions.map(({ aggregateId }) => aggregateId),
      versions.map(({ version }) => version),
      versions.map(({ eventId }) => eventId),
      versions.map(({ eventType }) => eventType),
      versions.map(({ requestId }) => requestId),
      versions.map(({ actor }) => actor),
      versions.map(({ state }) => state),
      versions.map(({ salt }) => salt),
    ],
  )
  return new Map(
    rows.map(({ event_id, position, recorded_at }) => [
      event_id,
      { position: Number(position), recordedAt: recorded_at },
    ]),
  )
}

/** Keeps states that their events are too large for, until these are recorded and for ever after. */
export function keepLargeStates(
  tx: Tx,
  states: readonly { businessId: string; eventId: string; state: string }[],
): void {
  if (states.length === 0) return
  tx.send(
    `INSERT INTO large_states (business_id, event_id, state)
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[]) ON CONFLICT (business_id, event_id) DO NOTHING`,
    [
      states.map(({ businessId }) => businessId),
      states.map(({ eventId }) => eventId),
      states.map(({ state }) => state),
    ],
  )
}
