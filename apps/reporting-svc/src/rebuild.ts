/** `npm run reporting:rebuild`: rebuilds read models beside those that are served, and then serves them. */
import { Database } from '@pacioli/db'
import { newId } from '@pacioli/service'
import { Command } from 'commander'
import { ownerTargetsOf, rebuildConfig } from './config.ts'
import { connectOwners } from './owners/owners.ts'
import { MODELS } from './read-models/models.ts'
import { listBusinesses, rebuildBusiness, type RebuildOutcome } from './rebuild/rebuild-business.ts'
import { connectSource } from './rebuild/source.ts'

const program = new Command('reporting:rebuild')
  .description(
    'Rebuilds the read models of reporting-svc from what the ledger, banking and billing have now, beside those that are served, ' +
      'and then serves them; reports and events continue meanwhile. Only read models are touched. A business that fails is named, ' +
      'the others are still rebuilt, and it exits 1. If it is interrupted, what is served stays as it is and the service removes ' +
      'the unfinished rebuild; run it again, it waits up to a minute for the lease of the interrupted one. ' +
      'Reads REPORTING_DATABASE_URL, LEDGER_GRPC_URL, BANKING_GRPC_URL and BILLING_GRPC_URL.',
  )
  .option('--business <id>', 'only this business; all of them otherwise')
  .parse()

const { business: only } = program.opts<{ business?: string }>()
const config = rebuildConfig()
const db = new Database({
  url: config.REPORTING_DATABASE_URL,
  applicationName: 'reporting-rebuild',
  poolSize: 1,
  // A batch of a large business takes longer than any request may.
  statementTimeoutMs: 600_000,
})
const targets = ownerTargetsOf(config)
const owners = connectOwners(targets)
const source = connectSource(targets, owners)

const POLL_MS = 1_000
/** Between lines of progress where the output is no terminal. */
const LOG_EVERY_MS = 5_000
let loggedAt = Date.now()

type Business = Awaited<ReturnType<typeof listBusinesses>>[number]

try {
  const businesses = await listBusinesses(source.ledgerReplay, only)
  for (const [index, business] of businesses.entries()) {
    const label = `${index + 1}/${businesses.length} ${business.subject}`
    try {
      const count = await rebuilt(business, label)
      clearProgress()
      console.log(`${label}: ${count} aggregates`)
    } catch (error) {
      clearProgress()
      fail(`${label}: not rebuilt, its reports are as they were: ${reasonOf(error)}`)
    }
  }
} catch (error) {
  fail(reasonOf(error))
} finally {
  for (const connected of [source, owners]) connected.close()
  await db.close()
}

/** Returns the number of aggregates. Waits while another process rebuilds the same business. */
async function rebuilt(business: Business, label: string): Promise<number> {
  for (;;) {
    const outcome: RebuildOutcome = await rebuildBusiness(db, source, business, {
      model: MODELS.newest,
      clock: () => new Date(),
      newId,
      onProgress: (done) => showProgress(`${label} ${done} aggregates`),
    })
    if (outcome.kind === 'BUILT') return outcome.aggregates
    if (outcome.kind === 'BUSY')
      showProgress(
        `${label} another process rebuilds it; its lease ends at ${outcome.until.toISOString()} unless renewed`,
      )
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** The other businesses are still rebuilt; the exit code reports it in the end. */
function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Overwrites one line; where the output is no terminal, one line every few seconds. */
function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`)
  else if (Date.now() - loggedAt > LOG_EVERY_MS) {
    loggedAt = Date.now()
    console.error(line)
  }
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
}
