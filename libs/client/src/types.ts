/** The types of each path, from the document. Independent of its component names. */
import type { Client, ClientPathsWithMethod, FetchResponse, ParamsOption, RequestBodyOption } from 'openapi-fetch'
import type { components, operations, paths, webhooks } from './generated/schema.ts'

/** The document by path, by `operationId`, and by component: `components['schemas']['Bill']`. */
export type { components, operations, paths }

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

type Api = Client<paths>

/** The paths that have this method. */
export type PathOf<M extends Method> = ClientPathsWithMethod<Api, M>

type Operation<P extends keyof paths, M extends Method> = NonNullable<paths[P][M]>

type SuccessOf<P extends keyof paths, M extends Method> = NonNullable<
  FetchResponse<Operation<P, M>, unknown, 'application/json'>['data']
>

/** A bare list has a form of its own for its preview. */
type OnlyPreviewed = { meta: { preview: object } }

/** The body of a success. */
export type BodyOf<P extends keyof paths, M extends Method> = Exclude<SuccessOf<P, M>, OnlyPreviewed>

/** What a write would do to the books. */
export type WritePreview = components['schemas']['Write_Preview']

/** The body of a preview: what the write would answer, and what it would do. */
export type PreviewOf<P extends keyof paths, M extends Method> = [Extract<SuccessOf<P, M>, OnlyPreviewed>] extends [
  never,
]
  ? BodyOf<P, M> & { meta: { preview: WritePreview } }
  : Extract<SuccessOf<P, M>, OnlyPreviewed>

export interface CallOptions {
  /** Aborts the request and its repetitions. */
  signal?: AbortSignal
  /** Deadline in milliseconds, including all repetitions. */
  deadlineMs?: number
  /** An `Idempotency-Key` here replaces the client's own. */
  headers?: Record<string, string>
}

type Query<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never

/** The paths whose writes by this method can be previewed: those whose query has `validate_only`. */
export type PreviewablePath<M extends Method> = {
  [P in PathOf<M>]: [Query<Operation<P, M>>] extends [never]
    ? never
    : 'validate_only' extends keyof Query<Operation<P, M>>
      ? P
      : never
}[PathOf<M>]

export type InitOf<P extends keyof paths, M extends Method> = ParamsOption<Operation<P, M>> &
  RequestBodyOption<Operation<P, M>> &
  CallOptions

/** Optional if nothing in it is required. */
export type InitArgument<Init> = Partial<Init> extends Init ? [init?: Init] : [init: Init]

/** Whether the postings of a write are in the ledger, on their way, or refused. */
export type Posting = 'posted' | 'pending' | 'failed'

export interface Answer<Body> {
  body: Body
  /** Status and headers; the body is consumed. */
  response: Response
  /** Undefined for reads, and writes that post nothing. */
  posting: Posting | undefined
  /** The instant through which a report is complete; undefined if unknown, and for all else. */
  through: Date | undefined
}

export type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...init: InitArgument<InitOf<P, M>>
) => Promise<Answer<BodyOf<P, M>>>

type QueryOf<P extends PathOf<'get'>> = NonNullable<Operation<P, 'get'>['parameters']['query']>

/** The paths of paged lists: those whose query has a cursor. */
export type PagedPath = {
  [P in PathOf<'get'>]: [QueryOf<P>] extends [never] ? never : 'cursor' extends keyof QueryOf<P> ? P : never
}[PathOf<'get'>]

type ItemIn<Body> = Body extends readonly (infer Item)[]
  ? Item
  : Body extends { data: readonly (infer Item)[] }
    ? Item
    : never

/** The items of a list. */
export type ItemOf<P extends PagedPath> = ItemIn<BodyOf<P, 'get'>>

type Sent = { [T in keyof webhooks]: webhooks[T]['post']['requestBody']['content']['application/json'] }

/** The event types of this version; there will be more. */
export type EventType = Exclude<keyof Sent, 'webhook.ping'>

/** Any event of a business; `data` is the new state. */
export type AnyEvent = ItemIn<BodyOf<'/v1/businesses/{businessId}/events', 'get'>>

/** An event of a business, narrowed by `type`, or of one type. Types unknown to this version are `AnyEvent` still. */
export type PacioliEvent<T extends EventType = EventType> = Sent[T]

/** The event that tests a webhook: without business and position. */
export type PingEvent = Sent['webhook.ping']

/** A posting on its way into the ledger. */
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

/** Every error of the document. */
export type ErrorEnum = ErrorsOf<AnyOperation>
