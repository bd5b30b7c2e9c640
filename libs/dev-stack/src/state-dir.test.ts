import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTimeOf } from './processes.ts'
import { lockStateDir, lockWithRetry } from './state-dir.ts'

let directory: string
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'state-'))))
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const lockedBy = (holder: object): void => writeFileSync(join(directory, 'lock'), JSON.stringify(holder))

test('a locked directory is refused, naming the process that uses it', () => {
  const state = lockStateDir(directory)
  expect(() => lockStateDir(directory)).toThrow(`in use by process ${process.pid}`)
  state.release()
  lockStateDir(directory).release()
})

test('a lock whose process is gone is taken over', () => {
  lockedBy({ pid: 2 ** 22 + 1, started: '1' })
  lockStateDir(directory).release()
})

test('a lock whose process id belongs to a later process is taken over', () => {
  lockedBy({ pid: process.pid, started: `not ${startTimeOf(process.pid)}` })
  lockStateDir(directory).release()
})

test('a lock that was half written is taken over', () => {
  writeFileSync(join(directory, 'lock'), '{"pid":')
  lockStateDir(directory).release()
})

test('a directory that is released soon is waited for, and its process is named once', async () => {
  const first = lockStateDir(directory)
  const said: string[] = []
  const second = lockWithRetry(directory, (line) => {
    said.push(line)
    setImmediate(first.release)
  })
  ;(await second).release()
  expect(said).toEqual([expect.stringContaining(`Process ${process.pid} uses ${directory}`)])
})
