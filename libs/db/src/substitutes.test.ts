import { expect, test } from 'vitest'
import { withSubstitutes } from './substitutes.ts'

const substitutes = {
  queries: new Map([
    ['then_lines', 'MATERIALIZED (SELECT * FROM lines WHERE recorded > :position)'],
    [
      'sums',
      'NOT MATERIALIZED (SELECT * FROM sums UNION ALL SELECT * FROM then_lines WHERE business_id = :business::uuid)',
    ],
    ['lines', 'NOT MATERIALIZED (SELECT * FROM lines WHERE recorded <= :position)'],
    ['names', 'NOT MATERIALIZED (SELECT * FROM names)'],
  ]),
  values: { position: 7, business: 'b', unused: 1 },
}

test('a statement gets what it reads, what that reads before it, and the values after its own', () => {
  expect(withSubstitutes('SELECT * FROM sums WHERE day = $1', ['today'], substitutes)).toEqual({
    sql: `WITH then_lines AS MATERIALIZED (SELECT * FROM lines WHERE recorded > $2),
sums AS NOT MATERIALIZED (SELECT * FROM sums UNION ALL SELECT * FROM then_lines WHERE business_id = $3::uuid)
SELECT * FROM sums WHERE day = $1`,
    bind: ['today', 7, 'b'],
  })
})

test('a table that a query reads is the table itself, unless one before it stands for it', () => {
  const { sql } = withSubstitutes('SELECT * FROM sums JOIN lines USING (id)', [], substitutes)
  expect(sql.match(/(\w+) AS (?:NOT )?MATERIALIZED/g)).toEqual([
    'then_lines AS MATERIALIZED',
    'sums AS NOT MATERIALIZED',
    'lines AS NOT MATERIALIZED',
  ])
})

test('what a statement begins with stays: a cursor, and expressions of its own', () => {
  const cursor = withSubstitutes('DECLARE batches_1 NO SCROLL CURSOR FOR SELECT * FROM names', [], substitutes)
  expect(cursor.sql).toBe(`DECLARE batches_1 NO SCROLL CURSOR FOR WITH names AS NOT MATERIALIZED (SELECT * FROM names)
SELECT * FROM names`)
  const own = withSubstitutes('WITH one AS (SELECT 1) SELECT * FROM names, one', [], substitutes)
  expect(own.sql).toBe(`WITH names AS NOT MATERIALIZED (SELECT * FROM names),
one AS (SELECT 1) SELECT * FROM names, one`)
})

test('other statements, and those that read none of the tables, are left alone', () => {
  for (const sql of [
    'FETCH 10 FROM batches_1',
    `SELECT set_config('a', 'b', true)`,
    'SELECT 1',
    'INSERT INTO names SELECT 1',
  ])
    expect(withSubstitutes(sql, [1], substitutes)).toEqual({ sql, bind: [1] })
})
