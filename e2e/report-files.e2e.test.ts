/** Exported files of a stack that keeps them on disk: their links, and where they are. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedStack } from '@pacioli/testing'
import { beforeAll, expect, test } from 'vitest'
import { newClient, sale, target, type Books } from './src/index.ts'

let books: Books

beforeAll(async () => {
  books = await (await newClient(target(), 'report-files')).books()
  await books.posted(sale(100))
})

const exported = async () => (await books.api.call('exportTrialBalance')).body.data

test('a link lives for 15 minutes and for nothing else', async () => {
  const { presignedUrl, createdAt, documentId } = await exported()
  const url = new URL(presignedUrl)
  expect(Number(url.searchParams.get('expires'))).toBe(Math.floor(Date.parse(createdAt) / 1000) + 15 * 60)
  const other = new URL(url.href.replace(documentId, randomUUID()))
  const longer = new URL(url)
  longer.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 60))
  for (const altered of [other, longer]) {
    const response = await fetch(altered)
    expect([response.status, await response.json()]).toMatchObject([403, { error_enum: 'InvalidLink' }])
  }
})

test('the files of a stack are in its directory, for its owner alone', async () => {
  const { documentId } = await exported()
  const { stateDir } = sharedStack()
  const path = join(stateDir, 'files', books.id, documentId)
  expect([existsSync(path), readFileSync(path).length > 1_000]).toEqual([true, true])
})
