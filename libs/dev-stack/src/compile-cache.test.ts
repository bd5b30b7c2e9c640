import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compileCacheEnv } from './compile-cache.ts'
import { runNode } from './node-service.ts'

let directory: string
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'compiled-'))))
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const folderSeenBy = (env: NodeJS.ProcessEnv): Promise<string> =>
  runNode('Asking', ['-p', 'process.env.NODE_COMPILE_CACHE'], { PATH: process.env.PATH, ...env })

test('what programs compile is kept in the repository, unless the environment says where', async () => {
  const repository = join(import.meta.dirname, '..', '..', '..')
  expect(relative(repository, (await folderSeenBy({})).trim())).toBe(join('node_modules', '.cache', 'pacioli-compile'))
  expect(await folderSeenBy({ NODE_COMPILE_CACHE: directory })).toBe(`${directory}\n`)
})

test('a folder is made when missing, and done without where it cannot be', () => {
  const folder = join(directory, 'one', 'other')
  expect(compileCacheEnv(folder)).toEqual({ NODE_COMPILE_CACHE: folder })
  writeFileSync(join(directory, 'file'), '')
  expect(compileCacheEnv(join(directory, 'file', 'other'))).toEqual({})
})
