/** The product's own checks: the commands of operators. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { OPERATOR_FILE } from '@pacioli/dev-stack'
import { expect } from 'vitest'

const APPS = join(import.meta.dirname, '..', '..', 'apps')
const CHECKS = [
  'ledger-svc/src/check-books.ts',
  'banking-svc/src/check-banking.ts',
  'billing-svc/src/check-billing.ts',
  'reporting-svc/src/check-reporting.ts',
]

const MOST_AGAIN = 3

/**
 * The results of `ledger:check`, `banking:check`, `billing:check` and `reporting:check` for all businesses: by default
 * of this version, or of a previous one as far as it has them.
 */
export async function ownChecks(
  { stateDir }: { stateDir: string },
  appsDir = APPS,
): Promise<{ check: string; printed: string }[]> {
  const env = JSON.parse(readFileSync(join(stateDir, OPERATOR_FILE), 'utf8')) as Record<string, string>
  const said = []
  const checks = appsDir === APPS ? CHECKS : CHECKS.filter((check) => existsSync(join(appsDir, check)))
  for (const check of checks) {
    const args = [join(appsDir, check)]
    // Exits with 1 if it found violations.
    const run = (): Promise<string> =>
      promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH, ...env } }).then(
        ({ stdout }) => stdout,
        ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
      )
    let printed = await run()
    // An audit of the same business may be at it, which the command says.
    for (let again = 0; again < MOST_AGAIN && printed.includes('check again'); again++) printed = await run()
    said.push({ check, printed })
  }
  return said
}

/** They find nothing wrong with any business. */
export async function expectNoViolations(stack: { stateDir: string }, appsDir?: string): Promise<void> {
  for (const { check, printed } of await ownChecks(stack, appsDir))
    expect([check, printed]).toEqual([check, expect.stringMatching(/^\d+ business(es)? checked, 0 violations\n$/)])
}
