import { traceHere, waitFor, type ReceivedSpan } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logFacts, servingRequest, traceIdIn } from './request-facts.ts'
import { carrier, isTraced, traced, tracedBatch, tracedParts, tracedWithin } from './spans.ts'
import { startTracing } from './tracing.ts'

const caller = (digit: string, flags = '01') => ({
  traceparent: `00-${digit.repeat(32)}-${digit.repeat(16)}-${flags}`,
})

class Refusal extends Error {
  readonly errorEnum = 'PeriodClosed'
}

describe('while tracing is off', () => {
  test('work is done and nothing else, whatever it is a part of', async () => {
    const spans = [
      await traced('a', { parent: caller('a') }, async (span) => span),
      await tracedWithin('a', { parent: caller('a') }, async (span) => span),
      await tracedBatch(
        'a',
        {},
        () => [caller('a')],
        async () => undefined,
      ),
    ]
    expect(spans).toEqual([undefined, undefined, undefined])
    expect(carrier()).toEqual({})
    expect(isTraced(caller('a'))).toBe(false)
  })

  test('a line of the log still names the trace of the caller', () => {
    const facts = { requestId: 'r', businessId: 'b', ...caller('a') }
    expect(servingRequest(facts, logFacts)).toEqual({ request_id: 'r', business_id: 'b', trace_id: 'a'.repeat(32) })
    expect(logFacts()).toEqual({})
  })
})

test.each([
  [undefined, undefined],
  ['', undefined],
  [`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, 'a'.repeat(32)],
  [`00-${'A'.repeat(32)}-${'b'.repeat(16)}-01`, undefined],
  [`00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`, undefined],
  [`00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`, undefined],
  [`ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, undefined],
  [`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01 `, undefined],
])('the trace of %j is %j', (traceparent, id) => {
  expect(traceIdIn(traceparent)).toBe(id)
})

describe('while tracing is on', () => {
  let tracing: Awaited<ReturnType<typeof traceHere>>
  beforeAll(async () => {
    tracing = await traceHere(startTracing)
  })
  afterAll(() => tracing.stop())

  const received = (name: string, count = 1): Promise<ReceivedSpan[]> =>
    waitFor(`${count} of ${name}`, () => {
      const found = tracing.spans.filter((span) => span.name === name)
      return found.length >= count && found
    })

  test('a span goes on where the carrier says, and what is done within it is a part of it', async () => {
    const inside = await traced('outer', { parent: { ...caller('a'), tracestate: 'v=1' } }, () =>
      tracedWithin('inner', { parent: caller('b') }, async () => carrier()),
    )
    const [[outer], [inner]] = await Promise.all([received('outer'), received('inner')])
    expect(outer).toMatchObject({ service: 'test', traceId: 'a'.repeat(32), parentSpanId: 'a'.repeat(16) })
    expect(inner).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: outer?.spanId })
    expect(inside).toEqual({ traceparent: `00-${'a'.repeat(32)}-${inner?.spanId}-01`, tracestate: 'v=1' })
  })

  test('what is in no trace makes none', async () => {
    await tracedWithin('alone', {}, async () => undefined)
    await tracedWithin('alone', { parent: { traceparent: 'invalid' } }, async () => undefined)
    await tracedBatch(
      'alone',
      {},
      () => [{}, caller('c', '00')],
      async () => undefined,
    )
    await traced('afterwards', {}, async () => undefined)
    await received('afterwards')
    expect(tracing.spans.filter(({ name }) => name === 'alone')).toEqual([])
  })

  test('a failure is recorded by its name, never by its message', async () => {
    const refused = traced('refused', {}, () => Promise.reject(new Refusal('Jane Roe owes 5')))
    await expect(refused).rejects.toThrow('Jane Roe')
    const [span] = await received('refused')
    expect(span).toMatchObject({ isError: true, attributes: { 'error.type': 'PeriodClosed' } })
    expect(tracing.bodies.join()).not.toContain('Jane Roe')
  })

  test('work for three traces is done in the first, and each of the others shows it and leads there', async () => {
    const seen = await tracedBatch(
      'together',
      {},
      () => [caller('1'), caller('2'), caller('1'), caller('3'), {}],
      async () => carrier(),
    )
    const spans = await received('together', 3)
    const of = (digit: string) => spans.filter(({ traceId }) => traceId === digit.repeat(32))
    const [first, ...others] = of('1')
    expect(others).toEqual([])
    expect(seen.traceparent).toBe(`00-${'1'.repeat(32)}-${first?.spanId}-01`)
    expect(first?.links).toEqual(['2', '3'].map((d) => ({ traceId: d.repeat(32), spanId: d.repeat(16) })))
    for (const digit of ['2', '3'])
      expect(of(digit)).toMatchObject([
        { parentSpanId: digit.repeat(16), links: [{ traceId: '1'.repeat(32), spanId: first?.spanId }] },
      ])
  })

  test('an answer in parts is a span until its last part, or until its consumer stops', async () => {
    const steps: (string | undefined)[] = []
    async function* parts() {
      for (let part = 1; part <= 3; part++) {
        steps.push(carrier().traceparent)
        yield part
      }
    }
    const taken: number[] = []
    for await (const part of tracedParts('parts', { parent: caller('d') }, parts)) taken.push(part)
    for await (const part of tracedParts('parts', { parent: caller('d') }, parts)) {
      taken.push(part)
      break
    }
    const [whole, left] = await received('parts', 2)
    expect(taken).toEqual([1, 2, 3, 1])
    expect(steps.map((one) => one?.split('-')[2])).toEqual([...Array<unknown>(3).fill(whole?.spanId), left?.spanId])
  })

  test('a line of the log names the trace that runs', async () => {
    const facts = await traced('logging', { parent: caller('e') }, async () => logFacts())
    expect(facts).toEqual({ trace_id: 'e'.repeat(32) })
  })
})
