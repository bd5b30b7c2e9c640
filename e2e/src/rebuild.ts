/** What an operator does when read models are in doubt. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compileCacheEnv, OPERATOR_FILE } from '@pacioli/dev-stack'
import { sharedStack } from '@pacioli/testing'

const REBUILD = join(import.meta.dirname, '..', '..', 'apps', 'reporting-svc', 'src', 'rebuild.ts')

/** `npm run reporting:rebuild -- --business ID`; what it printed. */
export const rebuild = (businessId: string): Promise<string> => run(sharedStack(), '--business', businessId)

/** `npm run reporting:rebuild`: every business of this stack. */
export const rebuildAll = (stack: { stateDir: string }): Promise<string> => run(stack)

async function run({ stateDir }: { stateDir: string }, ...args: string[]): Promise<string> {
  const operator = JSON.parse(readFileSync(join(stateDir, OPERATOR_FILE), 'utf8')) as Record<string, string>
  const env = { PATH: process.env.PATH, ...compileCacheEnv(), ...operator }
  return (await promisify(execFile)(process.execPath, [REBUILD, ...args], { env })).stdout
}
