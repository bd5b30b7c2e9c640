/** One request, one trace: from the caller over gateway, ledger, outbox and stream to the read models. */
import type { Stack } from '@pacioli/dev-stack'
import { waitFor, type OtlpReceiver, type ReceivedSpan } from '@pacioli/testing'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { newClient, sale, type Books, type TestClient } from '../src/index.ts'

/** The settings of a stack that sends its traces to this collector. */
export const tracedTo = ({ url }: OtlpReceiver): Record<string, string> => ({
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '100',
})

/** What a caller sends who traces, too. */
const calling = () => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` }
}

/** From a span to the outermost of its trace that was received. */
function lineOf(span: ReceivedSpan, spans: readonly ReceivedSpan[]): ReceivedSpan[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return parent ? [span, ...lineOf(parent, spans)] : [span]
}

const POST = 'pacioli.ledger.v1.JournalService/PostJournalEntry'

const isSql = (span: ReceivedSpan): boolean => span.attributes['db.system.name'] === 'postgresql'

/** The tests: of a stack that traces, on which nothing but requests has happened yet. Both are there when they begin. */
export function requestsAreTraced(tracedStack: () => { stack: Stack; collector: OtlpReceiver }): void {
  let stack: Stack
  let collector: OtlpReceiver
  let client: TestClient
  let books: Books
  beforeAll(async () => {
    ;({ stack, collector } = tracedStack())
    client = await newClient(stack, 'traced')
    books = await client.books()
  })

  const spansOf = (traceId: string): ReceivedSpan[] => collector.spans.filter((span) => span.traceId === traceId)

  /**
   * The spans of the trace, once it has reached read models and feed of reporting and its SQL is known, and the ledger
   * has sent its part: each process exports at its own times.
   */
  const wholeTrace = (traceId: string): Promise<ReceivedSpan[]> =>
    waitFor(
      'the trace to reach the read models',
      () => {
        const spans = spansOf(traceId)
        const intake = spans.find(({ name }) => name === 'process reporting-model-4')
        const hasSql = intake && spans.some((span) => isSql(span) && lineOf(span, spans).includes(intake))
        const hasRoot = spans.some(({ service, kind }) => service === 'gateway' && kind === 'SERVER')
        const isFed = spans.some(({ name }) => name === 'process reporting-feed')
        const isAnswered = spans.some(
          ({ service, kind, name }) => service === 'ledger-svc' && kind === 'SERVER' && name === POST,
        )
        const isSent = spans.some(({ kind }) => kind === 'PRODUCER')
        return hasSql && hasRoot && isFed && isAnswered && isSent && spans
      },
      { timeoutMs: 30_000 },
    )

  describe('a journal entry that is posted', () => {
    const caller = calling()
    const memo = 'Wedding flowers for Jane Roe'
    const requestId = `trace-${caller.spanId}`
    let spans: ReceivedSpan[]
    let entryId: string
    beforeAll(async () => {
      const headers = { traceparent: caller.traceparent, tracestate: 'vendor=1', 'x-request-id': requestId }
      entryId = (await books.post(sale(471_109_382_65, undefined, { memo }), headers)).body.data.id
      spans = await wholeTrace(caller.traceId)
    })
    // The gateway also asks the ledger who the client is, and which business it is.
    const theOne = (what: (span: ReceivedSpan) => boolean): ReceivedSpan => {
      const [found, ...others] = spans.filter(what)
      expect(others).toEqual([])
      if (!found) throw new Error(`None of them: ${spans.map(({ service, name }) => `${service} ${name}`).join(', ')}`)
      return found
    }
    const inGateway = () => theOne(({ service, kind }) => service === 'gateway' && kind === 'SERVER')
    const inLedger = () =>
      theOne(({ service, kind, name }) => service === 'ledger-svc' && kind === 'SERVER' && name === POST)
    const published = () => theOne(({ kind }) => kind === 'PRODUCER')

    test('goes on in the trace of its caller, by its route and with its ids', () => {
      expect(inGateway()).toMatchObject({
        parentSpanId: caller.spanId,
        name: 'POST /v1/businesses/:businessId/ledger/journal-entries',
        attributes: {
          'http.request.method': 'POST',
          'http.route': '/v1/businesses/:businessId/ledger/journal-entries',
          'http.response.status_code': 201,
          'pacioli.request_id': requestId,
          'pacioli.business_id': books.id,
        },
      })
    })

    test('is a call of the gateway, and as such answered by the ledger', () => {
      const ledger = inLedger()
      const call = theOne(({ spanId }) => spanId === ledger.parentSpanId)
      expect(call).toMatchObject({ service: 'gateway', kind: 'CLIENT', parentSpanId: inGateway().spanId })
      for (const { attributes } of [call, ledger])
        expect(attributes).toMatchObject({
          'rpc.system.name': 'grpc',
          'rpc.method': POST,
          'pacioli.request_id': requestId,
          'pacioli.business_id': books.id,
        })
    })

    test('is written by statements with placeholders, under the call', () => {
      const statements = spans.filter((span) => span.service === 'ledger-svc' && isSql(span) && span.kind === 'CLIENT')
      expect(statements.map(({ name }) => name)).toContain('SELECT post_entry_v1')
      for (const one of statements) expect(lineOf(one, spans)).toContain(inGateway())
      const posting = statements.find(({ name }) => name === 'SELECT post_entry_v1')
      expect(posting?.attributes).toMatchObject({ 'db.namespace': 'ledger', 'db.operation.name': 'SELECT' })
      expect(posting?.attributes['db.query.text']).toMatch(/post_entry_v1\([^)]*\$1/)
    })

    test('leaves the outbox as a part of the call that wrote it there', () => {
      const event = published()
      expect(event).toMatchObject({
        service: 'ledger-svc',
        name: 'send pacioli.{business_id}.entry.posted',
        attributes: {
          'messaging.system.name': 'nats',
          'messaging.destination.name': `pacioli.${books.id}.entry.posted.plain`,
          'messaging.operation.type': 'send',
        },
      })
      expect(lineOf(event, spans)).toContain(inLedger())
    })

    test('is consumed by the readers of the stream, from the message that was sent', () => {
      const takers = spans.filter(({ kind }) => kind === 'CONSUMER')
      expect(takers.map(({ service, name }) => `${service}: ${name}`)).toEqual(
        expect.arrayContaining(['reporting-svc: process reporting-model-4', 'reporting-svc: process reporting-feed']),
      )
      for (const taker of takers) expect(taker.parentSpanId).toBe(published().spanId)
    })

    test('ends in the SQL of the read models, which goes back to the caller step by step', () => {
      const [statement] = spans.filter(
        (span) =>
          isSql(span) &&
          lineOf(span, spans).some(({ name }) => name === 'process reporting-model-4') &&
          span.kind === 'CLIENT',
      )
      if (!statement) throw new Error('No statement was traced')
      const line = lineOf(statement, spans)
      expect(statement.attributes['db.namespace']).toBe('reporting')
      expect([...new Set(line.map(({ service }) => service))]).toEqual(['reporting-svc', 'ledger-svc', 'gateway'])
      expect(line.at(-1)?.parentSpanId).toBe(caller.spanId)
    })

    test('is logged with the ids of trace, request and business', async () => {
      const log = () => readFileSync(join(stack.stateDir, 'logs', 'gateway.log'), 'utf8').split('\n')
      const line = await waitFor('the line', () => log().find((one) => one.includes(requestId)))
      expect(JSON.parse(line)).toMatchObject({
        request_id: requestId,
        trace_id: caller.traceId,
        business_id: books.id,
      })
    })

    test('sends the collector nothing of what was posted, by whom, or with which token', () => {
      const sent = collector.bodies.join('\n')
      expect(sent).toContain(requestId)
      for (const secret of [
        '47110938265',
        memo,
        'Jane Roe',
        entryId,
        client.api.token ?? '',
        client.secret,
        '127.0.0.1:',
      ])
        expect(sent).not.toContain(secret)
    })
  })

  describe('the trace of a caller', () => {
    test.each([
      ['no hexadecimal', '00-zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz-0123456789abcdef-01'],
      ['no trace', `00-${'0'.repeat(32)}-0123456789abcdef-01`],
      ['no span', `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`],
      ['the version that is none', `ff-${'a'.repeat(32)}-0123456789abcdef-01`],
      ['something else', 'hello'],
    ])('that is not valid is ignored: %s', async (_what, traceparent) => {
      const requestId = `invalid-${randomBytes(8).toString('hex')}`
      await books.api.call('listEntries', { headers: { traceparent, 'x-request-id': requestId } })
      const span = await waitFor('its span', () =>
        collector.spans.find(
          ({ service, kind, attributes }) =>
            service === 'gateway' && kind === 'SERVER' && attributes['pacioli.request_id'] === requestId,
        ),
      )
      expect(span.parentSpanId).toBeUndefined()
      expect(traceparent).not.toContain(span.traceId)
    })

    test('that is not sampled is not sent', async () => {
      const [silent, loud] = [calling(), calling()]
      await books.api.call('listEntries', { headers: { traceparent: silent.traceparent.replace(/01$/, '00') } })
      await books.api.call('listEntries', { headers: { traceparent: loud.traceparent } })
      await waitFor('the later one', () => spansOf(loud.traceId).some(({ service }) => service === 'gateway'))
      expect(spansOf(silent.traceId)).toEqual([])
    })
  })

  test('a refusal is no failure of the service that refuses, and its message is not exported', async () => {
    const caller = calling()
    const answer = await books.post(sale(-5, undefined, { memo: 'x' }), { traceparent: caller.traceparent })
    expect(answer.status).toBe(400)
    // The ledger may be asked for the client first, and its span come before.
    const span = await waitFor('its span', () =>
      spansOf(caller.traceId).find(({ service, kind }) => service === 'gateway' && kind === 'SERVER'),
    )
    expect(span).toMatchObject({ isError: false, attributes: { 'http.response.status_code': 400 } })
  })

  test('periodic work makes no traces: every one begins with a request', () => {
    const roots = collector.spans.filter(({ parentSpanId }) => parentSpanId === undefined)
    expect(roots.length).toBeGreaterThan(0)
    expect([...new Set(roots.map(({ service, kind }) => `${service} ${kind}`))]).toEqual(['gateway SERVER'])
    expect(roots.filter(({ name }) => /readyz|healthz|metrics/.test(name))).toEqual([])
  })
}
