/** `npm run billing:rebuild`: takes in again what billing keeps of the journal. */
import { Database } from '@pacioli/db'
import { connectLedger } from '@pacioli/posting-service/ledger-clients'
import { newId } from '@pacioli/service'
import { Command } from 'commander'
import { commandConfig } from './config.ts'
import { allBusinesses, takeInAgain } from './consumers/take-in-again.ts'

const program = new Command('npm run billing:rebuild --')
  .description(
    'Takes in again, from the ledger, the customers and vendors of imports and the journal lines that name a customer or ' +
      'vendor, for events that billing-svc never got. What it has stays; it may serve meanwhile, and this may be repeated. A ' +
      'business that fails is named, the others are still taken in, and it exits 1.',
  )
  .option('--business <id>', 'only this business; all of them otherwise')
  .parse()

const { business: only } = program.opts<{ business?: string }>()
const { databaseUrl, ledgerTarget } = commandConfig()
const db = new Database({ url: databaseUrl, applicationName: 'billing:rebuild', poolSize: 1 })
const { ledger, close } = connectLedger(ledgerTarget)
// The relay of the running service looks for new events by itself, too.
const billing = { db, ledger, now: () => new Date(), newId, notify: () => undefined }

try {
  for (const businessId of await businesses())
    try {
      console.log(`${businessId}: ${await takeInAgain(billing, businessId)} taken in`)
    } catch (error) {
      fail(`${businessId}: not taken in: ${reasonOf(error)}`)
    }
} catch (error) {
  fail(reasonOf(error))
} finally {
  close()
  await db.close()
}

async function businesses(): Promise<string[]> {
  const ids = await allBusinesses({ ledger })
  if (only === undefined) return ids
  const chosen = ids.filter((id) => id === only.toLowerCase())
  if (chosen.length > 0) return chosen
  throw new Error(`The ledger has no business ${only}. Check the id, or leave --business out to take in all.`)
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function fail(what: string): void {
  console.error(what)
  process.exitCode = 1
}
