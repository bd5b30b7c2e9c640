/** The product's HTTP API, as any platform would call it. */
import { setTimeout as pause } from 'node:timers/promises'

export type Connection = { baseUrl: string; token: string }

/** Calls the API: `await api('POST', '/v1/businesses', { legal_name: 'Café' })`. */
export type Api = <Answer>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Answer>

/** How often one request is sent at most, and how long it waits between when the answer names no time, in milliseconds. */
const MAX_ATTEMPTS = 20
const PATIENCE_MS = 250

/**
 * An answer of 429 or 503 is waited out, as long as its Retry-After asks.
 * @throws Error with the API's own words for every other answer that isn't 2xx
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
        throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
      const seconds = Number(response.headers.get('retry-after'))
      await pause(seconds > 0 ? seconds * 1_000 : PATIENCE_MS)
    }
  }
}
