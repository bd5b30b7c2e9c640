/** A collector for tests: receives OTLP over HTTP in JSON. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: string | number; boolValue?: boolean; doubleValue?: number }
type Attribute = { key: string; value: Value }
type OtlpSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes?: Attribute[]
  links?: { traceId: string; spanId: string }[]
  status?: { code?: number; message?: string }
}
type Export = {
  resourceSpans?: { resource?: { attributes?: Attribute[] }; scopeSpans?: { spans?: OtlpSpan[] }[] }[]
}

/** By their numbers in OTLP. */
const KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'] as const

export type ReceivedSpan = {
  service: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: (typeof KINDS)[number]
  attributes: Record<string, string | number | boolean | undefined>
  links: { traceId: string; spanId: string }[]
  isError: boolean
}

export type OtlpReceiver = {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT, with OTEL_EXPORTER_OTLP_PROTOCOL=http/json. */
  url: string
  spans: ReceivedSpan[]
  /** Everything as it was sent. */
  bodies: string[]
  close: () => Promise<void>
}

const valueOf = ({ stringValue, intValue, boolValue, doubleValue }: Value): string | number | boolean | undefined =>
  stringValue ?? (intValue === undefined ? (boolValue ?? doubleValue) : Number(intValue))

const attributesOf = (attributes: Attribute[] = []): ReceivedSpan['attributes'] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]))

const spansIn = ({ resourceSpans = [] }: Export): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans = [] }) =>
    scopeSpans.flatMap(({ spans = [] }) =>
      spans.map((span) => ({
        service: String(attributesOf(resource?.attributes)['service.name']),
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || undefined,
        name: span.name,
        kind: KINDS[span.kind] ?? 'UNSPECIFIED',
        attributes: attributesOf(span.attributes),
        links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
        isError: span.status?.code === 2,
      })),
    ),
  )

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      bodies.push(body)
      spans.push(...spansIn(JSON.parse(body) as Export))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const SETTINGS = {
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '50',
} as const

type StartTracing = (
  service: string,
  log: { info: () => void; warn: (facts: object, message: string) => void },
) => Promise<() => Promise<void>>

/**
 * Traces in the process of the test, into its own collector. Takes `startTracing`, so that this library does not depend
 * on those it helps to test. `stop` restores the environment.
 */
export async function traceHere(startTracing: StartTracing): Promise<OtlpReceiver & { stop: () => Promise<void> }> {
  const collector = await startOtlpReceiver()
  const settings = { ...SETTINGS, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const names = [...Object.keys(settings), 'OTEL_SERVICE_NAME', 'OTEL_NODE_RESOURCE_DETECTORS']
  const before = names.map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, settings)
  const troubles: string[] = []
  const end = await startTracing('test', {
    info: () => undefined,
    warn: (facts) => troubles.push(JSON.stringify(facts)),
  })
  const stop = async (): Promise<void> => {
    await end()
    await collector.close()
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    if (troubles.length > 0) throw new Error(`Tracing was in trouble: ${troubles.join(' ')}`)
  }
  return { ...collector, stop }
}
