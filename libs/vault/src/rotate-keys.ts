/**
 * Re-wraps every data key under the current master key, so that older ones can be destroyed. Secrets are not decrypted.
 * It may run beside services that write, be interrupted, and be repeated: a row changes only if it is as it was read.
 */
import type { Database } from '@pacioli/db'
import type { SealedTable } from './sealed-table.ts'
import {
  countByMasterKey,
  replaceWrappedKeys,
  wrappedKeysAfter,
  type Rewrapped,
  type WrappedKey,
} from './sealed.store.ts'
import type { Vault } from './vault.ts'

/** Rows per transaction: short enough not to block concurrent changes of a secret. */
const BATCH = 500

/** Why a data key was not re-wrapped, for a person to fix. */
export type Unrotated = { table: string; recordId: string; clientId: string; reason: string }

export type TableRotation = {
  table: string
  rows: number
  rewrapped: number
  alreadyCurrent: number
  /** Rows that were changed between reading and writing; see `keysInUse`. */
  changedMeanwhile: number
  failures: Unrotated[]
  /** Rows under each master key, counted at the end. */
  keysInUse: Map<string, number>
}

export type Rotation = {
  /** Counts without changing anything. */
  dryRun?: boolean
  batch?: number
  /** Called after each batch with its number of rows. */
  onProgress?: (rows: number) => void
}

export async function rotateTable(
  db: Database,
  vault: Vault,
  table: SealedTable,
  rotation: Rotation = {},
): Promise<TableRotation> {
  const all: TableRotation = {
    table: table.name,
    rows: 0,
    rewrapped: 0,
    alreadyCurrent: 0,
    changedMeanwhile: 0,
    failures: [],
    keysInUse: new Map(),
  }
  for (const part of await partsOf(db, table)) await rotatePart(part, vault, table, rotation, all)
  return all
}

/** What lies with businesses is on all shards of a cluster; anything else is seen as a whole. */
const partsOf = async (db: Database, { owner }: SealedTable): Promise<readonly Database[]> =>
  owner.businessId === undefined ? [db] : db.parts()

/** @param done gets what was done here added to it */
async function rotatePart(
  db: Database,
  vault: Vault,
  table: SealedTable,
  { dryRun = false, batch = BATCH, onProgress = () => undefined }: Rotation,
  done: TableRotation,
): Promise<void> {
  for (let after: readonly string[] | undefined; ;) {
    const found = await db.transact({}, (tx) => wrappedKeysAfter(tx, table, after, batch))
    const old = found.filter(({ masterKeyId }) => masterKeyId !== vault.currentKeyId)
    const attempts = old.map((key) => rewrap(vault, key))
    const rewrapped = attempts.flatMap((attempt) => ('reason' in attempt ? [] : [attempt]))
    done.failures.push(
      ...attempts.flatMap((attempt) => ('reason' in attempt ? [{ table: table.name, ...attempt }] : [])),
    )
    const changed =
      dryRun || rewrapped.length === 0
        ? rewrapped.length
        : await db.transact({}, (tx) => replaceWrappedKeys(tx, table, rewrapped))
    done.rows += found.length
    done.alreadyCurrent += found.length - old.length
    done.rewrapped += changed
    done.changedMeanwhile += rewrapped.length - changed
    onProgress(found.length)
    after = found.at(-1)?.key
    if (found.length < batch) break
  }
  for (const [id, count] of await db.transact({}, (tx) => countByMasterKey(tx, table)))
    done.keysInUse.set(id, (done.keysInUse.get(id) ?? 0) + count)
}

function rewrap(vault: Vault, key: WrappedKey): Rewrapped | Omit<Unrotated, 'table'> {
  try {
    const { masterKeyId, wrappedKey } = vault.rewrap(key, key.owner)
    return { ...key, newMasterKeyId: masterKeyId, newWrappedKey: wrappedKey }
  } catch (error) {
    const { recordId, clientId } = key.owner
    return { recordId, clientId, reason: (error as Error).message }
  }
}

/** The rows to process, for showing progress. */
export async function countRows(db: Database, table: SealedTable): Promise<number> {
  let rows = 0
  for (const part of await partsOf(db, table)) {
    const counts = await part.transact({}, (tx) => countByMasterKey(tx, table))
    for (const count of counts.values()) rows += count
  }
  return rows
}
