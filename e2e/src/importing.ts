/** `npm run books:import`, as an operator of a stack runs it. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileCacheEnv, OPERATOR_FILE } from '@pacioli/dev-stack'

const IMPORT = join(import.meta.dirname, '..', '..', 'deploy', 'local', 'src', 'import-books.ts')

export const importing = (
  { stateDir }: { stateDir: string },
  args: readonly string[],
): Promise<{ code: number; printed: string }> =>
  new Promise((resolve) => {
    const operator = JSON.parse(readFileSync(join(stateDir, OPERATOR_FILE), 'utf8')) as Record<string, string>
    const env = { PATH: process.env.PATH, ...compileCacheEnv(), ...operator }
    execFile(process.execPath, [IMPORT, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
    )
  })
