/** The rows of a business, as they are written down. */
import type { Tx } from '@pacioli/db'
import { fittingInBytes } from '@pacioli/paging'
import type { RowsPiece } from '@pacioli/protos/history'
import type { CarriedTable } from './carried-tables.ts'

/** So many are in memory at a time, and as many again on their way. */
const BATCH = 200

/** What names the business and its client is another thing in another installation, or is known. */
const NAMES: ReadonlySet<string> = new Set(['business_id', 'client_id'])

/** The columns that rows have in a file: all that are stored and are not of the installation. */
export async function columnsOf(tx: Tx, { name, instead = {}, of = 'business_id' }: CarriedTable): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [name],
  )
  return rows.map((row) => row.name).filter((one) => !NAMES.has(one) && one !== of && !(one in instead))
}

/**
 * The rows that a table has of the business of the transaction, each JSON on one line. Numbers and texts are those of the database:
 * nothing passes through a number of JavaScript. Names of tables and columns come from code and from the catalogue.
 */
export async function* readRows(tx: Tx, table: CarriedTable): AsyncGenerator<string[]> {
  const columns = await columnsOf(tx, table)
  const { name, orderBy, of = 'business_id' } = table
  // JSON may be stored as it was sent, with line feeds between its members.
  const sql = `SELECT translate(row_to_json(r)::text, E'\\n\\r', '  ') AS row
    FROM (SELECT ${columns.join(', ')} FROM ${name} WHERE ${of} = $1) r
    ORDER BY ${orderBy.map((column) => `r.${column}`).join(', ')}`
  for await (const rows of tx.batches<{ row: string }>(sql, [tx.businessId], BATCH)) yield rows.map(({ row }) => row)
}

/** All rows of the business of the transaction, as pieces that each fit into a message; each table comes, also one that has none. */
export async function tellRows(
  tx: Tx,
  tables: readonly CarriedTable[],
  tell: (piece: RowsPiece) => Promise<void>,
): Promise<void> {
  for (const table of tables) {
    await tell({ table: table.name })
    for await (const rows of readRows(tx, table))
      for (let from = 0; from < rows.length;) {
        const left = rows.slice(from)
        const piece = left.slice(
          0,
          Math.max(
            1,
            fittingInBytes(left, (row) => Buffer.byteLength(row)),
          ),
        )
        await tell({ rows: piece })
        from += piece.length
      }
  }
}
