import { Database } from '@pacioli/db'
import { Command } from 'commander'
import { ownerTargetsOf, rebuildConfig } from './config.ts'
import { connectOwners } from './owners.ts'
import { listBusinesses, rebuildBusiness } from './rebuild/rebuild-business.ts'
import { connectSource } from './rebuild/source.ts'

const program = new Command('reporting:rebuild')
  .description(
    'Makes the read models of reporting-svc anew from what the ledger, banking and billing have now. Reports stay readable meanwhile; ' +
      'nothing but read models is touched. A business that fails is named, and the others go on; exits 1 then. ' +
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
  // Clearing a large business takes longer than any request may.
  statementTimeoutMs: 3_600_000,
  // It idles while the owners are asked.
  idleInTransactionMs: 3_600_000,
})
const targets = {
  ...ownerTargetsOf(config),
}
const owners = connectOwners(targets)
const source = connectSource(targets, owners)

try {
  const businesses = await listBusinesses(source.ledgerReplay, only)
  for (const [index, business] of businesses.entries()) {
    const label = `${index + 1}/${businesses.length} ${business.subject}`
    try {
      const count = await rebuildBusiness(db, source, business, (done) => showProgress(`${label} ${done}`))
      showProgress('')
      console.log(`${label}: ${count} aggregates`)
    } catch (error) {
      showProgress('')
      fail(`${label}: not rebuilt, its reports are as they were: ${reasonOf(error)}`)
    }
  }
} catch (error) {
  fail(reasonOf(error))
} finally {
  for (const connected of [source, owners]) connected.close()
  await db.close()
}

/** The others go on; the exit code tells in the end. */
function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** One line that is written over; nothing where the output is no terminal. */
function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`)
}
