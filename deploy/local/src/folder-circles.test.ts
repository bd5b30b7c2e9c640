import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { folderCircles } from './folder-circles.ts'

const APPS = join(import.meta.dirname, '..', '..', '..', 'apps')

/** The circles of a service of these files. */
function circlesOf(files: Record<string, string>): string[][] {
  const src = mkdtempSync(join(tmpdir(), 'folders-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(src, path)), { recursive: true })
      writeFileSync(join(src, path), text)
    }
    return folderCircles(src)
  } finally {
    rmSync(src, { recursive: true })
  }
}

const importing = (path: string): string => `import { one } from '${path}'\n`

test('two folders that import each other are a circle, and it says by which files', () => {
  expect(
    circlesOf({ 'bills/pay.ts': importing('../tags/tags.ts'), 'tags/tags.ts': importing('../bills/bill.ts') }),
  ).toEqual([['bills/pay.ts imports tags/tags.ts', 'tags/tags.ts imports bills/bill.ts']])
})

test('so are three in a round, types included, once', () => {
  const circles = circlesOf({
    'a/a.ts': importing('../b/b.ts'),
    'b/b.ts': "import type { C } from '../c/c.ts'\n",
    'c/c.ts': "export { a } from '../a/a.ts'\n",
  })
  expect(circles).toEqual([['a/a.ts imports b/b.ts', 'b/b.ts imports c/c.ts', 'c/c.ts imports a/a.ts']])
})

test('layers, tests that reach up, and imports within a folder are none', () => {
  expect(
    circlesOf({
      'main.ts': importing('./bills/pay.ts'),
      'bills/pay.ts': importing('../tags/tags.ts') + importing('./bill.ts'),
      'tags/tags.test.ts': importing('../bills/pay.ts'),
      'tags/tags.test-helpers.ts': importing('../bills/pay.ts'),
    }),
  ).toEqual([])
})

test.each(readdirSync(APPS))('%s has none', (app) => {
  expect(folderCircles(join(APPS, app, 'src'))).toEqual([])
})
