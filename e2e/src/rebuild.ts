/** What an operator does when read models are in doubt. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { OPERATOR_FILE } from '@pacioli/dev-stack'
import { sharedStack } from '@pacioli/testing'

const REBUILD = join(import.meta.dirname, '..', '..', 'apps', 'reporting-svc', 'src', 'rebuild.ts')

/** `npm run reporting:rebuild -- --business ID`; what it printed. */
export async function rebuild(businessId: string): Promise<string> {
  const operator = JSON.parse(readFileSync(join(sharedStack().stateDir, OPERATOR_FILE), 'utf8')) as Record<
    string,
    string
  >
  const env = { PATH: process.env.PATH, ...operator }
  return (await promisify(execFile)(process.execPath, [REBUILD, '--business', businessId], { env })).stdout
}
