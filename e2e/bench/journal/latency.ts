import { randomUUID } from 'node:crypto'
import type { Figure } from '../bench.ts'
import { caughtUp } from '../tools/behind.ts'
import { authorizationOf, Caller, requestOf } from '../tools/caller.ts'
import { timeOf } from '../tools/measure.ts'
import { rounds, sized } from '../tools/size.ts'
import { median, ratios } from '../tools/statistics.ts'
import { entryBody, type Setting } from './setting.ts'

const WRITES = 200
/** Requests that don't count, before the first that do: the code of a service that has run for long is compiled. */
const WARM_UP = 1_500

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
