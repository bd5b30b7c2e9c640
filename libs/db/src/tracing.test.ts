import { expect, test } from 'vitest'
import { summaryOf } from './tracing.ts'

test.each([
  [`SELECT set_config('app.client_id', $1, true)`, 'SELECT', 'SELECT set_config'],
  ['SELECT business_id, id FROM claim_unsent_v1($1)', 'SELECT', 'SELECT claim_unsent_v1'],
  ['SELECT * FROM post_entries_v1($1::jsonb)', 'SELECT', 'SELECT post_entries_v1'],
  ['\n  INSERT INTO outbox (id)\n  SELECT * FROM unnest($1::uuid[])', 'INSERT', 'INSERT outbox'],
  ['UPDATE postings p SET status = $1', 'UPDATE', 'UPDATE postings'],
  ['DELETE FROM outbox WHERE id = $1', 'DELETE', 'DELETE outbox'],
  ['WITH RECURSIVE t AS (SELECT 1 FROM postings) SELECT', 'WITH', 'WITH postings'],
  ['FETCH 500 FROM batches_1', 'FETCH', 'FETCH batches_1'],
  ['SELECT 1', 'SELECT', 'SELECT'],
  ['', 'SQL', 'SQL'],
])('%j is a statement of its own kind', (sql, operation, summary) => {
  expect(summaryOf(sql)).toEqual({ operation, summary })
})
