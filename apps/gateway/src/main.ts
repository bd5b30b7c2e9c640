import { Broker, openKeyValue, subscribe } from '@pacioli/events'
import {
  createLogger,
  createMetrics,
  observeBroker,
  runService,
  startOpsServer,
  type ServiceLifecycle,
} from '@pacioli/service'
import { brokerOf, endingOf, tlsFilesOf } from '@pacioli/service/configuration'
import { buildApp, type Gateway, type GatewayOptions } from './app.ts'
import { loadSigningKeys } from './auth/signing-keys.ts'
import { outsideIssuer, type TrustedIssuer } from './auth/token-verifier.ts'
import { readConfig } from './config.ts'
import type { EdgeLimits } from './edge/limits.ts'
import { connectServices } from './services.ts'

const config = readConfig()
const logger = createLogger('gateway', config.LOG_LEVEL)
const metrics = createMetrics('gateway')

/** A bucket unused for so long is full again anyway. */
const BUCKET_TTL_MS = 600_000

/** A bulk request can wait for its count, which is to be exact. */
const BULK_WAIT_MS = 1_000

/** Longer than most requests wait for the store: the next request profits from the answer. */
const STORE_TIMEOUT_MS = BULK_WAIT_MS

function trustedOutside(): TrustedIssuer | undefined {
  const { GATEWAY_EXTERNAL_ISSUER: issuer, GATEWAY_EXTERNAL_JWKS_URL: jwksUrl } = config
  if (issuer === undefined && jwksUrl === undefined) return undefined
  if (issuer === undefined || jwksUrl === undefined || issuer === config.GATEWAY_ISSUER) {
    throw new Error('GATEWAY_EXTERNAL_ISSUER (other than GATEWAY_ISSUER) and GATEWAY_EXTERNAL_JWKS_URL go together')
  }
  return outsideIssuer(issuer, config.GATEWAY_EXTERNAL_AUDIENCE ?? config.GATEWAY_AUDIENCE, new URL(jwksUrl))
}

/** Drops facts when they change, and all of them after an outage, in which events may have been missed. */
function dropFactsOnEvents(broker: Broker, { clients, businesses }: Gateway): void {
  subscribe(
    broker,
    'pacioli.*.client.*',
    ({ subject }) => clients.forget(subject),
    () => clients.clear(),
  )
  subscribe(
    broker,
    'pacioli.*.business.*',
    ({ subject }) => businesses.forget(subject),
    () => businesses.clear(),
  )
}

/** Starts without waiting: services and NATS may come later, and go and come back; /readyz shows it. */
async function start(lifecycle: ServiceLifecycle): Promise<void> {
  const ops = await startOpsServer({ host: config.HOST, port: config.OPS_PORT, metrics, ready: lifecycle.ready })
  lifecycle.onStop('operations port', () => ops.close())
  const tls = tlsFilesOf(config)
  const { services, methodOf, close } = connectServices({
    ledger: { address: config.LEDGER_GRPC_URL, tls },
    banking: { address: config.BANKING_GRPC_URL, tls },
    billing: { address: config.BILLING_GRPC_URL, tls },
    reporting: { address: config.REPORTING_GRPC_URL, tls },
  })
  lifecycle.onStop('gRPC clients', close)
  const broker = new Broker({ ...brokerOf(config), name: 'gateway', log: logger })
  lifecycle.onStop('NATS', () => broker.close())
  observeBroker(metrics, broker)

  const store = openKeyValue(broker, {
    bucket: 'gateway_buckets',
    ttlMs: BUCKET_TTL_MS,
    storage: 'memory',
    timeoutMs: Math.max(STORE_TIMEOUT_MS, config.GATEWAY_RATE_LIMIT_WAIT_MS),
  })
  // Creating the bucket takes longer than a request may wait.
  broker.onConnected(() => void store.get('made').catch(() => undefined))

  const outside = trustedOutside()
  const gateway = await buildApp({
    services,
    methodOf,
    keys: await loadSigningKeys(config.GATEWAY_SIGNING_KEYS),
    issuer: config.GATEWAY_ISSUER,
    audience: config.GATEWAY_AUDIENCE,
    baseUrl: config.GATEWAY_BASE_URL,
    cursorKey: config.CURSOR_KEY,
    ...(outside ? { outside } : {}),
    ...limitsOf(config),
    store,
    corsOrigins: config.GATEWAY_CORS_ORIGINS,
    trustProxy: config.GATEWAY_TRUST_PROXY,
    gateways: config.GATEWAY_REPLICAS,
    workload: { bytes: config.GATEWAY_MAX_MEGABYTES * 1024 * 1024, heavyAtOnce: config.GATEWAY_MAX_LARGE },
    maxInFlight: config.GATEWAY_MAX_IN_FLIGHT,
    maxInFlightEach: config.GATEWAY_MAX_IN_FLIGHT_EACH,
    edge: edgeOf(config),
    keepAliveMs: config.GATEWAY_KEEP_ALIVE_MS,
    lifecycle,
    logger,
    metrics,
  })
  dropFactsOnEvents(broker, gateway)

  await gateway.app.listen({ host: config.HOST, port: config.GATEWAY_PORT })
  lifecycle.onStop('HTTP', () => gateway.app.close())
}

function edgeOf(given: typeof config): Partial<EdgeLimits> {
  const bodyBytes = given.GATEWAY_MAX_ARRIVING_MEGABYTES * 1024 * 1024
  return {
    connections: given.GATEWAY_MAX_CONNECTIONS,
    connectionsEach: given.GATEWAY_MAX_CONNECTIONS_EACH,
    bodyBytes,
    bodyBytesEach: bodyBytes / 4,
  }
}

/** Zero per second switches a limit off. */
function limitsOf(given: typeof config): Pick<GatewayOptions, 'limit' | 'bulkLimit'> {
  const maxWaitMs = given.GATEWAY_RATE_LIMIT_WAIT_MS
  const general = { perSecond: given.GATEWAY_RATE_LIMIT_PER_SECOND, burst: given.GATEWAY_RATE_LIMIT_BURST }
  const bulk = { perSecond: given.GATEWAY_BULK_RATE_LIMIT_PER_SECOND, burst: given.GATEWAY_BULK_RATE_LIMIT_BURST }
  const enabled = [general, bulk].filter(({ perSecond }) => perSecond !== 0)
  const numbers = enabled.flatMap(({ perSecond, burst }) => [perSecond, burst, maxWaitMs])
  if (!numbers.every((one) => Number.isInteger(one) && one > 0))
    throw new Error(
      'GATEWAY_RATE_LIMIT_PER_SECOND, GATEWAY_RATE_LIMIT_BURST, GATEWAY_BULK_RATE_LIMIT_PER_SECOND, ' +
        'GATEWAY_BULK_RATE_LIMIT_BURST and GATEWAY_RATE_LIMIT_WAIT_MS take whole numbers above zero',
    )
  return {
    limit: enabled.includes(general) ? { ...general, maxWaitMs } : undefined,
    bulkLimit: enabled.includes(bulk) ? { ...bulk, maxWaitMs: Math.max(BULK_WAIT_MS, maxWaitMs) } : undefined,
  }
}

await runService({ name: 'gateway', logger, ...endingOf(config), start })
