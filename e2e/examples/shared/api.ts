/** The product's HTTP API, as any platform would call it. */
import { setTimeout as pause } from 'node:timers/promises'

export type Connection = { baseUrl: string; token: string }

/** An answer that says no, in the API's own words. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal'
  readonly status: number
  /** `error_enum` and what else the first problem says. */
  readonly errorEnum: string | undefined
  readonly description: string
  readonly meta: Record<string, unknown>

  constructor(request: string, status: number, text: string) {
    super(`${request} answered ${status}: ${text}`)
    this.status = status
    const { error_enum, description, meta } = refusalIn(text)
    this.errorEnum = error_enum
    this.description = description ?? text
    this.meta = meta ?? {}
  }
}

type RefusalBody = { error_enum?: string; description?: string; meta?: Record<string, unknown> }

function refusalIn(text: string): RefusalBody {
  try {
    return JSON.parse(text) as RefusalBody
  } catch {
    return {}
  }
}

/** Calls the API: `await api('POST', '/v1/businesses', { legal_name: 'Café' })`. */
export type Api = <Answer>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<Answer>

/** How often one request is sent at most, and how long it waits between when the answer names no time, in milliseconds. */
const MAX_ATTEMPTS = 20
const PATIENCE_MS = 250

/**
 * An answer of 429 or 503 is waited out, as long as its Retry-After asks.
 * @throws ApiRefusal for every other answer that isn't 2xx
 */
export function apiOf({ baseUrl, token }: Connection): Api {
  return async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const request = {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${baseUrl}${path}`, request)
      const text = await response.text()
      if (response.ok) return JSON.parse(text) as Answer
      if ((response.status !== 429 && response.status !== 503) || attempt === MAX_ATTEMPTS)
        throw new ApiRefusal(`${method} ${path}`, response.status, text)
      const seconds = Number(response.headers.get('retry-after'))
      await pause(seconds > 0 ? seconds * 1_000 : PATIENCE_MS)
    }
  }
}
