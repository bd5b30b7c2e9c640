/** Runs before every endpoint of /v1: authenticates, authorizes, limits and checks the business. */
import { refused } from '@pacioli/errors'
import type { Workload } from '@pacioli/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from './auth/actor.ts'
import type { Caller } from './auth/caller.ts'
import type { ClientDirectory } from './auth/client-directory.ts'
import type { TokenVerifier } from './auth/token-verifier.ts'
import { businessNotFound, type BusinessDirectory } from './businesses/business-directory.ts'
import { callerAt } from './edge/addresses.ts'
import type { Grant } from './rate-limit/grant.ts'
import { applyGrant, setRateHeaders } from './rate-limit/headers.ts'
import type { Limiter } from './rate-limit/limiter.ts'
import { idempotencyKeyOf, isRead, refuseBrokenEscapes, normalizeIds } from './request.ts'
import { trackCost } from './request-cost.ts'

type Limits = { byClient: Limiter; byBusiness: Limiter; byBrowsers: Limiter; byAddress: Limiter }

export type Admission = {
  verifier: TokenVerifier
  clients: ClientDirectory
  businesses: BusinessDirectory
  /** Bounds the bytes and large requests in flight. */
  workload: Workload
  /** Absent where limits are off. */
  limits: Limits | undefined
  /** Per client and business; absent where that limit is off. */
  bulkInvoices: Limiter | undefined
}

const BEARER = /^bearer +([^ ]+) *$/i

function bearerOf({ headers }: FastifyRequest): string {
  const token = headers.authorization === undefined ? undefined : BEARER.exec(headers.authorization)?.[1]
  if (token === undefined) {
    throw refused('MissingToken', 'Send the header `Authorization: Bearer <token>`. POST /oauth2/token issues tokens.')
  }
  return token
}

async function identify({ verifier, clients }: Admission, request: FastifyRequest): Promise<Caller> {
  const caller = await verifier.verify(bearerOf(request))
  const { tokensNotBefore } = await clients.get(caller.clientId, request.id)
  if (caller.issuedAt * 1000 < tokensNotBefore) {
    throw refused('ExpiredToken', 'The bearer token was revoked. Get a new one from POST /oauth2/token.')
  }
  return caller
}

function authorise(caller: Caller, { route: { config } }: FastifyRequest): void {
  if (config.scope !== undefined && !caller.scopes.includes(config.scope)) {
    throw refused('InsufficientScope', `This needs a token with the scope ${config.scope}.`)
  }
  if (config.platformOnly === true && caller.businessId !== undefined) {
    throw refused('InsufficientScope', 'A token for one business cannot do this; use a platform token.')
  }
}

/** Headers show one bucket: the endpoint's own where it has one. Another bucket only refuses. */
function requireAllowed(reply: FastifyReply, grant: Grant, ofEndpoint: Limiter | undefined): void {
  if (!ofEndpoint) applyGrant(reply, grant)
  else if (!grant.allowed) applyGrant(reply, { ...grant, limit: ofEndpoint.untouched().limit })
}

/**
 * Takes tokens from the caller's buckets. Browsers share a token for one business, so it does not draw on its
 * platform's bucket: each business has a bucket, and all businesses of a client share another.
 */
async function takeTokens(limits: Limits, { clientId, businessId }: Caller, cost = 1, taken = 0): Promise<Grant> {
  if (businessId === undefined) return limits.byClient.take(clientId, cost, taken)
  const own = await limits.byBusiness.take(`${clientId} ${businessId}`, cost, taken)
  if (!own.allowed) return own
  const all = await limits.byBrowsers.take(clientId, cost, taken)
  return all.allowed ? own : all
}

/** The hook for all routes of /v1. It runs before the body is read, so strangers cannot make us parse anything. */
export const admit = (admission: Admission) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { limits, businesses } = admission
  const { bucket } = request.route.config
  const ofEndpoint = bucket && admission[bucket]
  reply.header('cache-control', 'no-store')
  // A request refused before its bucket is known has used no tokens.
  if (ofEndpoint) setRateHeaders(reply, ofEndpoint.untouched())
  normalizeIds(request)
  const caller = await identify(admission, request).catch(async (refusal: unknown) => {
    if (limits) requireAllowed(reply, await limits.byAddress.take(callerAt(request.ip)), ofEndpoint)
    throw refusal
  })
  request.permit?.chargeClient(caller.clientId)
  if (limits) requireAllowed(reply, await takeTokens(limits, caller), ofEndpoint)
  authorise(caller, request)
  refuseBrokenEscapes(request)
  idempotencyKeyOf(request)
  if (!isRead(request)) request.actor = actorOf(request.headers, caller)
  const { businessId } = request.params as { businessId?: string }
  if (businessId !== undefined) {
    if (caller.businessId !== undefined && caller.businessId !== businessId) throw businessNotFound()
    await businesses.require(caller.clientId, businessId, request.id)
  }
  // Last: a token for one business must not use up the bucket of another.
  if (ofEndpoint) applyGrant(reply, await ofEndpoint.take(`${caller.clientId} ${businessId ?? ''}`))
  request.caller = caller
  const takeMore =
    limits && !ofEndpoint ? (cost: number, taken: number) => takeTokens(limits, caller, cost, taken) : undefined
  await trackCost({ workload: admission.workload, takeMore }, request, reply, caller)
}
