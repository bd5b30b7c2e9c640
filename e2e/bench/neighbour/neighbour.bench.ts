import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { newClient } from '../../src/clients.ts'
import type { Bench, BenchContext, Figure } from '../bench.ts'
import { entryBody } from '../journal/setting.ts'
import { callGateway, gatewayOf } from '../tools/gateway.ts'
import { timeOf } from '../tools/measure.ts'
import { rounds, sized } from '../tools/size.ts'
import { median, percentile, ratios } from '../tools/statistics.ts'
import type { FloodCount, FloodOrder } from './flood-thread.ts'
import { FLOODS, floodsOf, type Flood } from './floods.ts'

const POSTINGS = 200
/** A blocked neighbour is measured no longer than this. */
const PATIENCE_MS = 6_000
/** Until whatever the flood has begun is at its height. */
const RISING_MS = 1_000

type Measured = { p50: number; p99: number; count: number }

/** The effect of a flooding client on another one: the time of its single postings, against that without a flood. */
export const neighbour: Bench = {
  name: 'neighbour',
  description: 'a single posting of one client while another one floods, within its limits',
  parts: FLOODS,
  rounds: 2,
  limited: true,
  run: async (context) => {
    const { stack } = context
    const { api, business } = await newClient(stack, 'Neighbour')
    const { id } = await business()
    const quiet = gatewayOf(stack, 1, api.token)
    const base = `/v1/businesses/${id}`
    const chart = await callGateway<'getChartOfAccounts'>(quiet, `${base}/ledger/chart`)
    const [debit, credit] = chart.data.accounts.map((account) => account.id.id)
    const body = JSON.stringify(entryBody(debit ?? '', credit ?? ''))
    const post = (): Promise<unknown> => quiet.send('POST', `${base}/ledger/journal-entries`, body)
    await measure(post)
    for (const flood of await floodsOf(context)) await context.measure(flood.part, () => beside(context, flood, post))
    await quiet.close()
  },
}

async function beside({ stack }: BenchContext, flood: Flood, post: () => Promise<unknown>): Promise<Figure> {
  const idle: Measured[] = []
  const flooded: Measured[] = []
  let counted = { passed: 0, refused: 0 }
  // What a process does for the first time takes several times as long: a flood is no news after its first second.
  const end = pour(stack, flood)
  await pause(RISING_MS)
  await end()
  for (let round = 0; round < rounds(); round++) {
    idle.push(await measure(post))
    const end = pour(stack, flood)
    await pause(RISING_MS)
    flooded.push(await measure(post))
    const { passed, refused } = await end()
    counted = { passed: counted.passed + passed, refused: counted.refused + refused }
  }
  const [p99s, idleP99s] = [flooded, idle].map((all) => all.map(({ p99 }) => p99)) as [number[], number[]]
  const [p50s, idleP50s] = [flooded, idle].map((all) => all.map(({ p50 }) => p50)) as [number[], number[]]
  const of = (p50: number[], p99: number[]) => `${median(p50).toFixed(1)} and ${median(p99).toFixed(1)} ms`
  return {
    what: `A neighbour's posting beside ${flood.what}, ${flood.atOnce} at a time: p99 / idle`,
    sides: `p50 and p99: ${of(p50s, p99s)} / ${of(idleP50s, idleP99s)}; ${counted.passed} passed, ${counted.refused} refused`,
    value: median(ratios(p99s, idleP99s)),
    target: { atMost: 5 },
    samples: { flooded_p99_ms: p99s, idle_p99_ms: idleP99s, flooded_p50_ms: p50s, idle_p50_ms: idleP50s },
  }
}

/** Begins to flood. @returns a function that ends it and returns the outcomes of its requests */
function pour({ baseUrl, dev }: BenchContext['stack'], flood: Flood): () => Promise<FloodCount> {
  const order: FloodOrder = { baseUrl, token: dev.token, flood }
  const thread = new Worker(new URL('flood-thread.ts', import.meta.url), { workerData: order })
  const counted = new Promise<FloodCount>((resolve, reject) => thread.once('message', resolve).once('error', reject))
  // Failures surface when it is awaited.
  counted.catch(() => undefined)
  return () => {
    thread.postMessage('end')
    return counted
  }
}

async function measure(post: () => Promise<unknown>): Promise<Measured> {
  const times: number[] = []
  for (const began = performance.now(); times.length < sized(POSTINGS) && performance.now() - began < PATIENCE_MS;)
    times.push(await timeOf(post))
  return { p50: median(times), p99: percentile(times, 0.99), count: times.length }
}
