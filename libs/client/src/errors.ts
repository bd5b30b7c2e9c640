import type { ErrorEnum, PostingRecord } from './types.ts'

/** Names of later versions are plain strings. */
export type ErrorName = ErrorEnum | (string & Record<never, never>)

/** One of the problems of a refused request. */
export interface Problem {
  type: string
  /** For people: may change. */
  description: string
  error_enum: ErrorName
  /** `field` is the path in the request. */
  meta: { field?: string; value?: string; request_id?: string; doc_url?: string } & Record<string, unknown>
}

/** The API answered with an error. */
export class PacioliError extends Error {
  override name = 'PacioliError'
  readonly status: number
  /** The name to act on. Undefined where the answer is not the API's but a proxy's or a file store's. */
  readonly errorEnum: ErrorName | undefined
  readonly description: string
  readonly meta: Problem['meta']
  /** Every problem found. */
  readonly errors: readonly Problem[]
  readonly requestId: string | undefined
  /** The address of the explanation of this error. */
  readonly docUrl: string | undefined
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(request: string, response: Response, text: string, now: number) {
    const { description, error_enum, meta = {}, errors = [] } = refusalIn(text)
    super(`${request} answered ${response.status}: ${description ?? (text.slice(0, 500) || 'nothing')}`)
    this.status = response.status
    this.errorEnum = error_enum
    this.description = description ?? text
    this.meta = meta
    this.errors = errors
    this.requestId = response.headers.get('x-request-id') ?? meta.request_id
    this.docUrl = meta.doc_url
    this.retryAfter = secondsOf(response.headers.get('retry-after'), now)
  }
}

type Refusal = Partial<Problem> & { errors?: Problem[] }

function refusalIn(text: string): Refusal {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'error_enum' in body ? (body as Refusal) : {}
  } catch {
    return {}
  }
}

/** A number of seconds, or a date (RFC 9110). */
function secondsOf(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

/** No answer came: `cause` says why. A write may have been carried out. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

/** The wait exceeded its deadline. */
export class DeadlineError extends Error {
  override name = 'DeadlineError'
}

/** The ledger refused postings of a document; each of `postings` says why, and can be retried. */
export class PostingFailedError extends Error {
  override name = 'PostingFailedError'
  readonly postings: readonly PostingRecord[]

  constructor(postings: readonly PostingRecord[]) {
    const [first] = postings
    super(
      `The ledger refused ${postings.length} of the postings: ${first?.error_description ?? first?.error_enum ?? ''}`,
    )
    this.postings = postings
  }
}
