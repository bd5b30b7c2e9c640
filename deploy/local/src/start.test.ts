import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test.each([
  ['explains itself when asked', ['--help'], 0, 'PACIOLI_STATE_DIR'],
  ['names an argument that it does not know', ['--port=1'], 1, "unknown option '--port=1'"],
])('npm start %s, and starts nothing', (_, args, status, words) => {
  const directory = mkdtempSync(join(tmpdir(), 'pacioli-start-'))
  const stateDir = join(directory, 'state')
  try {
    const said = spawnSync(process.execPath, [join(import.meta.dirname, 'start.ts'), ...args], {
      env: { ...process.env, PACIOLI_STATE_DIR: stateDir },
      encoding: 'utf8',
    })
    expect(said.stdout + said.stderr).toContain(words)
    expect(said.status).toBe(status)
    expect(existsSync(stateDir)).toBe(false)
  } finally {
    rmSync(directory, { recursive: true })
  }
})
