/** What one caller waits for, alone. */
import { JournalService } from '@pacioli/protos/ledger'
import { clientOfService } from '@pacioli/rpc'
import { caughtUp } from '../tools/behind.ts'
import { requestOf } from '../tools/caller.ts'
import { directLedger } from '../tools/direct-grpc.ts'
import { callGateway } from '../tools/gateway.ts'
import { timeOf } from '../tools/measure.ts'
import { sized } from '../tools/size.ts'
import { median } from '../tools/statistics.ts'
import { CLIENTS, inTurn, postEntry, type Platform } from './platform.ts'

/** Posts one entry after the other, to a business of each client in turn. @returns the median in milliseconds */
export async function quietTime(platform: Platform): Promise<number> {
  await caughtUp(platform.stack)
  const times: number[] = []
  for (let n = 0; n < sized(200); n++) times.push(await timeOf(() => postEntry(platform, CLIENTS, n)))
  return median(times)
}

/** How an entry is read: through the gateway, from ledger-svc itself, and from it as the gateway of the version asks. */
export type Way = 'http' | 'grpc' | 'asGateway'

const WAYS: readonly Way[] = ['http', 'grpc', 'asGateway']

/** How long that takes: medians in milliseconds. */
export type Reading = Record<Way, number>

/** What the gateway adds: a small difference of two medians, so it takes many reads. */
export const overheadOf = (reading: Reading, to: Exclude<Way, 'http'> = 'grpc'): number => reading.http - reading[to]

/** So few of one kind in a row that whatever slows the machine down slows all kinds down. */
const IN_A_ROW = 20
const READS = 600
/** Code that has run for long is compiled. */
const WARM_UP = 1_500

/** @returns what reads an entry of both platforms in all ways, all of it in turns; the first time for long */
export async function openReadings(platforms: readonly [Platform, Platform]) {
  const open = [await openReads(platforms[0]), await openReads(platforms[1])] as const
  let isWarm = false
  const timesOf = async (): Promise<[Reading, Reading]> => {
    const times = open.map(() => ({ http: [] as number[], grpc: [] as number[], asGateway: [] as number[] }))
    for (let read = 0; read < sized(isWarm ? READS : WARM_UP, IN_A_ROW); read += IN_A_ROW)
      for (const [side, { ask }] of open.entries())
        for (const way of WAYS) for (let nth = 0; nth < IN_A_ROW; nth++) times[side]?.[way].push(await timeOf(ask[way]))
    isWarm = true
    const [first, second] = times.map(({ http, grpc, asGateway }) => ({
      http: median(http),
      grpc: median(grpc),
      asGateway: median(asGateway),
    })) as [Reading, Reading]
    return [first, second]
  }
  return { timesOf, close: () => open.forEach(({ close }) => close()) }
}

async function openReads({ stack, gateway, callers, businesses }: Platform) {
  await caughtUp(stack)
  const { id, clientId, base, headers, entries } = inTurn(businesses, 0)
  const posted = await callGateway<'postJournalEntry'>(
    gateway,
    `${base}/ledger/journal-entries`,
    JSON.parse(inTurn(entries, 0)) as object,
    headers,
  )
  const direct = directLedger(stack, { clientId, businessId: id })
  // In an exchange where ledger-svc has them, else by itself.
  const asGateway = clientOfService(JournalService, { target: stack.services['ledger-svc'].address, count: 1 })
  const context = { requestId: 'bench', clientId, businessId: id }
  const request = requestOf(stack, 'GET', `${base}/ledger/entries/${posted.data.id}`, headers)
  const caller = inTurn(callers, 0)
  const ask: Record<Way, () => Promise<unknown>> = {
    http: () => caller.send(request),
    grpc: () => direct.getEntry(posted.data.id),
    asGateway: () => asGateway.client.GetEntry({ entry_id: posted.data.id }, { context }),
  }
  const close = (): void => {
    direct.close()
    asGateway.close()
  }
  return { ask, close }
}
