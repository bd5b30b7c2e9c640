import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readComposeFile } from './compose-file.ts'

/** Each starts a process. */
const SLOW = { timeout: 60_000 }

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pacioli-env-'))
  file = join(directory, '.env')
})
afterEach(() => rmSync(directory, { recursive: true }))

const write = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'write-env.ts'), '--out', file, ...args], { encoding: 'utf8' })

test('writes a file for its owner alone, with which the compose file is complete', SLOW, () => {
  expect(write('--gateway-port', '18080', '--files-url', 'https://files.example/').status).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const environment = parseEnv(readFileSync(file, 'utf8'))
  expect(environment).toMatchObject({
    GATEWAY_BASE_URL: 'http://127.0.0.1:18080',
    S3_PUBLIC_ENDPOINT: 'https://files.example',
  })
  const { services } = readComposeFile(environment)
  expect(services.gateway?.ports).toEqual(['127.0.0.1:18080:8080'])
  expect(JSON.parse(services.gateway?.environment?.GATEWAY_SIGNING_KEYS ?? '')).toEqual([
    expect.objectContaining({ alg: 'EdDSA' }),
  ])
})

test('leaves a file that is there as it is', SLOW, () => {
  write()
  const before = readFileSync(file, 'utf8')
  const again = write()
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('was left as it is')])
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test.each([
  [['--gateway-port', '0'], 'Expected a port'],
  [['--gateway-port', '65536'], 'Expected a port'],
  [['--files-url', 'files.example'], 'Expected a URL'],
])('refuses %j', SLOW, (args, words) => {
  const { status, stderr } = write(...args)
  expect([status, stderr]).toEqual([1, expect.stringContaining(words)])
})
