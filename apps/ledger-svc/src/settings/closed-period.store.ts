/** Postings are checked against `businesses.closed_through`, the instant through which the books are closed. */
import type { Tx } from '@pacioli/db'

/**
 * Closes the books of one business through this instant, or opens them. Only a change raises their epoch. The caller must
 * have locked the books exclusively.
 * @param own the business's own closing
 */
export async function setClosedThrough(
  tx: Tx,
  businessId: string,
  own: Date | null,
  through: Date | null,
): Promise<void> {
  await tx.rows(
    `UPDATE businesses b SET own_closed_through = $2, closed_through = $3,
            books_epoch = CASE WHEN b.closed_through IS DISTINCT FROM $3 THEN b.books_epoch + 1 ELSE b.books_epoch END,
            closed_epoch = CASE WHEN b.closed_through IS DISTINCT FROM $3 THEN b.books_epoch + 1 ELSE b.closed_epoch END
      WHERE b.id = $1 AND (b.own_closed_through IS DISTINCT FROM $2 OR b.closed_through IS DISTINCT FROM $3)`,
    [businessId, own, through],
  )
}

/** The zones that businesses of the client are in. */
export async function loadTimeZones(tx: Tx, clientId: string): Promise<string[]> {
  const rows = await tx.rows<{ time_zone: string }>('SELECT DISTINCT time_zone FROM businesses WHERE client_id = $1', [
    clientId,
  ])
  return rows.map(({ time_zone }) => time_zone)
}

/**
 * Closes the books of every business of the client through the instant of its zone, or its own if that is later. The
 * epoch rises where that is a change. The caller must have locked the client exclusively.
 */
export async function setClosedThroughByZone(
  tx: Tx,
  clientId: string,
  zones: readonly { timeZone: string; through: Date | null }[],
): Promise<void> {
  await tx.rows(
    `UPDATE businesses b SET closed_through = greatest(b.own_closed_through, z.through),
            books_epoch = b.books_epoch + 1, closed_epoch = b.books_epoch + 1
       FROM unnest($2::text[], $3::timestamptz[]) AS z(time_zone, through)
      WHERE b.client_id = $1 AND b.time_zone = z.time_zone
        AND b.closed_through IS DISTINCT FROM greatest(b.own_closed_through, z.through)`,
    [clientId, zones.map(({ timeZone }) => timeZone), zones.map(({ through }) => through?.toISOString() ?? null)],
  )
}
