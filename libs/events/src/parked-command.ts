/** What `npm run reporting:parked` and its like do: show the events that were set aside, and take them in again. */
import { Database } from '@pacioli/db'
import { Command } from 'commander'
import { businessIdFrom } from './business-option.ts'
import type { ConsumeOptions } from './consumer.ts'
import { reasonOf } from './delivery.ts'
import { listParked, type ParkedEvent } from './parked-event.store.ts'
import { retryParked } from './retry-parked.ts'

export type ParkedCommandOptions = {
  /** How it is called. */
  name: string
  /** Whose events they are. */
  service: string
  /** The names under which the service parks them, one for each way in which it takes events in. */
  consumers: readonly string[]
  /** The variables that each of the two reads, for its help. */
  reads: { list: string; retry: string }
  /** The database, as the role that keeps house: the events may be anybody's. Each may exit for want of a variable. */
  toList: () => { relayUrl: string }
  /** And the ways in which the service takes events in. */
  toRetry: () => {
    relayUrl: string
    db: Database
    subscribers: readonly Pick<ConsumeOptions, 'durable' | 'handle'>[]
    close: () => Promise<void>
  }
}

type Options = { business?: string }

/** Runs it with the arguments of this process; its exit code is 1 if anything fails or is left. */
export async function runParkedCommand(options: ParkedCommandOptions): Promise<void> {
  const program = new Command(options.name).description(
    `Events that ${options.service} could not take in are set aside with the reason, so that the others flow.`,
  )
  program
    .command('list')
    .description(`Shows when, whose, which and why. Reads ${options.reads.list}.`)
    .option('--business <id>', 'only those of this business', businessIdFrom)
    .action((chosen: Options) => list(options, chosen))
  program
    .command('retry')
    .description(
      'Takes them in again, once their cause is mended; what is still refused stays. ' +
        `Reads ${options.reads.retry}; exits 1 if anything is left.`,
    )
    .option('--business <id>', 'only those of this business', businessIdFrom)
    .action((chosen: Options) => retry(options, chosen))
  try {
    await program.parseAsync()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/** What is set aside, by the name under which it was. */
async function findParked(
  { name, consumers }: ParkedCommandOptions,
  relayUrl: string,
  business: string | undefined,
): Promise<Map<string, ParkedEvent[]>> {
  const relay = new Database({ url: relayUrl, applicationName: name, poolSize: 1 })
  try {
    const parked = new Map<string, ParkedEvent[]>()
    for (const consumer of consumers)
      parked.set(consumer, await relay.transact({}, (tx) => listParked(tx, consumer, business)))
    return parked
  } finally {
    await relay.close()
  }
}

async function list(options: ParkedCommandOptions, { business }: Options): Promise<void> {
  const parked = await findParked(options, options.toList().relayUrl, business)
  const all = [...parked].flatMap(([consumer, events]) => events.map((event) => ({ consumer, ...event })))
  for (const { consumer, parkedAt, businessId, eventId, subject, error } of all)
    console.log(
      [parkedAt.toISOString(), ...(parked.size > 1 ? [consumer] : []), businessId, eventId, subject, error].join(' '),
    )
  console.log(`${all.length} events are set aside`)
}

async function retry(options: ParkedCommandOptions, { business }: Options): Promise<void> {
  const { relayUrl, db, subscribers, close } = options.toRetry()
  let taken = 0
  let total = 0
  try {
    const parked = await findParked(options, relayUrl, business)
    for (const subscriber of subscribers)
      for (const one of parked.get(subscriber.durable) ?? [])
        try {
          total += 1
          await retryParked(db, subscriber, one)
          taken += 1
        } catch (error) {
          console.error(`${one.businessId} ${one.eventId}: ${reasonOf(error)}`)
        }
  } finally {
    await close()
  }
  console.log(`${taken} of ${total} events taken in`)
  if (taken < total) process.exitCode = 1
}
