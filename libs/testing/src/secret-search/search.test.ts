import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Search } from './search.ts'

const SECRET = 'a secret of many bytes'
const CHUNK_BYTES = 16 * 1024 * 1024

let directory: string

beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'pacioli-search-'))))
afterEach(() => rmSync(directory, { recursive: true }))

function foundIn(files: Record<string, string | Buffer>): [where: string[], files: number] {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content)
  const search = new Search([{ value: SECRET, what: 'a secret' }])
  search.path(directory, (file) => file.slice(directory.length + 1))
  return [search.found.map(({ where }) => where), search.searched.files]
}

test('a secret is found in each file that holds it, and in none that is read after', () => {
  const files = { a: `${'other lines\n'.repeat(100)}here ${SECRET}\n`, b: 'short', c: `${SECRET}\n`, d: '' }
  expect(foundIn(files)).toEqual([['a: here …', 'c: …'], 4])
})

test('a secret that begins in one chunk of a file and ends in the next one is found', () => {
  for (const before of [0, 1, SECRET.length - 1, SECRET.length]) {
    const file = Buffer.alloc(CHUNK_BYTES + 100, '\n')
    file.write(SECRET, CHUNK_BYTES - before)
    expect(foundIn({ long: file })).toEqual([['long: …'], 1])
  }
})
