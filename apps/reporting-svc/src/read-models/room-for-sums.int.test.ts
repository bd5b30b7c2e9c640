import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportingDatabase } from '../reporting.test-helpers.ts'
import { MODELS, numbersOf, schemaOf } from './models.ts'

let database: Awaited<ReturnType<typeof reportingDatabase>>
let admin: pg.Client
beforeAll(async () => {
  database = await reportingDatabase()
  admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
})
afterAll(() => Promise.all([admin.end(), database.app.close(), database.relay.close()]))

test('the sums of every model have room in their pages for the next versions of rows', async () => {
  const slots = numbersOf(MODELS).flatMap((model) => (['a', 'b'] as const).map((slot) => schemaOf({ model, slot })))
  const { rows } = await admin.query<{ options: string[] | null }>(
    `SELECT reloptions AS options FROM pg_class
      WHERE relkind = 'r' AND relname IN ('account_days', 'account_months')
        AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname = ANY ($1))`,
    [['public', ...slots]],
  )
  expect(rows).toHaveLength(2 * (1 + slots.length))
  for (const { options } of rows) expect(options).toContain('fillfactor=60')
})
