import type { Tx } from '@pacioli/db'
import { json, table, text, timestamp, uuid } from '@pacioli/db/table'
import type { Progress, RefusedItem, Sync, SyncCounts, SyncStatus } from './sync.ts'

const syncs = table('provider_syncs', ['businessId', 'id'], {
  businessId: uuid.writeOnly,
  id: uuid,
  provider: text,
  externalCompanyId: text,
  status: text.as<SyncStatus>(),
  leaseToken: uuid,
  leaseUntil: timestamp,
  accounts: json.as<SyncCounts>(),
  journalEntries: json.as<SyncCounts>(),
  refused: json.as<readonly RefusedItem[]>(),
  error: json.as<RefusedItem>().orNull,
  startedAt: timestamp,
  finishedAt: timestamp.orNull,
})

/** Records that runs whose lease has expired were interrupted then. */
export async function endAbandonedSyncs(tx: Tx, businessId: string, provider: string, now: Date): Promise<void> {
  await tx.rows(
    `UPDATE provider_syncs SET status = 'INTERRUPTED', finished_at = lease_until
      WHERE business_id = $1 AND provider = $2 AND status = 'RUNNING' AND lease_until <= $3`,
    [businessId, provider, now],
  )
}

/** @returns whether this run is the running one; else another one is */
export async function insertSync(tx: Tx, businessId: string, sync: Sync): Promise<boolean> {
  const onConflict = `(business_id, provider) WHERE status = 'RUNNING' DO NOTHING`
  const inserted = await syncs.insert(tx, { businessId }, [sync], { onConflict, returning: ['id'] })
  return inserted.length > 0
}

/** Names a run for the process that runs it. */
export type Lease = { businessId: string; syncId: string; leaseToken: string }

/** Stores the progress of the run and renews its lease. @returns whether it still is the running one */
export async function renewSync(
  tx: Tx,
  { businessId, syncId, leaseToken }: Lease,
  progress: Progress,
  until: Date,
  now: Date,
): Promise<boolean> {
  const renewed = await tx.rows(
    `UPDATE provider_syncs SET lease_until = $4, accounts = $5::jsonb, journal_entries = $6::jsonb, refused = $7::jsonb
      WHERE business_id = $1 AND id = $2 AND lease_token = $3 AND status = 'RUNNING' AND lease_until > $8
     RETURNING id`,
    [businessId, syncId, leaseToken, until, ...asJson(progress), now],
  )
  return renewed.length > 0
}

/**
 * Locks the run until the transaction ends: it cannot be declared dead, so the next run sees what is written here.
 * @returns whether it still is the running one
 */
export async function lockSync(tx: Tx, { businessId, syncId, leaseToken }: Lease, now: Date): Promise<boolean> {
  const held = await tx.rows(
    `SELECT id FROM provider_syncs
      WHERE business_id = $1 AND id = $2 AND lease_token = $3 AND status = 'RUNNING' AND lease_until > $4
        FOR SHARE`,
    [businessId, syncId, leaseToken, now],
  )
  return held.length > 0
}

/** Ends the run, unless it was declared dead meanwhile. */
export async function endSync(
  tx: Tx,
  { businessId, syncId, leaseToken }: Lease,
  end: { status: SyncStatus; error: RefusedItem | null; progress: Progress },
  now: Date,
): Promise<void> {
  await tx.rows(
    `UPDATE provider_syncs SET status = $4, accounts = $5::jsonb, journal_entries = $6::jsonb, refused = $7::jsonb,
            error = $8::jsonb, finished_at = $9
      WHERE business_id = $1 AND id = $2 AND lease_token = $3 AND status = 'RUNNING'`,
    [businessId, syncId, leaseToken, end.status, ...asJson(end.progress), end.error && JSON.stringify(end.error), now],
  )
}

const asJson = ({ accounts, journalEntries, refused }: Progress): string[] =>
  [accounts, journalEntries, refused].map((value) => JSON.stringify(value))

/** The imports of a connection, as shown. */
export type SyncState = { last: Sync | undefined; lastSucceededAt: Date | null }

export async function loadSyncState(tx: Tx, businessId: string, provider: string): Promise<SyncState> {
  const where = 't.business_id = $1 AND t.provider = $2 ORDER BY t.started_at DESC, t.id DESC LIMIT 1'
  const last = await syncs.row(tx, where, [businessId, provider])
  if (!last) return { last: undefined, lastSucceededAt: null }
  const succeeded = await tx.row<{ at: Date | null }>(
    `SELECT max(finished_at) AS at FROM provider_syncs
      WHERE business_id = $1 AND provider = $2 AND status = 'SUCCEEDED'`,
    [businessId, provider],
  )
  return { last, lastSucceededAt: succeeded?.at ?? null }
}
