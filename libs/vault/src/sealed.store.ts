import type { Tx } from '@pacioli/db'
import type { SealedTable } from './sealed-table.ts'
import type { SecretOwner } from './vault.ts'

/** A wrapped data key, its record, and the owner. */
export type WrappedKey = { key: readonly string[]; owner: SecretOwner; masterKeyId: string; wrappedKey: Buffer }

type Row = Record<string, string> & { master_key_id: string; wrapped_key: Buffer }

/** The number of rows under each master key. */
export async function countByMasterKey(tx: Tx, { name }: SealedTable): Promise<Map<string, number>> {
  const rows = await tx.rows<{ master_key_id: string; count: string }>(
    `SELECT master_key_id, count(*) FROM ${name} GROUP BY master_key_id ORDER BY master_key_id`,
  )
  return new Map(rows.map(({ master_key_id, count }) => [master_key_id, Number(count)]))
}

/** The next wrapped keys in the order of the table's key. */
export async function wrappedKeysAfter(
  tx: Tx,
  { name, kind, key, owner }: SealedTable,
  after: readonly string[] | undefined,
  limit: number,
): Promise<WrappedKey[]> {
  const columns = [...new Set([...key, ...Object.values(owner)])].join(', ')
  const placeholders = key.map((_column, index) => `$${index + 2}`).join(', ')
  const rows = await tx.rows<Row>(
    `SELECT ${columns}, master_key_id, wrapped_key FROM ${name}
      ${after ? `WHERE (${key.join(', ')}) > (${placeholders})` : ''}
      ORDER BY ${key.join(', ')} LIMIT $1`,
    [limit, ...(after ?? [])],
  )
  return rows.map((row) => ({
    key: key.map((column) => row[column] ?? ''),
    owner: {
      kind,
      clientId: row[owner.clientId] ?? '',
      ...(owner.businessId === undefined ? {} : { businessId: row[owner.businessId] ?? '' }),
      recordId: row[owner.recordId] ?? '',
    },
    masterKeyId: row.master_key_id,
    wrappedKey: row.wrapped_key,
  }))
}

export type Rewrapped = WrappedKey & { newMasterKeyId: string; newWrappedKey: Buffer }

/** Replaces keys that are still as they were read. @returns how many were changed */
export async function replaceWrappedKeys(
  tx: Tx,
  { name, key }: SealedTable,
  rewrapped: readonly Rewrapped[],
): Promise<number> {
  const keyColumns = key.map((_column, index) => `$${index + 4}::uuid[]`)
  const sameKey = key.map((column) => `t.${column} = new.${column}`).join(' AND ')
  const rows = await tx.rows(
    `UPDATE ${name} t SET master_key_id = new.master_key_id, wrapped_key = new.wrapped_key
       FROM unnest($1::bytea[], $2::text[], $3::bytea[], ${keyColumns.join(', ')})
         AS new (read_key, master_key_id, wrapped_key, ${key.join(', ')})
      WHERE ${sameKey} AND t.wrapped_key = new.read_key
      RETURNING t.${key[0]}`,
    [
      rewrapped.map(({ wrappedKey }) => wrappedKey),
      rewrapped.map(({ newMasterKeyId }) => newMasterKeyId),
      rewrapped.map(({ newWrappedKey }) => newWrappedKey),
      ...key.map((_column, index) => rewrapped.map((one) => one.key[index])),
    ],
  )
  return rows.length
}
