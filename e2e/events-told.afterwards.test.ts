/** When all end-to-end tests have run: everything that happened in them is what the document tells of its type. */
import { sharedStack } from '@pacioli/testing'
import { expect, test } from 'vitest'
import { withDatabases, type Databases } from './src/aging-sources.ts'
import { contractOf, target } from './src/index.ts'

type Told = { type: string; business_id: string; position: number }
type After = readonly [businessId: string, position: number]

const EVENTS = `
  SELECT json_build_object(
           'id', event_id, 'type', type, 'timestamp', to_char(happened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'business_id', business_id, 'position', position, 'aggregate_type', aggregate_type,
           'aggregate_id', aggregate_id, 'aggregate_version', aggregate_version, 'request_id', request_id,
           'actor', CASE WHEN actor IS NOT NULL THEN jsonb_build_object('user', NULL) || actor::jsonb END,
           'data', data::json)::text AS event
    FROM feed_events
   WHERE (business_id, position) > ($1::uuid, $2::bigint)
   ORDER BY business_id, position
   LIMIT 2000`

/** A page of the events of all businesses. */
async function pageOf({ reporting }: Databases, after: After): Promise<Told[]> {
  const { rows } = await reporting.query<{ event: string }>(EVENTS, [...after])
  return rows.map(({ event }) => JSON.parse(event) as Told)
}

test('every event is what the document says of its type, and there was one of each', { timeout: 120_000 }, async () => {
  const { events } = await contractOf(target().baseUrl)
  const seen = new Set<string>()
  await withDatabases(sharedStack().postgresAdminUrl, async (databases) => {
    let after: After | undefined = ['00000000-0000-0000-0000-000000000000', 0]
    while (after) {
      const page = await pageOf(databases, after)
      for (const event of page) {
        events?.check(event)
        seen.add(event.type)
      }
      const last = page.at(-1)
      after = last && [last.business_id, last.position]
    }
  })
  // Pings are in no feed.
  const missing = events?.types.filter((type) => !seen.has(type) && type !== 'webhook.ping')
  expect(missing, 'types of which no test of e2e/ has an event').toEqual([])
})
