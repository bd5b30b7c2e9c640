/** Builds the gateway without listening, from connections that it is given. */
import type { KeyValue } from '@pacioli/events'
import {
  observeWorkload,
  Workload,
  type Logger,
  type Registry,
  type ServiceLifecycle,
  type WorkloadOptions,
} from '@pacioli/service'
import { MinDataRate } from '@pacioli/service/data-rates'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { IncomingMessage, Server } from 'node:http'
import { admit } from './admission.ts'
import { ClientDirectory } from './auth/client-directory.ts'
import type { SigningKeys } from './auth/signing-keys.ts'
import { tokenIssuer } from './auth/token-issuer.ts'
import { TokenVerifier, type TrustedIssuer } from './auth/token-verifier.ts'
import { BusinessDirectory } from './businesses/business-directory.ts'
import { drainConnections, shedLoad, type Capacity } from './capacity.ts'
import { Interface } from './contract/interface.ts'
import { addOperations } from './contract/operations.ts'
import { allowOrigins } from './cors.ts'
import { proxyTest, type TrustedProxies } from './edge/addresses.ts'
import { limitSlowResponses } from './edge/answers.ts'
import { createBoundedServer } from './edge/connections.ts'
import { meetExpectations } from './edge/expectations.ts'
import { EDGE_LIMITS, type EdgeLimits } from './edge/limits.ts'
import { BodyReader } from './edge/body-reader.ts'
import { keepSafe } from './edge/safe-headers.ts'
import { discardBodies } from './edge/discard-body.ts'
import { docUrls } from './error-docs.ts'
import { brokenRequestHandler, errorHandler, handleNotFound, refuseTunnels } from './errors.ts'
import { gatewayMetrics, measureRequests, type GatewayMetrics } from './metrics.ts'
import { describeApi } from './openapi.ts'
import { blockOf, Limiter, type LimiterOptions } from './rate-limit/limiter.ts'
import { partOf, type BucketRules } from './rate-limit/token-bucket.ts'
import { readinessOf } from './readiness.ts'
import { decorateRequests, requestIdOf } from './request.ts'
import { addBusinessTokens } from './routes/business-tokens.ts'
import { customHandlers } from './routes/custom-handlers.ts'
import { callbackRoutes } from './routes/connections.ts'
import { addReports } from './routes/reports.ts'
import { addServiceRoutes } from './routes/service.ts'
import { tokenRoutes } from './routes/tokens.ts'
import type { MethodOf, Services } from './services.ts'
import { traceRequests } from './tracing.ts'
import { validatorCompiler } from './validation/compiler.ts'
import { parseJsonBody } from './validation/json-body.ts'
import { refuseOtherEncodings } from './validation/media-type.ts'
import { holdsSecret } from './validation/problem-of.ts'

const MAX_BODY_BYTES = 1024 * 1024

/** Requests at once, unless told: a client waits for some of them, and each waits for little but the services. */
const MAX_IN_FLIGHT = 1_000

/** Bytes in work at once, unless told, and large requests. */
const WORKLOAD: WorkloadOptions = { bytes: 128 * 1024 * 1024, heavyAtOnce: 8 }

/** As long as the headers of a request may be: an id that is no id gets as far as any, and is not found there. */
const MAX_PARAM_LENGTH = 16_384

/** Guessing secrets is slower than any client needs to be with its own. */
const TOKEN_ENDPOINT: BucketRules = { capacity: 50, perSecond: 10, stepMs: 1 }

