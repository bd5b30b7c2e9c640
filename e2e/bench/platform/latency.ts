/** What one caller waits for, alone. */
import { JournalService } from '@pacioli/protos/ledger'
import { clientOfService } from '@pacioli/rpc'
import { caughtUp } from '../tools/behind.ts'
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

/** What the gateway adds to a call: an entry read over HTTP, and the same from ledger-svc itself; the medians' difference. */
export async function overheadOf({ stack, gateway, businesses }: Platform): Promise<number> {
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
  const times = { http: [] as number[], grpc: [] as number[] }
  for (let call = 0; call < sized(200); call++) {
    times.http.push(
      await timeOf(() => gateway.send('GET', `${base}/ledger/entries/${posted.data.id}`, undefined, headers)),
    )
    times.grpc.push(await timeOf(() => ledger.client.GetEntry({ entry_id: posted.data.id }, { context })))
  }
  ledger.close()
  return median(times.http) - median(times.grpc)
}
