/**
 * Shared by the tests of this library: a database with outbox and inbox, brokers of an own NATS, and a log that remembers
 * its lines.
 */
import { Database } from '@pacioli/db'
import { provision } from '@pacioli/db/migrate'
import { intakeMigrations, sharedMigrations } from '@pacioli/db/migrations'
import { testDatabase, testNats } from '@pacioli/testing'
import { Broker, type Log } from './connect.ts'
import { domainEvent, type StagedEvent } from './cloud-event.ts'
import { inboxMigrations, outboxMigrations, recordMigrations } from './migrations.ts'
import { stageEvents } from './outbox.ts'
import { ensureStream } from './stream.ts'

const PASSWORD = 'test'

/** Where events are written: as in a new database, or as in one that the version before has used. */
export type Way = 'queue' | 'outbox'
export const WAYS: readonly Way[] = ['queue', 'outbox']

export const migrateEvents = (adminUrl: string, database: string): Promise<void> =>
  provision({
    adminUrl,
    database,
    owner: 'events_owner',
    app: { role: 'events_app', password: PASSWORD },
    relay: { role: 'events_relay', password: PASSWORD },
    intake: 'events_intake',
    migrations: [sharedMigrations, intakeMigrations, outboxMigrations, recordMigrations, inboxMigrations],
  })

export async function eventsDatabase(way: Way = 'queue') {
  const database = await testDatabase({
    name: 'events',
    migrate: async (adminUrl, dbName) => {
      const server = new Database({ url: adminUrl, applicationName: 'test', poolSize: 1 })
      // In a cluster all businesses share a shard: what these tests are about is the same on each node.
      await server.call(`ALTER DATABASE ${dbName} SET citus.shard_count = 1`)
      await server.close()
      await migrateEvents(adminUrl, dbName)
    },
  })
  const open = (role: string): Database =>
    new Database({ url: database.urlFor(role, PASSWORD), applicationName: 'test', poolSize: 6 })
  const app = open('events_app')
  const relays = open('events_relay')
  const admins = new Database({ url: database.adminUrl, applicationName: 'test', poolSize: 1 })
  // Where the rows are.
  const [[relay = relays], [admin = admins]] = [await relays.parts(), await admins.parts()]
  const empty = async (): Promise<void> => {
    await admin.call('DELETE FROM parked_events')
    await admin.call('TRUNCATE records, record_heads, large_states')
    await admin.call('TRUNCATE outbox, events, event_queue, relay_state')
    await admin.call('UPDATE event_slots SET is_current = false, begun_at = NULL, drained_at = NULL')
    if (way === 'queue') await admin.call('UPDATE event_slots SET is_current = true, begun_at = now() WHERE slot = 0')
  }
  await empty()
  return {
    way,
    app,
    relay,
    adminUrl: database.adminUrl,
    appUrl: database.urlFor('events_app', PASSWORD),
    relayUrl: database.urlFor('events_relay', PASSWORD),
    /** Resets it to its initial state, for the next test. */
    empty,
    /** Whatever the roles may not. */
    admin,
    close: () => Promise.all([app.close(), relays.close(), admins.close()]),
  }
}

export type EventsDatabase = Awaited<ReturnType<typeof eventsDatabase>>

/** A log that remembers its lines. */
export function memoryLog(): Log & { lines: string[] } {
  const lines: string[] = []
  const keep = (_facts: object, message: string): void => void lines.push(message)
  return { lines, info: keep, warn: keep, error: keep }
}

export const openBroker = (url: string, log: Log = memoryLog(), replicas?: number): Broker =>
  new Broker({ url, name: 'test', log, replicas })

/** A NATS of its own with the stream, what is connected to it, and what is to end before it. */
export async function eventsBroker() {
  const nats = await testNats()
  const brokers: Broker[] = []
  const running: { stop: () => Promise<unknown> }[] = []
  const open = (): Broker => {
    const opened = openBroker(nats.url)
    brokers.push(opened)
    return opened
  }
  const publisher = open()
  await publisher.whenConnected()
  await ensureStream(publisher)
  return {
    nats,
    /** Another connection, as of another process. */
    open,
    /** The connection that the test publishes over. */
    publisher,
    /** Stops it at the end of the test. */
    runs: <Running extends { stop: () => Promise<unknown> }>(one: Running): Running => {
      running.push(one)
      return one
    },
    stop: async (): Promise<void> => {
      await Promise.all(running.map((one) => one.stop()))
      await Promise.all(brokers.map((one) => one.close()))
      await nats.stop()
    },
  }
}

export type EventsBroker = Awaited<ReturnType<typeof eventsBroker>>

/** An event of a counter-like aggregate: its state is its version. */
export const sampleEvent = (businessId: string, aggregateId: string, version: number): StagedEvent =>
  domainEvent({
    id: crypto.randomUUID(),
    time: new Date(),
    service: 'sample',
    businessId,
    aggregateType: 'sample',
    aggregateId,
    version,
    type: 'changed',
    data: { name: `state ${version}` },
  })

/** Lets everything wait as if the relay had died before it took it out of the queue, or marked it. */
export const waitAgain = async (db: EventsDatabase): Promise<void> => {
  await db.relay.call('UPDATE outbox SET sent_at = NULL')
  await db.relay.call(
    `INSERT INTO event_queue (position, slot, business_id, aggregate_type, aggregate_id, version, created_at)
       SELECT position, slot, business_id, aggregate_type, aggregate_id, version, created_at FROM events`,
  )
}

export const stage = (db: EventsDatabase, events: readonly StagedEvent[]): Promise<void> => {
  const businessId = events[0]?.businessId ?? ''
  return db.app.transact({ businessId }, (tx) => stageEvents(tx, events))
}
