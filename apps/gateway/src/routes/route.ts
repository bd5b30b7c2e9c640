/** What all route files share. */
import type { ErrorEnum } from '@pacioli/errors'
import type { FastifyContextConfig, FastifyPluginCallback, FastifyReply, RawServerDefault } from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Scope } from '../auth/scopes.ts'

/** A group of routes, typed by their schemas. */
export type Routes = FastifyPluginCallback<Record<never, never>, RawServerDefault, TypeBoxTypeProvider>

export const MAX_BULK_BYTES = 10 * 1024 * 1024

const UNAVAILABLE = ['InternalError', 'ServiceUnavailable', 'DeadlineExceeded'] as const
const ADMISSION = [
  'InvalidQuery',
  'UnknownField',
  'MissingToken',
  'InvalidToken',
  'ExpiredToken',
  'InsufficientScope',
  'RateLimitExceeded',
  ...UNAVAILABLE,
] as const
const WRITE = [
  'InvalidPayload',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'IdempotencyKeyReused',
  'AnswerNotKept',
  'IdempotencyInProgress',
  'OutcomeUnknown',
] as const

type Options = Omit<FastifyContextConfig, 'scope' | 'errors'>

/** Everything a reading route can refuse with, and `errors` of its own. */
export const reads = (
  scope: Scope,
  errors: readonly ErrorEnum[] = [],
  options: Options = {},
): FastifyContextConfig => ({
  scope,
  errors: [...ADMISSION, ...errors],
  ...options,
})

export const writes = (
  scope: Scope,
  errors: readonly ErrorEnum[] = [],
  options: Options = {},
): FastifyContextConfig => ({
  scope,
  errors: [...ADMISSION, ...WRITE, ...errors],
  ...options,
})

/** The same for what makes something that has an external_id, which makes it once. */
export const creates = (scope: Scope, errors: readonly ErrorEnum[] = [], options: Options = {}): FastifyContextConfig =>
  writes(scope, ['ExternalIdReused', ...errors], options)

const businessId = Type.String({ format: 'uuid', description: 'The id of the business.' })

export const BusinessParams = Type.Object({ businessId })
export const AccountParams = Type.Object({
  businessId,
  accountId: Type.String({ description: 'The id or the stable name of the account.' }),
})
export const EntryParams = Type.Object({
  businessId,
  entryId: Type.String({ format: 'uuid', description: 'The id of the journal entry.' }),
})

/** 201 for what is new, 200 for what was there already. */
export const sendCreated = (reply: FastifyReply, created: boolean, data: unknown): FastifyReply =>
  reply.code(created ? 201 : 200).send({ data })

/** For a PATCH or PUT: the fields to change, and the names of those to clear, which came as null. */
export function changesOf<Body extends object>(body: Body): Body & { cleared: string[] } {
  const cleared = Object.entries(body).flatMap(([name, value]) => (value === null ? [name] : []))
  return { ...body, cleared }
}
