import { connectAt, databaseUrl, withClient } from '@pacioli/testing'

/**
 * Marks the last posting of a document as refused by the ledger. No caller can cause that: what cannot be posted is
 * refused before. It is in the journal, so a retry finds it there by its key.
 */
export async function sayRefused(postgresAdminUrl: string, database: string, sourceId: string): Promise<void> {
  const url = databaseUrl(postgresAdminUrl, { database })
  const { rows } = await withClient(url, (client) =>
    client.query<{ businessId: string }>(
      'SELECT business_id AS "businessId" FROM postings WHERE source_id = $1 LIMIT 1',
      [sourceId],
    ),
  )
  if (!rows[0]) throw new Error(`Expected a posting of ${sourceId}, found none`)
  const client = await connectAt(url, rows[0].businessId)
  try {
    const { rowCount } = await client.query(
      `UPDATE postings SET status = 'FAILED', entry_id = NULL, posted_at = NULL, failed_at = now(),
                           error_enum = 'AmountOutOfRange', error_description = 'There was no room.'
        WHERE source_id = $1 AND status = 'POSTED'`,
      [sourceId],
    )
    if (rowCount !== 1) throw new Error(`Expected one posting of ${sourceId}, found ${rowCount}`)
  } finally {
    await client.end()
  }
}
