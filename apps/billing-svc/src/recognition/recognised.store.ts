/** Amounts that live allocations have recognised of the components of documents, summed in SQL. */
import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import { ofEach } from '../documents/document.store.ts'
import type { Recognised } from './recognition.ts'

/**
 * By document; those without recognised amounts are left out.
 * @param column that names the document
 * @param live which of the allocations `k` count
 */
export const loadingRecognised =
  (table: string, column: string, live: string) =>
  async (tx: Tx, ids: readonly string[]): Promise<Map<string, Recognised[]>> => {
    if (ids.length === 0) return new Map()
    const rows = await tx.rows<{ id: string; component: string; amount: string }>(
      `SELECT d.id, s.component, sum(s.amount) AS amount
         FROM ${ofEach(table, column, { where: live })}
        CROSS JOIN LATERAL jsonb_to_recordset(t.shares) AS s(component text, amount bigint)
        GROUP BY d.id, s.component`,
      [tx.businessId, ids],
    )
    const found = Map.groupBy(rows, ({ id }) => id)
    return new Map(
      [...found].map(([id, own]) => [
        id,
        own.map(({ component, amount }) => ({ component, amount: toAmount(amount) })),
      ]),
    )
  }
