/** `pacioli-verify` as a user runs it. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'

const COMMAND = join(import.meta.dirname, '..', '..', 'libs', 'verify', 'src', 'main.ts')

export const verifying = (args: readonly string[]): Promise<{ code: number; printed: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
    )
  })
