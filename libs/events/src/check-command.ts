/** What `npm run banking:check` and its like do: one business after another is checked, and whatever differs is named. */
import { Database, type Tx } from '@pacioli/db'
import { Command } from 'commander'
import { businessIdFrom } from './business-option.ts'

/** Something that is not so, said as what should be. */
export type Violation = { invariant: string; detail: string }

/** `name` is what people call it, where the service knows. */
export type CheckedBusiness = { clientId: string; businessId: string; name?: string }

/** A page of the businesses in the order of their ids; `only` narrows them to one. */
export type BusinessPage = { after: string | undefined; limit: number; only: string | undefined }

export type CheckCommandOptions = {
  /** How it is called. */
  name: string
  /** What it checks, what it reads, and the variables it uses. */
  description: string
  /** All businesses there are, read as the role that keeps house. */
  loadPage: (tx: Tx, page: BusinessPage) => Promise<CheckedBusiness[]>
  /** Where the service's database is, as the role that serves requests and as the one that keeps house. May exit for want of a variable. */
  open: () => {
    databaseUrl: string
    relayUrl: string
    check: (db: Database, business: CheckedBusiness) => Promise<readonly Violation[]>
    close?: () => void
  }
}

const PAGE = 500
const TEN_MINUTES_MS = 600_000

/** Runs it with the arguments of this process; its exit code is 1 if anything differs or fails. */
export async function runCheckCommand(options: CheckCommandOptions): Promise<void> {
  const program = new Command(`npm run ${options.name} --`)
    .description(`${options.description} Exits 1 if anything differs.`)
    .option('--business <id>', 'only this business', businessIdFrom)
    .action(async ({ business }: { business?: string }) => {
      if ((await checkAll(options, business)) > 0) process.exitCode = 1
    })
  try {
    await program.parseAsync()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/** Answers how many things are not so. */
async function checkAll({ name, loadPage, open }: CheckCommandOptions, only: string | undefined): Promise<number> {
  const { databaseUrl, relayUrl, check, close } = open()
  const options = { applicationName: name, poolSize: 1 }
  const relay = new Database({ ...options, url: relayUrl })
  const db = new Database({ ...options, url: databaseUrl, statementTimeoutMs: TEN_MINUTES_MS })
  let violations = 0
  let businesses = 0
  try {
    for (let after: string | undefined; ;) {
      const page = await relay.transact({}, (tx) => loadPage(tx, { after, limit: PAGE, only }))
      for (const business of page) {
        const found = await check(db, business)
        businesses += 1
        violations += found.length
        const label = [business.businessId, business.name].filter((part) => part !== undefined).join(' ')
        for (const { invariant, detail } of found) console.log(`${label}: not so that ${invariant}: ${detail}`)
        if (process.stderr.isTTY) process.stderr.write(`\r${counted(businesses, 'business', 'businesses')} checked`)
      }
      after = page.at(-1)?.businessId
      if (page.length < PAGE) break
    }
  } finally {
    close?.()
    await Promise.all([relay.close(), db.close()])
  }
  console.log(
    `${counted(businesses, 'business', 'businesses')} checked, ${counted(violations, 'violation', 'violations')}`,
  )
  return violations
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
