import { reuseOf, type CanonicalRequest, type CanonicalRequestAt } from '@pacioli/fields'
import { DomainError } from '@pacioli/errors'
import type { Tx } from './database.ts'
import { json } from './table/columns.ts'

/** A row found by its external_id, and what the request now asks for. */
export type Repeat = CanonicalRequestAt & { id: string }

/**
 * What the requests that created these rows asked for: column `asked` of `table`, null for rows older than the column.
 * Read only for repeated creates.
 */
export async function loadAsked(
  tx: Tx,
  table: string,
  ids: readonly string[],
): Promise<Map<string, CanonicalRequest | null>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; asked: CanonicalRequest | null }>(
    `SELECT id, asked FROM ${table} WHERE business_id = $1 AND id = ANY ($2::uuid[])`,
    [tx.businessId, ids],
  )
  return new Map(rows.map(({ id, asked }) => [id, asked]))
}

/**
 * Compares repeated creates with the requests that created the rows.
 * @throws ExternalIdReused, naming each that asks for something else
 */
export async function refuseReuse(tx: Tx, table: string, repeats: readonly Repeat[]): Promise<void> {
  const ids = repeats.map(({ id }) => id)
  refuseOther(await loadAsked(tx, table, ids), repeats)
}

/**
 * The same for rows already read.
 * @throws ExternalIdReused, naming each that asks for something else
 */
export function refuseOther(then: ReadonlyMap<string, CanonicalRequest | null>, repeats: readonly Repeat[]): void {
  const [first, ...rest] = repeats.flatMap((repeat) => reuseOf(then.get(repeat.id) ?? null, repeat) ?? [])
  if (first) throw new DomainError([first, ...rest.slice(0, 99)])
}

/** What is stored for each row, for `unnest` as jsonb; null where there is nothing. */
export const askedColumn = (rows: readonly { asked?: CanonicalRequest | undefined }[]): (string | null)[] =>
  rows.map(({ asked }) => (asked === undefined ? null : JSON.stringify(asked)))

/** The column that stores it. Only `loadAsked` reads it. */
export const asked = json.as<CanonicalRequest>().optional.once.writeOnly
