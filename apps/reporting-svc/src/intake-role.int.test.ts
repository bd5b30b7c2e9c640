/** What the role for the intake of several businesses may do in the reporting database. */
import type { Database } from '@pacioli/db'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idsTogether, reportingDatabase } from './reporting.test-helpers.ts'

let db: Database
let admin: pg.Client

beforeAll(async () => {
  const database = await reportingDatabase()
  db = database.app
  admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await Promise.all([db.close(), admin.end()])
})

/** Where the roles' rights on read models differ, or a table admits more than the businesses of the transaction. */
const DIFFERENCES = `
  SELECT t.schemaname || '.' || t.tablename AS table
    FROM pg_tables t
    JOIN pg_policies app ON (app.schemaname, app.tablename) = (t.schemaname, t.tablename)
     AND app.policyname = 'tenant' AND app.roles = '{reporting_app}'
    LEFT JOIN pg_policies intake ON (intake.schemaname, intake.tablename) = (t.schemaname, t.tablename)
     AND intake.roles = '{reporting_intake}'
   WHERE (t.schemaname IN ('read_model_4a', 'read_model_4b')
          OR t.schemaname = 'public' AND t.tablename IN (SELECT tablename FROM pg_tables WHERE schemaname = 'read_model_4a'))
     AND (intake.qual IS DISTINCT FROM $1 OR intake.with_check IS DISTINCT FROM $1
          OR EXISTS (SELECT FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS right_to
                      WHERE NOT has_table_privilege('reporting_intake', format('%I.%I', t.schemaname, t.tablename), right_to)))`

/** Three feeds: two of one client, and one of another. */
async function threeFeeds() {
  const [mine, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const [one, two, theirs] = (await idsTogether(db, 3)) as [string, string, string]
  await admin.query('INSERT INTO feed_positions (business_id, client_id) VALUES ($1, $4), ($2, $4), ($3, $5)', [
    one,
    two,
    theirs,
    mine,
    other,
  ])
  await admin.query(
    `INSERT INTO webhooks (client_id, id, url, event_types, business_ids, status, created_at, updated_at)
     SELECT c, gen_random_uuid(), 'https://example.com', '{}', '{}', 'ENABLED', now(), now() FROM unnest($1::uuid[]) c`,
    [[mine, other]],
  )
  return { mine, other, one, two, theirs }
}

describe('the role for the intake of several businesses', () => {
  test('has the rights of the service on each read model, for the businesses of the transaction', async () => {
    const isOfCluster = (await db.nodes()).length > 1
    const list = isOfCluster ? 'app_business_ids()' : '( SELECT app_business_ids() AS app_business_ids)::uuid[]'
    const admitted = `((business_id = ANY (${list})) IS TRUE)`
    expect((await admin.query(DIFFERENCES, [admitted])).rows).toEqual([])
  })

  test('has rights on these tables alone', async () => {
    const { rows } = await admin.query<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.role_column_grants
        WHERE grantee = 'reporting_intake' AND table_schema = 'public'
          AND table_name NOT IN (SELECT tablename FROM pg_tables WHERE schemaname = 'read_model_4a') ORDER BY 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'audit_log',
      'audits',
      'feed_events',
      'feed_positions',
      'large_states',
      'read_models',
      'record_heads',
      'records',
      'webhook_deliveries',
      'webhooks',
    ])
  })

  test('reads, counts and appends to the feeds of the businesses of the transaction alone', async () => {
    const { one, two, theirs } = await threeFeeds()
    const within = (businessIds: string[], sql: string, values: unknown[] = [[one, two, theirs]]) =>
      db.transactMany({ businessIds }, async (tx) =>
        (await tx.rows<{ business_id: string }>(sql, values)).map(({ business_id }) => business_id),
      )
    const append = (businessIds: string[], businessId: string) =>
      within(
        businessIds,
        `INSERT INTO feed_events
           (business_id, position, event_id, type, aggregate_type, aggregate_id, aggregate_version, happened_at, data, appended_at)
         VALUES ($1, 1, 'e', 't', 'a', 'i', 1, now(), '{}', now())`,
        [businessId],
      )
    for (const businessId of [one, two, theirs]) await append([businessId], businessId)
    await expect(append([one, two], theirs)).rejects.toThrow('row-level security')
    for (const sql of [
      'SELECT business_id FROM feed_events WHERE business_id = ANY ($1::uuid[]) ORDER BY 1',
      'SELECT business_id FROM feed_positions WHERE business_id = ANY ($1::uuid[]) ORDER BY 1',
    ]) {
      expect(await within([one, theirs], sql)).toEqual([one, theirs].sort())
      expect(await within([crypto.randomUUID()], sql)).toEqual([])
    }
    const count =
      'UPDATE feed_positions SET last_position = last_position + 1 WHERE business_id = ANY ($1::uuid[]) RETURNING business_id'
    expect(await within([two], count)).toEqual([two])
  })

  test('sees the webhooks of the clients whose feeds these are', async () => {
    const { mine, other, one, two, theirs } = await threeFeeds()
    const clientsSeen = (businessIds: string[]) =>
      db.transactMany({ businessIds }, async (tx) => {
        const rows = await tx.rows<{ client_id: string }>(
          'SELECT client_id FROM webhooks WHERE client_id = ANY ($1::uuid[]) ORDER BY client_id',
          [[mine, other]],
        )
        return rows.map((row) => row.client_id)
      })
    expect(await clientsSeen([one, two])).toEqual([mine])
    expect(await clientsSeen([theirs])).toEqual([other])
    expect(await clientsSeen([one, theirs])).toEqual([mine, other].sort())
    expect(await clientsSeen([crypto.randomUUID()])).toEqual([])
  })

  test('stages deliveries for the client of the feed alone, even among businesses of both', async () => {
    const { mine, other, one, two, theirs } = await threeFeeds()
    const staged = (clientId: string, businessId: string, businessIds = [one, theirs]) =>
      db.transactMany({ businessIds }, async (tx) => {
        await tx.rows(
          `INSERT INTO webhook_deliveries
             (client_id, webhook_id, id, business_id, position, event_id, event_type, status, next_attempt_at, created_at)
           VALUES ($1, gen_random_uuid(), gen_random_uuid(), $2, 1, 'e', 't', 'PENDING', now(), now())`,
          [clientId, businessId],
        )
      })
    await staged(mine, one)
    await staged(other, theirs)
    await expect(staged(mine, theirs)).rejects.toThrow('row-level security')
    await expect(staged(other, one)).rejects.toThrow('row-level security')
    await expect(staged(mine, two)).rejects.toThrow('row-level security')
  })

  test('looks rows up by the keys of statements, not by its list', async () => {
    const plan = await db.transactMany({ businessIds: [crypto.randomUUID()] }, async (tx) => {
      await tx.rows('SET LOCAL plan_cache_mode = force_generic_plan')
      return tx.rows<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT t.version FROM unnest($1::uuid[], $2::uuid[]) AS n(business_id, entry_id)
           JOIN entries t ON t.business_id = n.business_id AND t.entry_id = n.entry_id`,
        [[crypto.randomUUID()], [crypto.randomUUID()]],
      )
    })
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toMatch(/Index Cond: \(\(business_id = n.business_id\) AND \(entry_id = n.entry_id\)\)/)
    expect(text).toMatch(/Filter: .* IS TRUE/)
  })
})
