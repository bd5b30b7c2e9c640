/** The package as its users install it: packed, and put into a folder of theirs. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const PACKAGE = join(import.meta.dirname, '..')
const ROOT = join(PACKAGE, '..', '..')

let folder: string
let installed: string

const run = (cwd: string, program: string, ...args: string[]) => spawnSync(program, args, { cwd, encoding: 'utf8' })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pacioli-verify-'))
  const copy = join(folder, 'libs', 'verify')
  cpSync(PACKAGE, copy, {
    recursive: true,
    filter: (path) => !['node_modules', 'dist'].some((name) => path.endsWith(name)),
  })
  cpSync(join(ROOT, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const manifest = readFileSync(join(copy, 'package.json'), 'utf8')
  const packed = run(copy, 'npm', 'pack', '--silent')
  expect([packed.status, packed.stdout + packed.stderr]).toEqual([0, expect.any(String)])
  expect(readFileSync(join(copy, 'package.json'), 'utf8')).toBe(manifest)
  installed = join(folder, 'user', 'node_modules', 'pacioli-verify')
  mkdirSync(installed, { recursive: true })
  run(installed, 'tar', '-xzf', join(copy, 'pacioli-verify-0.1.0.tgz'), '--strip-components=1')
  symlinkSync(join(ROOT, 'node_modules', 'canonicalize'), join(folder, 'user', 'node_modules', 'canonicalize'))
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the command explains itself, and says what it misses', () => {
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { bin: Record<string, string> }
  const command = join(installed, bin['pacioli-verify'] ?? '')
  const help = run(installed, process.execPath, command, '--help')
  expect([help.status, help.stdout]).toEqual([0, expect.stringContaining('pacioli-verify --url')])
  const missing = run(installed, process.execPath, command)
  expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining('--url, --business and --token-file')])
})

test('the library is what it says', () => {
  const program =
    "import('pacioli-verify').then(({ verify, HttpSource }) => console.log(typeof verify, typeof HttpSource))"
  expect(run(join(folder, 'user'), process.execPath, '-e', program).stdout).toBe('function function\n')
})
