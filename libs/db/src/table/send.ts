import type { Tx } from '../database.ts'
import type { Statement } from './selection.ts'

/** Sends one statement; undefined gives no rows. */
export async function send<Row extends object>(tx: Tx, statement: Statement<Row> | undefined): Promise<Row[]> {
  if (!statement) return []
  const rows = await tx.rows<Row>(statement.sql, statement.bind)
  statement.read?.(rows)
  return rows
}

/** Sends statements whose results nobody needs: they travel with the next one, at the latest with COMMIT (`Tx.send`). */
export function writeLater(tx: Tx, statements: readonly (Statement | undefined)[]): void {
  for (const statement of statements) if (statement) tx.send(statement.sql, statement.bind)
}
