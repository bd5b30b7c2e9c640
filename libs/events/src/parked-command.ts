/** The frame of `npm run reporting:parked` and the like: shows parked events, and applies them again. */
import { Database } from '@pacioli/db'
import { Command } from 'commander'
import { businessIdFrom } from './business-option.ts'
import type { ConsumeOptions } from './consumer.ts'
import { reasonOf } from './delivery.ts'
import { listParked, type ParkedEvent } from './parked-event.store.ts'
import { retryParked } from './retry-parked.ts'

export type ParkedCommandOptions = {
  /** The name of the command. */
  name: string
  /** The service whose events they are. */
  service: string
  /** The consumer names under which the service parks events. */
  consumers: readonly string[]
  /** The variables that each of the two commands reads, for its help. */
  reads: { list: string; retry: string }
  /**
   * The database, as the housekeeping role: the events may be of any client. Each may exit when a variable is missing.
   */
  toList: () => { relayUrl: string }
  /** The service's handlers, too. */
  toRetry: () => {
    relayUrl: string
    db: Database
    subscribers: readonly Pick<ConsumeOptions, 'durable' | 'handle'>[]
    close: () => Promise<void>
  }
}

type Options = { business?: string }

/** Runs with the arguments of this process; its exit code is 1 if anything fails or is left. */
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

/** Parked events, by the name under which they were parked. */
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
