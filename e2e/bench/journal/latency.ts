import { clientOfService } from '@pacioli/rpc'
import { JournalService } from '@pacioli/protos/ledger'
import { randomUUID } from 'node:crypto'
import type { Figure } from '../bench.ts'
import { caughtUp } from '../tools/behind.ts'
import { authorizationOf, Caller, requestOf } from '../tools/caller.ts'
import { callGateway, gatewayOf } from '../tools/gateway.ts'
import { timeOf } from '../tools/measure.ts'
import { rounds, sized } from '../tools/size.ts'
import { median, ratios } from '../tools/statistics.ts'
import { entryBody, type Setting } from './setting.ts'

const CALLS = 300
const WRITES = 200
/** Requests that don't count, before the first that do: the code of a service that has run for long is compiled. */
const WARM_UP = 1_500

/** What the gateway adds to a call: one client reads one entry over HTTP, and the same from ledger-svc itself. */
export async function gatewayOverhead({ stack, books, base, accounts }: Setting): Promise<Figure> {
  const gateway = gatewayOf(stack, 1)
  const ledger = clientOfService(JournalService, { target: stack.services['ledger-svc'].address, count: 1 })
  const path = `${base}/ledger/journal-entries`
  const body = entryBody(accounts[0] ?? '', accounts[1] ?? '')
  const { data } = await callGateway<'postJournalEntry'>(gateway, path, body)
  await gateway.close()
  const caller = new Caller(stack)
  const request = requestOf(stack, 'GET', `${base}/ledger/entries/${data.id}`, authorizationOf(stack))
  const context = { requestId: 'bench', clientId: books.clientId, businessId: books.businessId }
  const p50s = { http: [] as number[], grpc: [] as number[] }
  for (let round = 0; round <= rounds(); round++) {
    const times = { http: [] as number[], grpc: [] as number[] }
    for (let call = 0; call < sized(round === 0 ? WARM_UP : CALLS); call++) {
      times.http.push(await timeOf(() => caller.send(request)))
      times.grpc.push(await timeOf(() => ledger.client.GetEntry({ entry_id: data.id }, { context })))
    }
    if (round === 0) continue
    p50s.http.push(median(times.http))
    p50s.grpc.push(median(times.grpc))
  }
  ledger.close()
  caller.close()
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
  const caller = new Caller(stack)
  const path = `${base}/ledger/journal-entries`
  const body = JSON.stringify(entryBody(accounts[0] ?? '', accounts[1] ?? ''))
  const p50s = { first: [] as number[], again: [] as number[] }
  for (let round = 0; round <= rounds(); round++) {
    await caughtUp(stack)
    const times = { first: [] as number[], again: [] as number[] }
    for (let write = 0; write < sized(round === 0 ? WARM_UP : WRITES); write++) {
      const headers = { ...authorizationOf(stack), 'idempotency-key': randomUUID() }
      const request = requestOf(stack, 'POST', path, headers, body)
      times.first.push(await timeOf(() => caller.send(request)))
      times.again.push(await timeOf(() => caller.send(request)))
    }
    if (round === 0) continue
    p50s.first.push(median(times.first))
    p50s.again.push(median(times.again))
  }
  caller.close()
  return {
    what: 'Replaying a posting by its Idempotency-Key / posting it first, one client: p50',
    sides: `${median(p50s.again).toFixed(2)} ms / ${median(p50s.first).toFixed(2)} ms`,
    value: median(ratios(p50s.again, p50s.first)),
    target: { atMost: 0.5 },
    samples: { replay_p50_ms: p50s.again, first_p50_ms: p50s.first },
  }
}
