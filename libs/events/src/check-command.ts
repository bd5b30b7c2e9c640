/** The frame of `npm run banking:check` and the like: checks one business after another and names every difference. */
import { Database, type Tx } from '@pacioli/db'
import { Command } from 'commander'
import { businessIdFrom } from './business-option.ts'

/** A finding: something that is wrong, stated as what should be. */
export type Violation = { invariant: string; detail: string }
/** Something that could not be checked, and why: it must not pass for correct. `of` are the invariants, where they are several. */
export type Unchecked = { unchecked: string; of?: readonly string[]; reason: string }
export type Finding = Violation | Unchecked

/** `name` as users know it, where the service has it. */
export type CheckedBusiness = { clientId: string; businessId: string; name?: string }

/** A page of the businesses in the order of their ids; `only` narrows them to one. */
export type BusinessPage = { after: string | undefined; limit: number; only: string | undefined }

export type CheckCommandOptions = {
  /** The name of the command. */
  name: string
  /** What it checks, what it reads, and the variables it uses. */
  description: string
  /** All businesses, read as the housekeeping role. */
  loadPage: (tx: Tx, page: BusinessPage) => Promise<CheckedBusiness[]>
  /** The service's database as the serving role and as the housekeeping role. May exit when a variable is missing. */
  open: () => {
    databaseUrl: string
    relayUrl: string
    /** @param say reports progress, where that takes long */
    check: (db: Database, business: CheckedBusiness, say: (what: string) => void) => Promise<readonly Finding[]>
    close?: () => void
  }
}

const PAGE = 500
const TEN_MINUTES_MS = 600_000

/** The meaning of the exit code. */
const DIFFERS = 1
const LEFT_OUT = 2

/**
 * Runs with the arguments of this process; exits with 1 if anything differs or fails, with 2 if something was only left
 * out.
 */
export async function runCheckCommand(options: CheckCommandOptions): Promise<void> {
  const program = new Command(`npm run ${options.name} --`)
    .description(
      `${options.description} Exits ${DIFFERS} if anything differs, ${LEFT_OUT} if nothing does but something could not be checked.`,
    )
    .option('--business <id>', 'only this business', businessIdFrom)
    .action(async ({ business }: { business?: string }) => {
      const { violations, unchecked } = await checkAll(options, business)
      if (violations > 0) process.exitCode = DIFFERS
      else if (unchecked > 0) process.exitCode = LEFT_OUT
    })
  try {
    await program.parseAsync()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = DIFFERS
  }
}

/** Returns the numbers of findings and of unchecked invariants. */
async function checkAll(
  { name, loadPage, open }: CheckCommandOptions,
  only: string | undefined,
): Promise<{ violations: number; unchecked: number }> {
  const { databaseUrl, relayUrl, check, close } = open()
  const options = { applicationName: name, poolSize: 1 }
  const relay = new Database({ ...options, url: relayUrl })
  const db = new Database({ ...options, url: databaseUrl, statementTimeoutMs: TEN_MINUTES_MS })
  const counts = { businesses: 0, violations: 0, unchecked: 0 }
  try {
    for (let after: string | undefined; ;) {
      const page = await relay.transact({}, (tx) => loadPage(tx, { after, limit: PAGE, only }))
      for (const business of page) {
        const label = [business.businessId, business.name].filter((part) => part !== undefined).join(' ')
        const found = await check(db, business, (what) => showProgress(`${label}: ${what}`))
        counts.businesses += 1
        for (const finding of found) counts['unchecked' in finding ? 'unchecked' : 'violations'] += 1
        for (const finding of found) console.log(`${label}: ${saidOf(finding)}`)
        showProgress(`${counted(counts.businesses, 'business', 'businesses')} checked`)
      }
      after = page.at(-1)?.businessId
      if (page.length < PAGE) break
    }
  } finally {
    close?.()
    await Promise.all([relay.close(), db.close()])
  }
  const { businesses, violations, unchecked } = counts
  console.log(
    `${counted(businesses, 'business', 'businesses')} checked, ${counted(violations, 'violation', 'violations')}` +
      (unchecked > 0 ? `, ${counted(unchecked, 'thing', 'things')} not checked` : ''),
  )
  return counts
}

const saidOf = (finding: Finding): string =>
  'unchecked' in finding
    ? `not checked whether ${finding.unchecked}: ${finding.reason}`
    : `not so that ${finding.invariant}: ${finding.detail}`

/** Where to look. */
function showProgress(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${what}`)
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
