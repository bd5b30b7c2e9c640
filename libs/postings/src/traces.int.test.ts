/** Postings that a request leaves behind are delivered later in the trace of that request. */
import { servingRequest, startTracing, traced } from '@pacioli/telemetry'
import { traceHere, waitFor } from '@pacioli/testing'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { salesOf, startPosting, type TestPosting } from './postings.test-helpers.ts'

let service: TestPosting
let tracing: Awaited<ReturnType<typeof traceHere>>
beforeAll(async () => {
  service = await startPosting()
  tracing = await traceHere(startTracing)
})
afterAll(async () => {
  await service.stop()
  await tracing.stop()
})

const newTrace = (): string => randomBytes(16).toString('hex')
const within = (traceId: string, work: () => Promise<void>): Promise<void> =>
  traced('request', { parent: { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` } }, work)

test('the postings of two requests that the relay delivers at once appear in the traces of both', async () => {
  const business = await service.openBusiness()
  const sales = salesOf({
    cash: await service.accountId(business, 'CASH'),
    sales: await service.accountId(business, 'SALES'),
  })
  const traces = [newTrace(), newTrace()]
  for (const traceId of traces) await within(traceId, () => service.stage(business, [sales.sale(randomUUID(), 1)]))
  await service.stage(business, [sales.sale(randomUUID(), 1)])
  service.clock.aheadMs += 60_000
  const relay = service.startRelay()
  await expect.poll(() => service.countsOf(business), { timeout: 30_000 }).toEqual({ POSTED: 3 })
  await relay.stop()
  expect(service.peer.calls.map((call) => call.length)).toEqual([3])

  const [one, other] = await waitFor('both spans', () => {
    const found = tracing.spans.filter(({ name }) => name === 'deliver postings')
    return found.length === 2 && found
  })
  expect([one?.traceId, other?.traceId].toSorted()).toEqual(traces.toSorted())
  // The order of delivery decides which of the two does the work.
  const [done, linked] = one?.spanId === other?.links[0]?.spanId ? [one, other] : [other, one]
  expect(linked?.links).toEqual([{ traceId: done?.traceId, spanId: done?.spanId }])
  const parts = await waitFor('the call and the statements', () => {
    const found = tracing.spans.filter(({ parentSpanId }) => parentSpanId === done?.spanId)
    return found.length === 2 && found
  })
  expect(parts.map(({ name, kind }) => [name, kind]).toSorted()).toEqual([
    ['pacioli.ledger.v1.PostingsService/PostEntries', 'CLIENT'],
    ['transaction', 'INTERNAL'],
  ])
})

test('the relay delivers postings under the ids of the requests that decided them', async () => {
  const business = await service.openBusiness()
  const sales = salesOf({
    cash: await service.accountId(business, 'CASH'),
    sales: await service.accountId(business, 'SALES'),
  })
  const requests = ['r-1', 'r-2', undefined]
  for (const requestId of requests)
    await servingRequest({ requestId }, () => service.stage(business, [sales.sale(randomUUID(), 1)]))
  service.peer.requests.length = 0
  service.clock.aheadMs += 60_000
  const relay = service.startRelay()
  await expect.poll(() => service.countsOf(business), { timeout: 30_000 }).toEqual({ POSTED: 3 })
  await relay.stop()
  expect(service.peer.requests.toSorted()).toEqual(requests)
  const kept = await service.db.transact(business, (tx) =>
    tx.rows<{ request_id: string | null }>('SELECT request_id FROM postings ORDER BY staged_at, id'),
  )
  expect(kept.map(({ request_id }) => request_id).toSorted()).toEqual([null, 'r-1', 'r-2'])
})
