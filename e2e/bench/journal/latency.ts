import { clientOfService } from '@pacioli/rpc'
import { JournalService } from '@pacioli/protos/ledger'
import { randomUUID } from 'node:crypto'
import type { Figure } from '../bench.ts'
import { caughtUp } from '../tools/behind.ts'
import { callGateway, gatewayOf } from '../tools/gateway.ts'
import { timeOf } from '../tools/measure.ts'
import { rounds, sized } from '../tools/size.ts'
import { median, ratios } from '../tools/statistics.ts'
import { entryBody, type Setting } from './setting.ts'

const CALLS = 300
const WRITES = 200

/** What the gateway adds to a call: one client reads one entry over HTTP, and the same from ledger-svc itself. */
export async function gatewayOverhead({ stack, books, base, accounts }: Setting): Promise<Figure> {
  const gateway = gatewayOf(stack, 1)
  const ledger = clientOfService(JournalService, { target: stack.services['ledger-svc'].address, count: 1 })
  const path = `${base}/ledger/journal-entries`
  const body = entryBody(accounts[0] ?? '', accounts[1] ?? '')
  const { data } = await callGateway<'postJournalEntry'>(gateway, path, body)
  const context = { requestId: 'bench', clientId: books.clientId, businessId: books.businessId }
  const p50s = { http: [] as number[], grpc: [] as number[] }
  for (let round = 0; round <= rounds(); round++) {
    const times = { http: [] as number[], grpc: [] as number[] }
    for (let call = 0; call < sized(CALLS); call++) {
      times.http.push(await timeOf(() => gateway.send('GET', `${base}/ledger/entries/${data.id}`)))
      times.grpc.push(await timeOf(() => ledger.client.GetEntry({ entry_id: data.id }, { context })))
    }
    if (round === 0) continue
    p50s.http.push(median(times.http))
    p50s.grpc.push(median(times.grpc))
  }
  ledger.close()
  await gateway.close()
  return {
    what: 'Reading an entry, one client: p50 through the gateway less p50 of direct gRPC',
    sides: `${median(p50s.http).toFixed(2)} ms - ${median(p50s.grpc).toFixed(2)} ms`,
    value: median(p50s.http.map((http, round) => http - (p50s.grpc[round] ?? 0))),
    unit: 'ms',
    target: { atMost: 0.15 },
    samples: { http_p50_ms: p50s.http, grpc_p50_ms: p50s.grpc },
  }
}

/** A repeated request with its Idempotency-Key, against the first one; one client. */
export async function replay({ stack, base, accounts }: Setting): Promise<Figure> {
  const gateway = gatewayOf(stack, 1)
  const path = `${base}/ledger/journal-entries`
  const body = JSON.stringify(entryBody(accounts[0] ?? '', accounts[1] ?? ''))
  const p50s = { first: [] as number[], again: [] as number[] }
  for (let round = 0; round <= rounds(); round++) {
    await caughtUp(stack)
    const times = { first: [] as number[], again: [] as number[] }
    for (let write = 0; write < sized(WRITES); write++) {
      const key = { 'idempotency-key': randomUUID() }
      times.first.push(await timeOf(() => gateway.send('POST', path, body, key)))
      times.again.push(await timeOf(() => gateway.send('POST', path, body, key)))
    }
    if (round === 0) continue
    p50s.first.push(median(times.first))
    p50s.again.push(median(times.again))
  }
  await gateway.close()
  return {
    what: 'Replaying a posting by its Idempotency-Key / posting it first, one client: p50',
    sides: `${median(p50s.again).toFixed(2)} ms / ${median(p50s.first).toFixed(2)} ms`,
    value: median(ratios(p50s.again, p50s.first)),
    target: { atMost: 0.5 },
    samples: { replay_p50_ms: p50s.again, first_p50_ms: p50s.first },
  }
}
