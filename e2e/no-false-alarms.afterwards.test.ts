/** When all end-to-end tests have run: audits have found nothing wrong but what tests altered behind the services. */
import { sharedStack } from '@pacioli/testing'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { withDatabases } from './src/aging-sources.ts'

/** Clients of tests that alter rows as a superuser, or have the ledger refuse what was decided. */
const ALTERED: ReadonlySet<string> = new Set(['standing-proof', 'sealed-tampering', 'bundle'])

type Found = { businessId: string; invariant: string; details: unknown; resolved: boolean }

test('no audit of all the run has found anything wrong that is not', async () => {
  await withDatabases(sharedStack().postgresAdminUrl, async (databases) => {
    const { rows: businesses } = await databases.ledger.query<{ id: string; legal_name: string }>(
      'SELECT id, legal_name FROM businesses',
    )
    const names = new Map(businesses.map(({ id, legal_name: name }) => [id, name]))
    const alarms: string[] = []
    let audited = 0
    for (const [service, database] of Object.entries<pg.Client>({ ...databases })) {
      const { rows } = await database.query<Found>(
        `SELECT business_id AS "businessId", invariant, details, resolved_at IS NOT NULL AS resolved FROM violations`,
      )
      for (const { businessId, invariant, details, resolved } of rows)
        if (!ALTERED.has(names.get(businessId) ?? ''))
          alarms.push(`${service}: ${names.get(businessId)} ${invariant}: ${JSON.stringify(details)} ${resolved}`)
      const { rows: done } = await database.query<{ count: string }>(
        'SELECT count(*) AS count FROM audits WHERE audited_at IS NOT NULL',
      )
      audited += Number(done[0]?.count)
    }
    expect(alarms).toEqual([])
    expect(audited).toBeGreaterThan(0)
  })
})
