import { expect, test } from 'vitest'
import { isPlannedOnce, mayHaveName, StatementNames } from './statement-names.ts'

const asked = (names: StatementNames, sql: string, times: number): (string | undefined)[] =>
  Array.from({ length: times }, () => names.nameOf(sql)?.name)

test('a statement gets a name once it is frequent, and keeps it', () => {
  const names = new StatementNames()
  expect(asked(names, 'SELECT $1', 9)).toEqual(Array(9).fill(undefined))
  expect(asked(names, 'SELECT $1', 2)).toEqual(['statement 1', 'statement 1'])
  expect(asked(names, 'SELECT $2', 10).at(-1)).toBe('statement 2')
})

test('at most two hundred have one', () => {
  const names = new StatementNames()
  const named = Array.from({ length: 300 }, (_, n) => asked(names, `SELECT ${n}, $1`, 10).at(-1))
  expect(named.filter((name) => name !== undefined)).toHaveLength(200)
  expect(new Set(named).size).toBe(201)
  expect(names.nameOf('SELECT 0, $1')?.name).toBe('statement 1')
})

test('rare statements do not add up', () => {
  const names = new StatementNames()
  for (let n = 0; n < 5_000; n++) for (const sql of [`SELECT ${n}, $1`, 'SELECT $1']) names.nameOf(sql)
  expect(names.nameOf('SELECT $1')?.name).toBe('statement 1')
  expect(names.nameOf('SELECT 0, $1')).toBe(undefined)
})

test('a changed statement loses its name', () => {
  const names = new StatementNames()
  asked(names, 'SELECT $1', 10)
  names.forget('SELECT $1')
  expect(asked(names, 'SELECT $1', 20)).toEqual(Array(20).fill(undefined))
})

test.each([
  ['SELECT id FROM bills WHERE id = ANY ($1::uuid[])', true],
  ['SELECT count(*) FROM bills WHERE id = $1', true],
  ['SELECT a * $1, b FROM bills', true],
  ['SELECT * FROM post_entries_v1($1, (SELECT 2))', true],
  ['SELECT n.* FROM unnest($1::text[]) AS n', true],
  ['SELECT b.id FROM bills b, LATERAL (SELECT * FROM lines l WHERE l.bill = b.id OFFSET 0) l WHERE b.id = $1', true],
  ['INSERT INTO outbox (id) SELECT * FROM rows r WHERE r.id = $1', true],
  ['WITH one AS (SELECT * FROM bills) SELECT id FROM one WHERE id = $1', true],
  ['SELECT * FROM bills WHERE id = $1', false],
  ['SELECT b.*, 1 FROM bills b WHERE id = $1', false],
  ['INSERT INTO bills (id) VALUES ($1) RETURNING *', false],
  ['UPDATE bills SET a = $1 RETURNING bills.*', false],
  ['SELECT id FROM bills WHERE business_id = $1 ORDER BY id LIMIT $2', false],
  ['SELECT id FROM bills WHERE business_id = $1 ORDER BY id LIMIT 1', true],
  ['DECLARE c NO SCROLL CURSOR FOR SELECT $1', false],
])('%s may have a name: %s', (sql, may) => {
  expect(mayHaveName(sql)).toBe(may)
})

test.each([
  ['SELECT id FROM bills WHERE business_id = $1 AND id = ANY ($2::uuid[]) FOR SHARE', true],
  ['SELECT enter_tenant_v1($1, $2, $3)', true],
  ["INSERT INTO postings (at) SELECT $1::timestamptz + interval '10 seconds' FROM unnest($2::uuid[]) AS n(id)", true],
  ['UPDATE bills SET status = $3 WHERE business_id = $1 AND id = $2 AND outstanding > 0', true],
  ['SELECT id FROM bills WHERE received_at >= $1', false],
  ['SELECT id FROM bills WHERE $1 < received_at', false],
  ['SELECT id FROM bills WHERE (received_at, id) > ($1::timestamptz, $2::uuid)', false],
  ['SELECT id FROM bills WHERE name ILIKE $1', false],
  ['SELECT id FROM bills WHERE description ~* $1', false],
  ['SELECT id FROM bills WHERE day BETWEEN $1 AND $2', false],
  ['SELECT id FROM bills WHERE tags && $1::uuid[]', false],
  ['SELECT id FROM bills WHERE tags @> $1', false],
  ['SELECT id FROM bills WHERE ($1::uuid IS NULL OR vendor_id = $1)', false],
  ['SELECT id FROM bills WHERE ($1::uuid[] IS NULL OR vendor_id = ANY ($1))', false],
  ['SELECT id FROM bills WHERE CASE WHEN $1 THEN a ELSE b END', false],
])('%s is planned once for all values: %s', (sql, is) => {
  expect(isPlannedOnce(sql)).toBe(is)
})
