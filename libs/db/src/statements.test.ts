import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAboutColumns, statementsIn } from './statements.ts'

test('a semicolon ends a statement, except in strings, names, dollar quotes and comments', () => {
  const sql = `
-- one; two
SELECT 'a;b', 'it''s; "', E'\\'; ', "x;""y" /* c; /* d; */ e; */ , $$ f; 'g $$, $h$ i; $$ j; $h$, $1;
CREATE FUNCTION k$l$() RETURNS text LANGUAGE sql AS $_a1$ SELECT 1; -- m; '
$_a1$;;
  -- nothing more
`
  expect(statementsIn(sql)).toEqual([
    `SELECT 'a;b', 'it''s; "', E'\\'; ', "x;""y"   , $$ f; 'g $$, $h$ i; $$ j; $h$, $1`,
    `CREATE FUNCTION k$l$() RETURNS text LANGUAGE sql AS $_a1$ SELECT 1; -- m; '\n$_a1$`,
  ])
})

test('what cannot be told apart is refused', () => {
  expect(() => statementsIn('SELECT 1 /* /* */')).toThrow('does not end')
  expect(() => statementsIn('CREATE FUNCTION a() RETURNS int BEGIN ATOMIC SELECT 1; END')).toThrow('dollar quotes')
})

test('each migration has statements that begin with a word of SQL', () => {
  const files = globSync('{apps,libs}/*/{src/,}migrations/**/*.sql')
  expect(files.length).toBeGreaterThan(200)
  for (const file of files)
    for (const statement of statementsIn(readFileSync(file, 'utf8')))
      expect([file, statement]).toEqual([
        file,
        expect.stringMatching(
          /^(?:CREATE|ALTER|DROP|GRANT|REVOKE|INSERT|UPDATE|DELETE|SELECT|WITH|DO|COMMENT|SET|LOCK|ANALYZE)\b/,
        ),
      ])
})

test('rights to columns are told from those to tables and functions', () => {
  expect(isAboutColumns('GRANT SELECT (a, b), UPDATE (c) ON t TO r')).toBe(true)
  expect(isAboutColumns('REVOKE UPDATE, SELECT (a) ON t FROM r')).toBe(true)
  expect(isAboutColumns('GRANT SELECT, UPDATE ON t TO r')).toBe(false)
  expect(isAboutColumns('GRANT EXECUTE ON FUNCTION f(uuid) TO r')).toBe(false)
})
