/** Many clients with many businesses each, on one system: of this version or of the one before. */
import { devToken, type Stack } from '@pacioli/dev-stack'
import { clientsTool } from '../../src/clients.ts'
import { idsOf, spreadBody } from '../journal/setting.ts'
import { Caller, requestOf } from '../tools/caller.ts'
import type { CpuMeter } from '../tools/cpu.ts'
import { callGateway, gatewayOf, type Gateway } from '../tools/gateway.ts'
import { rateOf } from '../tools/measure.ts'
import { sized } from '../tools/size.ts'
import { meterOf } from '../tools/cost.ts'

export const CLIENTS = 24
/** Of all clients together. */
export const businessCount = (): number => sized(240, CLIENTS)
/** As many callers as there are at most. */
export const CONNECTIONS = 32
/** While it is set up. */
const AT_ONCE = 8

export type Business = {
  id: string
  clientId: string
  base: string
  /** Of its client. */
  headers: Record<string, string>
  /** Bodies of journal entries between its accounts, each debited and credited in turn. */
  entries: string[]
  /** The requests to post them. */
  postings: Buffer[]
}

export type Platform = {
  stack: Stack
  gateway: Gateway
  /** Who posts entries, each by a connection of its own. */
  callers: readonly Caller[]
  meter: CpuMeter
  /** The first of each client come first. */
  businesses: Business[]
  close: () => Promise<void>
}

/** The programs that the stack runs, where they are not those of this checkout; what meters it, where that is not all of it. */
export type PlatformOptions = { appsDir?: string; meter?: CpuMeter }

/** @param count businesses of all clients together */
export async function openPlatform(
  stack: Stack,
  count: number,
  { appsDir, meter = meterOf(stack) }: PlatformOptions = {},
): Promise<Platform> {
  const gateway = gatewayOf(stack, CONNECTIONS)
  const callers = Array.from({ length: CONNECTIONS }, () => new Caller(stack))
  const names = Array.from({ length: CLIENTS }, (_, index) => `Platform ${index + 1}`)
  const printed = await clientsTool(
    { ...stack, ...(appsDir ? { appsDir } : {}) },
    'create',
    '--json',
    '--name',
    ...names,
  )
  const clients = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { client_id: string; client_secret: string })
  const businesses: Business[] = []
  await rateOf(AT_ONCE, count, async (index) => {
    const client = clients[index % CLIENTS]
    if (!client) throw new Error(`Expected ${CLIENTS} clients.`)
    const headers = { authorization: `Bearer ${devToken(stack.baseUrl, client, stack.secrets)}` }
    const named = { legal_name: `Shop ${index + 1}` }
    const { data } = await callGateway<'createBusiness'>(gateway, '/v1/businesses', named, headers)
    const base = `/v1/businesses/${data.id}`
    const chart = await callGateway<'getChartOfAccounts'>(gateway, `${base}/ledger/chart`, undefined, headers)
    const accounts = idsOf(chart.data.accounts)
    const entries = Array.from({ length: accounts.length / 2 }, (_, n) => JSON.stringify(spreadBody(accounts, n)))
    const postings = entries.map((body) => requestOf(stack, 'POST', `${base}/ledger/journal-entries`, headers, body))
    businesses[index] = { id: data.id, clientId: client.client_id, base, headers, entries, postings }
  })
  const close = async (): Promise<void> => {
    callers.forEach((caller) => caller.close())
    await gateway.close()
  }
  return { stack, gateway, callers, meter, businesses, close }
}

/** Posts the nth entry to so many businesses in turn. */
export function postEntry({ callers, businesses }: Platform, among: number, n: number, caller = 0): Promise<void> {
  const { postings } = inTurn(businesses, n % among)
  return inTurn(callers, caller).send(inTurn(postings, Math.floor(n / among)))
}

/** The nth of some, over and over again. */
export function inTurn<One>(all: readonly One[], n: number): One {
  const one = all[n % all.length]
  if (one === undefined) throw new Error('Expected one at least.')
  return one
}
