import type { ErrorEnum, PostingRecord } from './types.ts'

/** Names of a later version than this client are strings like any other. */
export type ErrorName = ErrorEnum | (string & Record<never, never>)

/** One of the problems that a request was refused for. */
export interface Problem {
  type: string
  /** For people: may change. */
  description: string
  error_enum: ErrorName
  /** `field` is where in the request. */
  meta: { field?: string; value?: string; request_id?: string; doc_url?: string } & Record<string, unknown>
}

/** The API answered, and not with a success. */
export class PacioliError extends Error {
  override name = 'PacioliError'
  readonly status: number
  /** What to go by. Undefined where the answer is not one of the API: of a proxy, of a file store. */
  readonly errorEnum: ErrorName | undefined
  readonly description: string
  readonly meta: Problem['meta']
  /** Every problem found, the first one on top. */
  readonly errors: readonly Problem[]
  readonly requestId: string | undefined
  /** The address of what this error means, and of what to do about it. */
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

/** No answer came: `cause` says why. A write may have been done all the same. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

/** What was waited for did not come about in time. */
export class DeadlineError extends Error {
  override name = 'DeadlineError'
}

/** The ledger refused what a document posts; each of `postings` says why, and can be sent again. */
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
