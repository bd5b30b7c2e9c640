import createFetch, { type Client } from 'openapi-fetch'
import { feedOf, type FeedOptions, type FeedPage } from './events.ts'
import { download, type Download, type FileLink } from './files.ts'
import { itemsOf } from './pages.ts'
import { RETRIES, sendWithRetries, type Outgoing, type Retries, type Sending } from './retries.ts'
import { tokensFor, withToken, type Credentials, type TokenSource } from './tokens.ts'
import type {
  Answer,
  Call,
  CallOptions,
  InitArgument,
  InitOf,
  ItemOf,
  Method,
  PagedPath,
  Posting,
  PostingRecord,
  PreviewablePath,
  PreviewOf,
} from './types.ts'
import { allPosted, allReported, type Look, type WaitOptions } from './waiting.ts'
import { realWorld, type World } from './world.ts'

export type ClientOptions = {
  /** Where the gateway is: `https://books.example`. */
  baseUrl: string
  retries?: Partial<Retries>
  /** In place of the platform's own fetch, clock and randomness. */
  world?: Partial<World>
} & (Credentials | { token: string | TokenSource })

/** The calls inside this class; its users' calls are typed by `Call`. */
type LooseInit = CallOptions & { params?: { query?: Record<string, unknown> }; body?: unknown }
type LooseOperation = {
  parameters: { query?: Record<string, unknown> }
  requestBody?: { content: { 'application/json': unknown } }
  responses: { 200: { content: { 'application/json': unknown } } }
}
type LoosePaths = Record<string, Record<Method, LooseOperation>>

type WriteMethod = Exclude<Method, 'get'>

/** Operations whose answers contain a secret: they are not stored under a key, so a repeat would create another one. */
const SHOWS_SECRET = /\/v1\/configure\/webhooks(\/[^/]+\/rotate-secret)?$/

/** Calls any path of the API by its method, typed by the document; throws for any answer but a success. */
export class PacioliClient {
  readonly GET: Call<'get'> = (path, ...[init]) => this.#call('get', path, init)
  readonly POST: Call<'post'> = (path, ...[init]) => this.#call('post', path, init)
  readonly PUT: Call<'put'> = (path, ...[init]) => this.#call('put', path, init)
  readonly PATCH: Call<'patch'> = (path, ...[init]) => this.#call('patch', path, init)
  readonly DELETE: Call<'delete'> = (path, ...[init]) => this.#call('delete', path, init)

  readonly #raw: Client<LoosePaths>
  readonly #retries: Retries
  readonly #world: World
  readonly #tokens: TokenSource

  constructor(options: ClientOptions) {
    const baseUrl = options.baseUrl.replace(/\/+$/, '')
    this.#raw = createFetch<LoosePaths>({ baseUrl })
    this.#retries = { ...RETRIES, ...options.retries }
    this.#world = { ...realWorld, ...options.world }
    this.#tokens = sourceOf(options, baseUrl, this.#retries, this.#world)
  }

  /**
   * What a write would answer, or be refused for, and what it would do to the books: entries, and balances before and
   * after. Nothing of it stays, so it takes no key, and is repeated like a read.
   */
  preview<M extends Uppercase<WriteMethod>, P extends PreviewablePath<Lowercase<M>>>(
    method: M,
    path: P,
    ...[init]: InitArgument<InitOf<P, Lowercase<M>>>
  ): Promise<Answer<PreviewOf<P, Lowercase<M>>>> {
    const given: LooseInit = init ?? {}
    const params = { ...given.params, query: { ...given.params?.query, validate_only: true } }
    return this.#call(method.toLowerCase() as WriteMethod, path, { ...given, params })
  }

  /** The items of a list, in its order, read page by page on demand. */
  pages<P extends PagedPath>(path: P, ...[init]: InitArgument<InitOf<P, 'get'>>): AsyncGenerator<ItemOf<P>, void> {
    const given: LooseInit = init ?? {}
    const ask = (cursor?: string): Promise<Answer<never>> => {
      const query = { ...given.params?.query, ...(cursor === undefined ? {} : { cursor }) }
      return this.#call('get', path, { ...given, params: { ...given.params, query } })
    }
    return itemsOf<ItemOf<P>>(ask)
  }

  /** The events of a business, page by page. */
  events(businessId: string, options: FeedOptions = {}): AsyncGenerator<FeedPage, void> {
    const { limit, type, signal } = options
    const path = { businessId }
    const ask = (after?: number) =>
      this.GET('/v1/businesses/{businessId}/events', { params: { path, query: { after, limit, type } }, signal })
    return feedOf(ask, options, this.#world)
  }

  /**
   * Waits until all postings of a document or bank transaction are in the ledger.
   * @throws PostingFailedError where the ledger refused one, DeadlineError
   */
  waitForPosting(businessId: string, sourceId: string, options: WaitOptions = {}): Promise<PostingRecord[]> {
    const params = { path: { businessId }, query: { source_id: sourceId, limit: 500 } }
    const read = (within: Look) => this.pages('/v1/businesses/{businessId}/postings', { params, ...within })
    return allPosted(sourceId, read, options, this.#world)
  }

  /**
   * Waits until reports include everything that was written before.
   * @param options.since another instant than now
   * @returns the instant through which they are complete
   * @throws DeadlineError
   */
  waitForReports(businessId: string, options: WaitOptions & { since?: Date } = {}): Promise<Date> {
    const params = { path: { businessId } }
    const read = (within: Look) => this.GET('/v1/businesses/{businessId}/reports/trial-balance', { params, ...within })
    return allReported(read, options, this.#world)
  }

  /** The file of an export. The token is not sent to the link's address. */
  download(link: FileLink, options: Pick<CallOptions, 'signal' | 'deadlineMs'> = {}): Promise<Download> {
    return download(link, this.#sending(options))
  }

  async #call(method: Method, path: string, init: LooseInit = {}): Promise<Answer<never>> {
    const { signal, deadlineMs, ...request } = init
    const send = withToken(this.#tokens, this.#world)
    const { data, response } = await this.#raw.request(method, path, {
      ...request,
      fetch: async (built: Request) =>
        sendWithRetries(await this.#outgoing(built), send, this.#sending({ signal, deadlineMs })),
    })
    const through = response.headers.get('pacioli-through')
    return {
      body: data as never,
      response,
      posting: (response.headers.get('pacioli-posting') ?? undefined) as Posting | undefined,
      through: through === null ? undefined : new Date(through),
    }
  }

  async #outgoing(built: Request): Promise<Outgoing> {
    const { method, url, headers } = built
    if (method === 'GET') return { method, url, headers, isSafe: true }
    const isPreview = new URL(url).searchParams.get('validate_only') === 'true'
    const takesKey = method !== 'DELETE' && !isPreview
    if (takesKey && !headers.has('idempotency-key')) headers.set('idempotency-key', this.#world.newKey())
    const isSafe = isPreview || (takesKey && !(method === 'POST' && SHOWS_SECRET.test(url)))
    const body = await built.arrayBuffer()
    return { method, url, headers, isSafe, ...(body.byteLength === 0 ? {} : { body }) }
  }

  #sending({ signal, deadlineMs = this.#retries.deadlineMs }: Pick<CallOptions, 'signal' | 'deadlineMs'>): Sending {
    return { retries: { ...this.#retries, deadlineMs }, world: this.#world, signal }
  }
}

function sourceOf(options: ClientOptions, baseUrl: string, retries: Retries, world: World): TokenSource {
  if (!('token' in options)) return tokensFor(options, baseUrl, retries, world)
  const { token } = options
  return typeof token === 'string' ? () => token : token
}
