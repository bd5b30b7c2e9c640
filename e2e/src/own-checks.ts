/** What the product checks of itself: the commands that operators run. */
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

/**
 * What `ledger:check`, `banking:check`, `billing:check` and `reporting:check` say of all businesses: those of this version
 * unless told, and of a version before as many of them as it has.
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
    // What it found is told with status 1.
    const printed = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH, ...env } }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    )
    said.push({ check, printed })
  }
  return said
}

/** They find nothing wrong with any business. */
export async function expectNoViolations(stack: { stateDir: string }, appsDir?: string): Promise<void> {
  for (const { check, printed } of await ownChecks(stack, appsDir))
    expect([check, printed]).toEqual([check, expect.stringMatching(/^\d+ business(es)? checked, 0 violations\n$/)])
}