export type GatewayOptions = {
  services: Services
  /** Any method of a service that the protos name. */
  methodOf: MethodOf
  /** What callers may do; what the protos of this release say unless given. */
  api?: Interface
  keys: SigningKeys
  issuer: string
  audience: string
  /** Signs the cursors of lists that the gateway puts together itself; all replicas share it. */
  cursorKey: Buffer
  /** How callers reach the gateway: for the documentation, and for where it is about an error. */
  baseUrl: string
  /** Somebody else whose tokens are accepted too. */
  outside?: TrustedIssuer
  /** Requests of one client, over all gateways; absent where limits are switched off. */
  limit?: { perSecond: number; burst: number; maxWaitMs?: number } | undefined
  /** Bulk invoice requests of one client and business, over all gateways; absent where that limit is lifted. */
  bulkLimit?: { perSecond: number; burst: number; maxWaitMs?: number } | undefined
  /** What the limits go by; the machine's clock unless given. */
  clock?: () => number
  /** Where gateways share their buckets; without it each counts alone. */
  store?: KeyValue
  /** How many they are: alone, each lets pass its part. One unless given. */
  gateways?: number
  /** What it takes on at once, by weight. */
  workload?: WorkloadOptions
  corsOrigins?: readonly string[]
  /** Whose X-Forwarded-For is believed; nobody's unless given. */
  trustProxy?: TrustedProxies
  /** Requests in work at once; what comes beyond is refused. */
  maxInFlight?: number
  /** Of one address or client; a quarter of them unless given. */
  maxInFlightEach?: number
  /** What callers may hold besides. */
  edge?: Partial<EdgeLimits>
  /** How long a connection may be idle, as callers are told with each answer; 72 s unless given. */
  keepAliveMs?: number
  /** Says when it is to end; without one it never does. */
  lifecycle?: Pick<ServiceLifecycle, 'ready' | 'readyWhen' | 'stopping'>
  /** For a test of all schemas: each is compiled when its route is added, instead of when it is first used. */
  compileAtOnce?: boolean
  logger: Logger
  metrics: Registry
}

export type Gateway = {
  app: FastifyInstance
  clients: ClientDirectory
  businesses: BusinessDirectory
}

function limitersOf(
  { limit, bulkLimit, store, clock, logger, gateways }: GatewayOptions,
  { countFallback }: GatewayMetrics,
) {
  const onFallback = (error: unknown): void => {
    countFallback()
    logger.warn({ err: error }, 'The shared rate limits do not answer; this gateway counts alone for now')
  }
  const shared = { store, onFallback, clock, gateways }
  return {
    limits: limit && generalLimiters(limit, { ...shared, maxWaitMs: limit.maxWaitMs }),
    // One token at a time: the count is exact at every instant.
    bulkInvoices:
      bulkLimit &&
      new Limiter({
        name: 'bulk-invoices',
        rules: { capacity: bulkLimit.burst, perSecond: bulkLimit.perSecond, stepMs: 1000 },
        block: 1,
        ...shared,
        maxWaitMs: bulkLimit.maxWaitMs,
      }),
  }
}

type Shared = Pick<LimiterOptions, 'store' | 'onFallback' | 'clock' | 'maxWaitMs' | 'gateways'>

function generalLimiters({ burst, perSecond }: { perSecond: number; burst: number }, shared: Shared) {
  const rules: BucketRules = { capacity: burst, perSecond, stepMs: 1 }
  const ofBusiness = partOf(rules, BUSINESSES_OF_A_CLIENT)
  const { clock } = shared
  return {
    byClient: new Limiter({ name: 'client', rules, block: blockOf(rules), ...shared }),
    byBusiness: new Limiter({ name: 'business', rules: ofBusiness, block: blockOf(ofBusiness), ...shared }),
    byBrowsers: new Limiter({ name: 'browsers', rules, block: blockOf(rules), ...shared }),
    byAddress: new Limiter({ name: 'address', rules, block: 1, clock }),
    // Not shared: strangers could fill the store with whatever they claim to be.
    byTokenAttempt: new Limiter({ name: 'attempt', rules: TOKEN_ENDPOINT, block: 1, clock }),
    byTokenClient: new Limiter({ name: 'token', rules: TOKEN_ENDPOINT, block: 1, ...shared }),
  }
}

const capacityOf = ({ maxInFlight: limit = MAX_IN_FLIGHT, maxInFlightEach }: GatewayOptions): Capacity => ({
  limit,
  limitEach: maxInFlightEach ?? Math.ceil(limit / 4),
})

/** Tokens for one business have a bucket each, this part of that of a client: a page in a browser asks for little. */
const BUSINESSES_OF_A_CLIENT = 4

const NO_QUERY = { type: 'object', properties: {}, additionalProperties: false }

type Edge = { limits: EdgeLimits; minDataRate: MinDataRate; bodyReader: BodyReader }

