/** What audits have found of books that nobody has damaged. */
import { databaseUrl } from '@pacioli/fields/database-url'
import { withClient } from '@pacioli/testing'

const SERVICES = ['ledger', 'banking', 'billing', 'reporting'] as const

type Found = { businessId: string; invariant: string; details: unknown; isResolved: boolean }

/**
 * @param altered the names of businesses with which tests have tampered
 * @returns each violation that was ever found of another one, in words, and how many audits there were
 */
export async function falseAlarms(
  postgresAdminUrl: string,
  altered: ReadonlySet<string> = new Set(),
): Promise<{ alarms: string[]; audited: number }> {
  const rowsOf = <Row extends object>(database: string, sql: string): Promise<Row[]> =>
    withClient(databaseUrl(postgresAdminUrl, { database }), async (client) => (await client.query<Row>(sql)).rows)
  const businesses = await rowsOf<{ id: string; name: string }>(
    'ledger',
    'SELECT id, legal_name AS name FROM businesses',
  )
  const names = new Map(businesses.map(({ id, name }) => [id, name]))
  const alarms: string[] = []
  let audited = 0
  for (const service of SERVICES) {
    const found = await rowsOf<Found>(
      service,
      `SELECT business_id AS "businessId", invariant, details, resolved_at IS NOT NULL AS "isResolved" FROM violations`,
    )
    for (const { businessId, invariant, details, isResolved } of found)
      if (!altered.has(names.get(businessId) ?? ''))
        alarms.push(
          `${service}, ${names.get(businessId)}: ${invariant}${isResolved ? ' (resolved)' : ''}: ${JSON.stringify(details)}`,
        )
    const [done] = await rowsOf<{ count: string }>(
      service,
      'SELECT count(*) AS count FROM audits WHERE audited_at IS NOT NULL',
    )
    audited += Number(done?.count)
  }
  return { alarms, audited }
}
