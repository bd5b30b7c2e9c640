/** Write-offs of invoices, also those that were undone. */
import { askedColumn, type Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import { loadTags } from '../tags/applied-tag.store.ts'
import type { WriteOff } from './write-off.ts'

type Row = {
  id: string
  external_id: string | null
  invoice_id: string
  amount: string
  write_off_at: Date
  account_id: string
  memo: string | null
  imported_at: Date
  updated_at: Date
  deleted_at: Date | null
}

/** Without the tags that it carries. */
export type StoredWriteOff = Omit<WriteOff, 'tags'>

const SELECTED = `w.id, w.external_id, w.invoice_id, w.amount, w.write_off_at, w.account_id, w.memo, w.imported_at,
  w.updated_at, w.deleted_at`

const toWriteOff = (row: Row): StoredWriteOff => ({
  id: row.id,
  externalId: row.external_id,
  invoiceId: row.invoice_id,
  amount: toAmount(row.amount),
  writeOffAt: row.write_off_at,
  accountId: row.account_id,
  memo: row.memo,
  importedAt: row.imported_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
})

/** Those of invoices, by invoice, in the order in which they were made. */
export async function loadWriteOffs(
  tx: Tx,
  businessId: string,
  invoiceIds: readonly string[],
): Promise<Map<string, StoredWriteOff[]>> {
  const rows = await tx.rows<Row>(
    `SELECT ${SELECTED} FROM unnest($2::uuid[]) AS i(id)
      CROSS JOIN LATERAL (SELECT * FROM invoice_write_offs k WHERE k.business_id = $1 AND k.invoice_id = i.id
                           ORDER BY k.place OFFSET 0) AS w`,
    [businessId, invoiceIds],
  )
  return Map.groupBy(rows.map(toWriteOff), ({ invoiceId }) => invoiceId)
}

/** Whose write-offs these are, by their ids. */
export async function findInvoicesOfWriteOffs(
  tx: Tx,
  businessId: string,
  writeOffIds: readonly string[],
): Promise<Map<string, string>> {
  if (writeOffIds.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; invoice_id: string }>(
    `SELECT id, invoice_id FROM invoice_write_offs WHERE business_id = $1 AND id = ANY ($2::uuid[])`,
    [businessId, writeOffIds],
  )
  return new Map(rows.map(({ id, invoice_id }) => [id, invoice_id]))
}

/** The one that was not undone. */
export async function findWriteOffByExternalId(
  tx: Tx,
  businessId: string,
  externalId: string,
): Promise<WriteOff | undefined> {
  const row = await tx.row<Row>(
    `SELECT ${SELECTED} FROM invoice_write_offs w
      WHERE w.business_id = $1 AND w.external_id = $2 AND w.deleted_at IS NULL`,
    [businessId, externalId],
  )
  if (!row) return undefined
  const tags = await loadTags(tx, businessId, [row.id])
  return { ...toWriteOff(row), tags: tags.get(row.id) ?? [] }
}

/** New ones, each after those that its invoice has. An external_id that is taken violates `invoice_write_offs_external_id`. */
export async function insertWriteOffs(tx: Tx, businessId: string, writeOffs: readonly WriteOff[]): Promise<void> {
  if (writeOffs.length === 0) return
  await tx.rows(
    `INSERT INTO invoice_write_offs (business_id, id, external_id, invoice_id, amount, write_off_at, account_id, memo,
                                     imported_at, updated_at, deleted_at, asked)
     SELECT $1, id, external_id, invoice_id, amount, write_off_at, account_id, memo, imported_at, updated_at, deleted_at,
            asked
       FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::bigint[], $6::timestamptz[], $7::uuid[], $8::text[],
                   $9::timestamptz[], $10::timestamptz[], $11::timestamptz[], $12::jsonb[])
              WITH ORDINALITY
              AS n(id, external_id, invoice_id, amount, write_off_at, account_id, memo, imported_at, updated_at,
                   deleted_at, asked, place)
      ORDER BY n.place`,
    [
      businessId,
      writeOffs.map(({ id }) => id),
      writeOffs.map(({ externalId }) => externalId),
      writeOffs.map(({ invoiceId }) => invoiceId),
      writeOffs.map(({ amount }) => amount),
      writeOffs.map(({ writeOffAt }) => writeOffAt.toISOString()),
      writeOffs.map(({ accountId }) => accountId),
      writeOffs.map(({ memo }) => memo),
      writeOffs.map(({ importedAt }) => importedAt.toISOString()),
      writeOffs.map(({ updatedAt }) => updatedAt.toISOString()),
      writeOffs.map(({ deletedAt }) => deletedAt?.toISOString() ?? null),
      askedColumn(writeOffs),
    ],
  )
}

/** What can change of those whose invoice is held: that they are undone. */
export async function updateWriteOffs(tx: Tx, businessId: string, writeOffs: readonly WriteOff[]): Promise<void> {
  if (writeOffs.length === 0) return
  await tx.rows(
    `UPDATE invoice_write_offs w SET updated_at = n.updated_at, deleted_at = n.deleted_at
       FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) AS n(id, updated_at, deleted_at)
      WHERE w.business_id = $1 AND w.id = n.id`,
    [
      businessId,
      writeOffs.map(({ id }) => id),
      writeOffs.map(({ updatedAt }) => updatedAt.toISOString()),
      writeOffs.map(({ deletedAt }) => deletedAt?.toISOString() ?? null),
    ],
  )
}