function edgeOf({ edge, metrics }: GatewayOptions): Edge {
  const limits = { ...EDGE_LIMITS, ...edge }
  const minDataRate = new MinDataRate(limits)
  return { limits, minDataRate, bodyReader: new BodyReader(limits, { minDataRate, metrics }) }
}

function createApp(options: GatewayOptions, { limits, bodyReader }: Edge): FastifyInstance {
  const { logger, metrics, keepAliveMs = 72_000, compileAtOnce: atOnce = false } = options
  const isProxy = proxyTest(options.trustProxy ?? false)
  const docUrl = docUrls(options.baseUrl)
  const handleError = errorHandler(docUrl)
  const loggerInstance: FastifyBaseLogger = logger
  const app = Fastify<Server>({
    loggerInstance,
    // Nothing is logged per request in production, so a logger per request would be for nothing.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: isProxy,
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (handle) => createBoundedServer(handle, { limits, keepAliveMs, isProxy, metrics }),
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) =>
      void handleError(error, request, reply.header('x-request-id', request.id)),
    clientErrorHandler: brokenRequestHandler(docUrl),
  })
  refuseTunnels(app.server, docUrl)
  app.setErrorHandler(handleError)
  app.setValidatorCompiler(validatorCompiler({ atOnce }))
  app.removeAllContentTypeParsers()
  // A route that takes no query parameters refuses them, like one that takes others.
  app.addHook('onRoute', ({ schema, config }) => {
    if (schema && config?.scope !== undefined) schema.querystring ??= NO_QUERY
  })
  app.addHook('preParsing', refuseOtherEncodings)
  bodyReader.attach(app)
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const bytes = await bodyReader.read(request, payload)
    await request.admitBody?.(bytes.length)
    if (request.headers['idempotency-key'] !== undefined) request.rawBody = bytes
    return parseJsonBody(bytes, holdsSecret(request.routeOptions.schema?.body ?? {}))
  })
  return app
}

export async function buildApp(options: GatewayOptions): Promise<Gateway> {
  const { services, keys, issuer, audience, metrics } = options
  const clients = new ClientDirectory(services.clients)
  const businesses = new BusinessDirectory(services.businesses)
  const measured = gatewayMetrics(metrics)
  const ready = readinessOf(services)
  const { lifecycle } = options
  lifecycle?.readyWhen(ready)
  const { limits, bulkInvoices } = limitersOf(options, measured)
  const workload = new Workload(options.workload ?? WORKLOAD)
  observeWorkload(metrics, workload)
  const issueToken = tokenIssuer(keys, issuer, audience)
  const own: TrustedIssuer = { ...keys, issuer, audience, cacheMs: Infinity, generation: () => keys }
  const verifier = new TokenVerifier([own, ...(options.outside ? [options.outside] : [])], measured.countTokenLookup)

  const edge = edgeOf(options)
  const app = createApp(options, edge)
  traceRequests(app)
  handleNotFound(app)
  measureRequests(app, metrics)
  decorateRequests(app)
  meetExpectations(app)
  shedLoad(app, capacityOf(options))
  limitSlowResponses(app, { minDataRate: edge.minDataRate, metrics })
  drainConnections(app, () => lifecycle?.stopping === true)
  discardBodies(app, edge.limits)
  keepSafe(app)
  allowOrigins(app, options.corsOrigins ?? [])

  const api = options.api ?? new Interface()
  await describeApi(app, { baseUrl: options.baseUrl, contract: api.contract, limits })
  addServiceRoutes(app, { keys, ready: lifecycle?.ready ?? ready })
  await app.register(tokenRoutes({ services, clients, issueToken, limits, reception: edge.bodyReader }))
  await app.register(callbackRoutes({ services, api, limits }))
  await app.register(async (v1) => {
    v1.addHook('onRequest', admit({ verifier, clients, businesses, workload, limits, bulkInvoices }))
    addBusinessTokens(v1, { clients, issueToken })
    addReports(v1, services, api)
    addOperations(v1, {
      api,
      methodOf: options.methodOf,
      customHandlers: customHandlers(services, api, options.cursorKey),
    })
  })
  return { app, clients, businesses }
}
