/** What one caller waits for, alone. */
import { JournalService } from '@pacioli/protos/ledger'
import { clientOfService } from '@pacioli/rpc'
import { caughtUp } from '../tools/behind.ts'
import { requestOf } from '../tools/caller.ts'
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

/** How long an entry takes to read through the gateway, and from ledger-svc itself: medians in milliseconds. */
export type Reading = { http: number; grpc: number }

/** What the gateway adds: a small difference of two medians, so it takes many reads. */
export const overheadOf = ({ http, grpc }: Reading): number => http - grpc

/** So few of one kind in a row that whatever slows the machine down slows all kinds down. */
const IN_A_ROW = 20

/** Reads an entry of both platforms both ways, all of it in turns, after as many reads that don't count. */
export async function readingsOf(platforms: readonly [Platform, Platform]): Promise<[Reading, Reading]> {
  const open = [await openReads(platforms[0]), await openReads(platforms[1])] as const
  const count = sized(400, IN_A_ROW)
  for (let read = -count; read < count; read += IN_A_ROW)
    for (const { ask, times } of open)
      for (const kind of ['http', 'grpc'] as const)
        for (let nth = 0; nth < IN_A_ROW; nth++) {
          const time = await timeOf(ask[kind])
          if (read >= 0) times[kind].push(time)
        }
  for (const { close } of open) close()
  return [mediansOf(open[0]), mediansOf(open[1])]
}

const mediansOf = ({ times: { http, grpc } }: { times: Record<keyof Reading, number[]> }): Reading => ({
  http: median(http),
  grpc: median(grpc),
})

/** The client asks as the gateway of the version does: in an exchange where ledger-svc has them, else by itself. */
async function openReads({ stack, gateway, callers, businesses }: Platform) {
  await caughtUp(stack)
  const { id, clientId, base, headers, entries } = inTurn(businesses, 0)
  const posted = await callGateway<'postJournalEntry'>(
    gateway,
    `${base}/ledger/journal-entries`,
    JSON.parse(inTurn(entries, 0)) as object,
    headers,
  )
  const ledger = clientOfService(JournalService, { target: stack.services['ledger-svc'].address, count: 1 })
  const context = { requestId: 'bench', clientId, businessId: id }
  const request = requestOf(stack, 'GET', `${base}/ledger/entries/${posted.data.id}`, headers)
  const caller = inTurn(callers, 0)
  return {
    ask: {
      http: () => caller.send(request),
      grpc: () => ledger.client.GetEntry({ entry_id: posted.data.id }, { context }),
    },
    times: { http: [] as number[], grpc: [] as number[] },
    close: () => ledger.close(),
  }
}
