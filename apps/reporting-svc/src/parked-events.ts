/** `npm run reporting:parked`: shows the events that could not be taken in, and takes them in again. */
import { Database } from '@pacioli/db'
import { listParked, reasonOf, retryParked, type ParkedEvent } from '@pacioli/events'
import { Command, InvalidArgumentError } from 'commander'
import { listParkedConfig, retryParkedConfig } from './config.ts'
import { CONSUMER, eventsSubscriber } from './intake/events.subscriber.ts'
import { connectOwners } from './owners.ts'

type Options = { business?: string }

const connect = (url: string): Database => new Database({ url, applicationName: 'reporting-parked', poolSize: 1 })

/** As the role that keeps house, because the events may be anybody's. */
async function findParked(relayUrl: string, business: string | undefined): Promise<ParkedEvent[]> {
  const relay = connect(relayUrl)
  try {
    return await relay.transact({}, (tx) => listParked(tx, CONSUMER, business))
  } finally {
    await relay.close()
  }
}

async function list({ business }: Options): Promise<void> {
  const parked = await findParked(listParkedConfig().REPORTING_RELAY_DATABASE_URL, business)
  for (const { parkedAt, businessId, eventId, subject, error } of parked)
    console.log(`${parkedAt.toISOString()} ${businessId} ${eventId} ${subject} ${error}`)
  console.log(`${parked.length} events are set aside`)
}

async function retry({ business }: Options): Promise<void> {
  const config = retryParkedConfig()
  const parked = await findParked(config.REPORTING_RELAY_DATABASE_URL, business)
  const db = connect(config.REPORTING_DATABASE_URL)
  const owners = connectOwners({ ledgerTarget: config.LEDGER_GRPC_URL, bankingTarget: config.BANKING_GRPC_URL })
  const subscriber = eventsSubscriber(db, owners, () => new Date())
  let taken = 0
  try {
    for (const one of parked) {
      try {
        await retryParked(db, subscriber, one)
        taken += 1
      } catch (error) {
        console.error(`${one.businessId} ${one.eventId}: ${reasonOf(error)}`)
      }
    }
  } finally {
    owners.close()
    await db.close()
  }
  console.log(`${taken} of ${parked.length} events taken in`)
  if (taken < parked.length) process.exitCode = 1
}

function businessId(given: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given)) return given.toLowerCase()
  throw new InvalidArgumentError(`expected the id of a business (a UUID), got ${given}.`)
}

const program = new Command('reporting:parked').description(
  'Events that reporting-svc could not take in are set aside with the reason, so that the others flow.',
)
program
  .command('list')
  .description('Shows when, whose, which and why. Reads REPORTING_RELAY_DATABASE_URL.')
  .option('--business <id>', 'only those of this business', businessId)
  .action(list)
program
  .command('retry')
  .description(
    'Takes them in again, once their cause is mended; what is still refused stays. ' +
      'Reads REPORTING_DATABASE_URL, REPORTING_RELAY_DATABASE_URL, LEDGER_GRPC_URL and BANKING_GRPC_URL; ' +
      'exits 1 if anything is left.',
  )
  .option('--business <id>', 'only those of this business', businessId)
  .action(retry)

try {
  await program.parseAsync()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
