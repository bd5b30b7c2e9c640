import { Database } from '@pacioli/db'
import { ReplayService } from '@pacioli/protos/ledger'
import { clientOfStreams } from '@pacioli/rpc'
import { Command } from 'commander'
import { rebuildConfig } from './config.ts'
import { connectLedger } from './ledger-reader.ts'
import { listBusinesses, rebuildBusiness } from './rebuild/rebuild-business.ts'

const program = new Command('reporting:rebuild')
  .description(
    'Makes the read models of reporting-svc anew from what the ledger has now. Reports stay readable meanwhile; ' +
      'nothing but read models is touched. Reads REPORTING_DATABASE_URL and LEDGER_GRPC_URL.',
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
})
const streams = clientOfStreams(ReplayService, { target: config.LEDGER_GRPC_URL, count: 1 })
const { ledger, close } = connectLedger(config.LEDGER_GRPC_URL)
const source = { replay: streams.client, ledger }

try {
  const businesses = (await listBusinesses(source.replay)).filter(({ subject }) => !only || subject === only)
  if (only && businesses.length === 0)
    throw new Error(`The ledger has no business ${only}. Check the id, or leave --business out to rebuild all.`)
  for (const [index, business] of businesses.entries()) {
    const label = `${index + 1}/${businesses.length} ${business.subject}`
    const count = await rebuildBusiness(db, source, business, (done) => showProgress(`${label} ${done}`))
    showProgress('')
    console.log(`${label}: ${count} aggregates`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  streams.close()
  close()
  await db.close()
}

/** One line that is written over; nothing where the output is no terminal. */
function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`)
}
