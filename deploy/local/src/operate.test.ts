import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

const COMMANDS = Object.entries(scripts).flatMap(([name, script]) => {
  const [, file] = /operate\.ts (\S+\.ts)$/.exec(script) ?? []
  return file === undefined ? [] : [[name, file] as const]
})

test('there are commands for operators', () => expect(COMMANDS.length).toBeGreaterThan(5))

test.each(COMMANDS)('npm run %s explains itself, with nothing set', { timeout: 60_000 }, async (_name, file) => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, file), '--help'], { env: {} })
  expect(stdout).toMatch(/^Usage: .+\n\n[A-Z][^]+\.\n[^]*--help/)
})
