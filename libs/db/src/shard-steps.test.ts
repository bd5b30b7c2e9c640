import { expect, test } from 'vitest'
import { tableThatLosesColumns } from './shard-steps.ts'

test.each([
  ['ALTER TABLE notes DROP COLUMN place', 'notes'],
  ['alter table if exists notes drop place', 'notes'],
  ['ALTER TABLE public.notes\n  ADD COLUMN a text,\n  DROP COLUMN IF EXISTS place', 'notes'],
  ['ALTER TABLE "notes" ALTER COLUMN place TYPE int USING 1', 'notes'],
  ['ALTER TABLE notes ALTER place SET DATA TYPE int', 'notes'],
  ['ALTER TABLE notes DROP CONSTRAINT notes_pkey', undefined],
  ['ALTER TABLE notes ALTER COLUMN place DROP NOT NULL, ALTER COLUMN place DROP DEFAULT', undefined],
  ['ALTER TABLE notes ADD COLUMN place text', undefined],
  ['DROP INDEX notes_by_place', undefined],
])('%s takes a column of %s', (statement, table) => {
  expect(tableThatLosesColumns(statement)).toBe(table)
})
