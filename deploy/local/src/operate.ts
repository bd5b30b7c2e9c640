/**
 * Runs an operator command (`npm run clients`, `ledger:check`, `reporting:rebuild`). In production the environment has
 * the addresses; on a developer's machine the running stack of PACIOLI_STATE_DIR provides whatever is not set.
 */
import { OPERATOR_FILE } from '@pacioli/dev-stack'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from './settings.ts'

const file = join(readSettings(process.env).stateDir, OPERATOR_FILE)
const fromStack = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}

const command = spawn(process.execPath, process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...fromStack, ...process.env },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => command.kill(signal))
command.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
