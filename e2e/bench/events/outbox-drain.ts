/** How fast a relay publishes what waits in its outbox, against the client of the broker alone. */
import type { Stack } from '@pacioli/dev-stack'
import { connect, type JetStreamManager, type NatsConnection, type StreamInfo } from 'nats'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from '../bench.ts'
import { entryBody } from '../journal/setting.ts'
import { published } from '../tools/behind.ts'
import { gatewayOf } from '../tools/gateway.ts'
import { rateOf } from '../tools/measure.ts'
import { rounds, sized } from '../tools/size.ts'
import { median, ratios } from '../tools/statistics.ts'
import { postTo, type Posted, type Setting } from './businesses.ts'

const BULK = 500
const EVENTS = 4_000
const POSTINGS = 1_000
const CONNECTIONS = 32

/** As the relay has it: so many events in flight at a time, twice. */
const AT_ONCE = 500
const WINDOWS = 2

const STREAM = 'PACIOLI'
const RAW = 'RAW'
const LOOK_MS = 20
const TIMEOUT_MS = 120_000

type Message = { subject: string; data: Uint8Array }

/**
 * Entries are posted while the broker is away, and their events are published when it is back: events a second, from
 * the first to the last by the broker's clock. No service takes events in meanwhile, on either side. Nothing may follow
 * in this stack: the services that take in stay away.
 */
export async function outboxDrain(setting: Setting, to: Posted): Promise<Figure[]> {
  const { stack } = setting
  await Promise.all(
    (['banking-svc', 'billing-svc', 'reporting-svc'] as const).map((name) => stack.services[name].stop()),
  )
  const client = await connect({ servers: stack.natsUrl, maxReconnectAttempts: -1, reconnectTimeWait: 50 })
  const manager = await client.jetstreamManager()
  const { config } = await manager.streams.info(STREAM)
  await manager.streams.add({ ...config, name: RAW, subjects: ['raw.>'] })
  const samples = { relay: [] as number[], raw: [] as number[], postings: [] as number[] }
  for (let round = 0; round <= rounds(); round++) {
    const relay = await drain(setting, manager, to)
    const raw = await publishRaw(client, await lastMessages(manager))
    const postings = await post(stack, to)
    if (round === 0) continue
    samples.relay.push(relay)
    samples.raw.push(raw)
    samples.postings.push(postings)
  }
  await client.close()
  const { relay, raw, postings } = samples
  return [
    {
      what: `Publishing ${EVENTS.toLocaleString('en-US')} events that wait in the outbox / the same by the bare client, ${WINDOWS * AT_ONCE} at once`,
      sides: `${median(relay).toFixed(0)} events/s / ${median(raw).toFixed(0)} events/s`,
      value: median(ratios(relay, raw)),
      target: { atLeast: 0.5 },
      samples: { relay_per_second: relay, raw_per_second: raw },
    },
    {
      what: `Publishing events that wait in the outbox / single postings to one business, ${CONNECTIONS} connections`,
      sides: `${median(relay).toFixed(0)} events/s / ${median(postings).toFixed(0)} postings/s`,
      value: median(ratios(relay, postings)),
      target: { atLeast: 2 },
      samples: { relay_per_second: relay, postings_per_second: postings },
    },
  ]
}

async function drain(setting: Setting, manager: JetStreamManager, to: Posted): Promise<number> {
  const { stack } = setting
  await published(stack, 'ledger-svc')
  const before = (await manager.streams.info(STREAM)).state.last_seq
  await stack.nats.stop()
  const events = sized(EVENTS, BULK)
  for (let left = events; left > 0; left -= BULK) await postTo(setting, to, BULK)
  await stack.nats.start()
  await untilPublished(manager, before + events)
  const [first, last] = await Promise.all(
    [before + 1, before + events].map(async (seq) =>
      (await manager.streams.getMessage(STREAM, { seq })).time.getTime(),
    ),
  )
  return events / (((last ?? 0) - (first ?? 0)) / 1_000)
}

async function untilPublished(manager: JetStreamManager, sequence: number): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    // The connection comes back a moment after the server.
    const info = await manager.streams.info(STREAM).catch((): StreamInfo | undefined => undefined)
    const last = info?.state.last_seq ?? 0
    if (last >= sequence) return
    if (performance.now() > deadline)
      throw new Error(
        `Expected event ${sequence} to be published within ${TIMEOUT_MS} ms, but the last one is ${last}.`,
      )
    await pause(LOOK_MS)
  }
}

async function lastMessages(manager: JetStreamManager): Promise<Message[]> {
  const last = (await manager.streams.info(STREAM)).state.last_seq
  const sequences = Array.from({ length: AT_ONCE }, (_, index) => last - index)
  return Promise.all(sequences.map((seq) => manager.streams.getMessage(STREAM, { seq })))
}

/** In a stream like that of the services, in batches of which each waits for its acknowledgements. */
async function publishRaw(client: NatsConnection, messages: readonly Message[]): Promise<number> {
  const stream = client.jetstream()
  const events = sized(EVENTS, BULK)
  const batches = await rateOf(WINDOWS, events / AT_ONCE, () =>
    Promise.all(messages.map(({ subject, data }) => stream.publish(`raw.${subject}`, data, { msgID: randomUUID() }))),
  )
  return batches * AT_ONCE
}

/** Single entries through the gateway, their events published meanwhile. */
async function post(stack: Stack, { base, accounts }: Posted): Promise<number> {
  const gateway = gatewayOf(stack, CONNECTIONS)
  const body = JSON.stringify(entryBody(...accounts))
  const rate = await rateOf(CONNECTIONS, sized(POSTINGS), () =>
    gateway.send('POST', `${base}/ledger/journal-entries`, body),
  )
  await gateway.close()
  return rate
}
