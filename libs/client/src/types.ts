/** What the document says of each path, as types. What is made here knows nothing of what the document calls its parts. */
import type { Client, ClientPathsWithMethod, FetchResponse, ParamsOption, RequestBodyOption } from 'openapi-fetch'
import type { components, operations, paths, webhooks } from './generated/schema.ts'

/** The document by path, by `operationId`, and by what it calls its parts: `components['schemas']['Bill']`. */
export type { components, operations, paths }

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

type Api = Client<paths>

/** The paths that have this method. */
export type PathOf<M extends Method> = ClientPathsWithMethod<Api, M>

type Operation<P extends keyof paths, M extends Method> = NonNullable<paths[P][M]>

/** The body of a success. */
export type BodyOf<P extends keyof paths, M extends Method> = NonNullable<
  FetchResponse<Operation<P, M>, unknown, 'application/json'>['data']
>

export interface CallOptions {
  /** Gives up the request, and its repetitions. */
  signal?: AbortSignal
  /** Milliseconds within which an answer is wanted, with all repetitions. */
  deadlineMs?: number
  /** `Idempotency-Key` among them takes the place of the key that the client would make. */
  headers?: Record<string, string>
}

export type InitOf<P extends keyof paths, M extends Method> = ParamsOption<Operation<P, M>> &
  RequestBodyOption<Operation<P, M>> &
  CallOptions

/** Optional where nothing in it is required. */
export type InitArgument<Init> = Partial<Init> extends Init ? [init?: Init] : [init: Init]

/** Whether what a write decided is in the ledger, or on its way, or was refused by it. */
export type Posting = 'posted' | 'pending' | 'failed'

export interface Answer<Body> {
  body: Body
  /** Status and headers. Its own body has been read. */
  response: Response
  /** Undefined where the write posts nothing, or the request was a read. */
  posting: Posting | undefined
  /** The instant through which a report has everything; undefined while that is not known, and of all else. */
  through: Date | undefined
}

export type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...init: InitArgument<InitOf<P, M>>
) => Promise<Answer<BodyOf<P, M>>>

type QueryOf<P extends PathOf<'get'>> = NonNullable<Operation<P, 'get'>['parameters']['query']>

/** The paths of lists that come in pages: those whose query takes a cursor. */
export type PagedPath = {
  [P in PathOf<'get'>]: [QueryOf<P>] extends [never] ? never : 'cursor' extends keyof QueryOf<P> ? P : never
}[PathOf<'get'>]

type ItemIn<Body> = Body extends readonly (infer Item)[]
  ? Item
  : Body extends { data: readonly (infer Item)[] }
    ? Item
    : never

/** What the pages of a list are made of. */
export type ItemOf<P extends PagedPath> = ItemIn<BodyOf<P, 'get'>>

type Sent = { [T in keyof webhooks]: webhooks[T]['post']['requestBody']['content']['application/json'] }

/** The types that this version knows of; there will be more. */
export type EventType = Exclude<keyof Sent, 'webhook.ping'>

/** What happened in a business, whatever it was: `data` says what there is then. */
export type AnyEvent = ItemIn<BodyOf<'/v1/businesses/{businessId}/events', 'get'>>

/**
 * What happened in a business: `type` says what `data` is, or that of one type by its name. What comes of a type that this
 * version does not know is still an `AnyEvent`.
 */
export type PacioliEvent<T extends EventType = EventType> = Sent[T]

/** What a webhook is sent to test it: of no business, and without a position. */
export type PingEvent = Sent['webhook.ping']

/** A part of what was decided, on its way into the ledger. */
export type PostingRecord = ItemIn<BodyOf<'/v1/businesses/{businessId}/postings', 'get'>>

type AnyOperation = { [P in keyof paths]: paths[P][Method & keyof paths[P]] }[keyof paths]
type BodiesOf<Responses> = {
  [Status in keyof Responses]: Responses[Status] extends { content: { 'application/json': infer Body } } ? Body : never
}[keyof Responses]
type Named<Body> = Body extends { type: string; errors: unknown; error_enum?: infer Name }
  ? string extends Name
    ? never
    : NonNullable<Name>
  : never
type ErrorsOf<Operation> = Operation extends { responses: infer Responses } ? Named<BodiesOf<Responses>> : never

/** Every error that the document names. */
export type ErrorEnum = ErrorsOf<AnyOperation>
