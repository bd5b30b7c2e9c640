import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LogFile, tailOf } from './log-files.ts'
import { waitFor } from './wait-for.ts'

let directory: string

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'pacioli-log-'))
})

afterAll(() => rmSync(directory, { recursive: true, force: true }))

// Linux has a device that is always full.
test.runIf(process.platform === 'linux')(
  'a log whose disk is full loses lines and nothing else, and says how many when it can be written again',
  async () => {
    const path = join(directory, 'full.log')
    symlinkSync('/dev/full', path)
    const log = new LogFile(path, 0)
    log.write('one')
    log.write('two')
    await waitFor('the lines to be lost', () => log.lost === 2)
    rmSync(path)
    const said = await waitFor('the log to be written again', () => {
      log.write('three')
      const tail = tailOf(path)
      return tail.includes('are missing here') && tail
    })
    expect(said).toMatch(/^\(\d+ lines are missing here: ENOSPC: no space left on device, write\)\nthree/)
    log.end()
  },
)

test('a log in a place that is not there loses lines and nothing else', async () => {
  const log = new LogFile(join(directory, 'missing', 'service.log'), 0)
  for (let count = 0; count < 3; count += 1) {
    log.write('one')
    await new Promise((resolve) => setImmediate(resolve))
  }
  log.end()
})

test('lines are appended to what is there', async () => {
  const path = join(directory, 'service.log')
  for (const line of ['one', 'two']) {
    const log = new LogFile(path)
    log.write(line)
    log.end()
    await waitFor('the line', () => tailOf(path).includes(line))
  }
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n')
})
