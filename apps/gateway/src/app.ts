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
import { decorateRequests, keepRoutes, requestIdOf } from './request.ts'
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

/** Default of the requests in flight: a client waits for some of them, and each waits mostly for the services. */
const MAX_IN_FLIGHT = 1_000

/** Default of the bytes and large requests in flight. */
const WORKLOAD: WorkloadOptions = { bytes: 128 * 1024 * 1024, heavyAtOnce: 8 }

/** As long as all headers may be together, so that an overlong id still reaches its route and is answered as not found. */
const MAX_PARAM_LENGTH = 16_384

/** Slows guessing of secrets; no client needs more tokens. */
const TOKEN_ENDPOINT: BucketRules = { capacity: 50, perSecond: 10, stepMs: 1 }

export type GatewayOptions = {
  services: Services
  /** Any method of a service that the protos name. */
  methodOf: MethodOf
  /** What callers may do; by default, what the protos of this release say. */
  api?: Interface
  keys: SigningKeys
  issuer: string
  audience: string
  /** Signs the cursors of lists that the gateway merges; the same for all replicas. */
  cursorKey: Buffer
  /** How callers reach the gateway: for the documentation and the links in errors. */
  baseUrl: string
  /** Another issuer whose tokens are accepted. */
  outside?: TrustedIssuer
  /** Requests of one client, over all gateways; absent where limits are off. */
  limit?: { perSecond: number; burst: number; maxWaitMs?: number } | undefined
  /** Bulk invoice requests per client and business, over all gateways; absent where that limit is off. */
  bulkLimit?: { perSecond: number; burst: number; maxWaitMs?: number } | undefined
  /** The clock of the limits; the machine's by default. */
  clock?: () => number
  /** Where gateways share their buckets; without it each counts for itself. */
  store?: KeyValue
  /** How many gateways there are: one that counts for itself allows its part of the limit. 1 by default. */
  gateways?: number
  /** Bytes and large requests in flight. */
  workload?: WorkloadOptions
  corsOrigins?: readonly string[]
  /** Whose X-Forwarded-For is trusted; by default none. */
  trustProxy?: TrustedProxies
  /** Requests in flight; more are refused. */
  maxInFlight?: number
  /** Per address or client; a quarter of all by default. */
  maxInFlightEach?: number
  /** Limits of connections and bodies. */
  edge?: Partial<EdgeLimits>
  /** How long a connection may be idle, as each answer states; 72 s by default. */
  keepAliveMs?: number
  /** Signals when to stop; without it the gateway never does. */
  lifecycle?: Pick<ServiceLifecycle, 'ready' | 'readyWhen' | 'stopping'>
  /** For tests of all schemas: compiles each when its route is added, not on first use. */
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
    // One token at a time, so the count is exact at every instant.
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
    // Not shared: strangers could fill the store with invented client ids.
    byTokenAttempt: new Limiter({ name: 'attempt', rules: TOKEN_ENDPOINT, block: 1, clock }),
    byTokenClient: new Limiter({ name: 'token', rules: TOKEN_ENDPOINT, block: 1, ...shared }),
  }
}

const capacityOf = ({ maxInFlight: limit = MAX_IN_FLIGHT, maxInFlightEach }: GatewayOptions): Capacity => ({
  limit,
  limitEach: maxInFlightEach ?? Math.ceil(limit / 4),
})

/** A business token's bucket is this part of its client's: a page in a browser needs little. */
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
  const { trustProxy = false } = options
  const isProxy = proxyTest(trustProxy)
  const docUrl = docUrls(options.baseUrl)
  const handleError = errorHandler(docUrl)
  const loggerInstance: FastifyBaseLogger = logger
  const app = Fastify<Server>({
    loggerInstance,
    // Production logs nothing per request, so a logger for each would be wasted.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    // Fastify would look for what proxies forward with every request, even if none is trusted.
    trustProxy: trustProxy !== false && isProxy,
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
  // A route without query parameters refuses all of them.
  app.addHook('onRoute', ({ schema, config }) => {
    if (schema && config?.scope !== undefined) schema.querystring ??= NO_QUERY
  })
  app.addHook('preParsing', refuseOtherEncodings)
  bodyReader.attach(app)
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const bytes = await bodyReader.read(request, payload)
    await request.admitBody?.(bytes.length)
    if (request.headers['idempotency-key'] !== undefined) request.rawBody = bytes
    return parseJsonBody(bytes, () => holdsSecret(request.route.schema?.body ?? {}))
  })
  return app
}

export async function buildApp(options: GatewayOptions): Promise<Gateway> {
  const { services, methodOf, keys, issuer, audience, metrics } = options
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
  keepRoutes(app)
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
  addServiceRoutes(app, { keys, services, ready: lifecycle?.ready ?? ready })
  await app.register(tokenRoutes({ services, clients, issueToken, limits, reception: edge.bodyReader }))
  await app.register(callbackRoutes({ services, api, limits }))
  await app.register(async (v1) => {
    v1.addHook('onRequest', admit({ verifier, clients, businesses, workload, limits, bulkInvoices }))
    addBusinessTokens(v1, { clients, issueToken })
    addReports(v1, services, api, options)
    addOperations(v1, {
      api,
      methodOf,
      customHandlers: customHandlers({ services, methodOf, api, cursorKey: options.cursorKey }),
    })
  })
  return { app, clients, businesses }
}
