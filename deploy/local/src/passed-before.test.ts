import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { digestsOf, PassedBefore, type Part } from './passed-before.ts'

const PARTS: Part[] = [
  { name: 'money', folder: 'libs/money', needs: [] },
  { name: 'db', folder: 'libs/db', needs: ['errors'] },
  { name: 'errors', folder: 'libs/errors', needs: [] },
  { name: 'ledger', folder: 'apps/ledger', needs: ['db', 'money'] },
]
const FILES: [string, string][] = [
  ['package-lock.json', 'a'],
  ...PARTS.map(({ folder }): [string, string] => [`${folder}/index.ts`, 'a']),
]

/** Which parts differ once a file does. */
function changedBy(file: string): string[] {
  const directory = mkdtempSync(join(tmpdir(), 'pacioli-passed-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const passed = new PassedBefore(join(directory, 'deep', 'passed.json'))
  const before = digestsOf(PARTS, new Map(FILES))
  expect(passed.changed(before)).toEqual(PARTS.map(({ name }) => name))
  passed.remember(before)
  expect(passed.changed(before)).toEqual([])
  return passed.changed(digestsOf(PARTS, new Map([...FILES, [file, 'b']])))
}

test.each<[string, string, string[]]>([
  ['a part that no other needs', 'apps/ledger/index.ts', ['ledger']],
  ['what others need', 'libs/money/index.ts', ['money', 'ledger']],
  ['what others need through others', 'libs/errors/index.ts', ['db', 'errors', 'ledger']],
  ['what all are checked with', 'package-lock.json', ['money', 'db', 'errors', 'ledger']],
  ['a file that was not there', 'libs/db/new.ts', ['db', 'ledger']],
])('a change of %s is a change of the parts that need it, and of no other', (_what, file, changed) => {
  expect(changedBy(file)).toEqual(changed)
})
