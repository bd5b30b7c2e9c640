/** What migrations lock while the version before serves. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOfPreviousVersion } from './src/previous-version.ts'

const ROOT = join(import.meta.dirname, '..')

const LOCKING = [
  /\b(?:ALTER TABLE(?: ONLY)?|DROP TABLE(?: IF EXISTS)?|LOCK(?: TABLE)?|REFERENCES|UPDATE|DELETE FROM)\s+(\w+)/g,
  /\b(?:INDEX|POLICY|TRIGGER)\s[^;]*?\bON\s+(\w+)/g,
]

const namesIn = (sql: string, pattern: RegExp): string[] => [...sql.matchAll(pattern)].map(([, name = '']) => name)

/** The tables that were there before a file, and that it locks until the end of its one transaction. */
function lockedTogether(text: string): string[] {
  if (/^-- (table by table|each table alone|outside of a transaction|in batches)/.test(text)) return []
  // Before anything is distributed, so before any version runs there.
  if (text.startsWith('-- in a cluster alone\n')) return []
  const sql = text.replaceAll(/--.*$/gm, '')
  const made = new Set(namesIn(sql, /\bCREATE TABLE(?: IF NOT EXISTS)?\s+(\w+)/g))
  return [...new Set(LOCKING.flatMap((pattern) => namesIn(sql, pattern)))].filter((name) => !made.has(name))
}

test('no file that came after the version before locks two tables in one transaction', () => {
  const before = filesOfPreviousVersion()
  const all = globSync(['apps/*/src/migrations/*.sql', 'libs/*/migrations/*.sql'], { cwd: ROOT })
  const added = all.filter((file) => !before.has(file))
  expect([before.size > 100, all.length > added.length, added.length > 0]).toEqual([true, true, true])
  const locking = added
    .map((file) => ({ file, tables: lockedTogether(readFileSync(join(ROOT, file), 'utf8')) }))
    .filter(({ tables }) => tables.length > 1)
  expect(locking).toEqual([])
})
