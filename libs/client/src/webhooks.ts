/** Verifies what a webhook was sent (https://www.standardwebhooks.com). */
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { PacioliEvent, PingEvent } from './types.ts'

/** What came was not sent by us, or not now. */
export class WebhookError extends Error {
  override name = 'WebhookError'
}

/** A `webhook.ping` is of no business and has no position. */
export type WebhookEvent = PacioliEvent | PingEvent

type GivenHeaders = Headers | Record<string, string | readonly string[] | undefined>

/**
 * @param body as it came, before anything parsed it
 * @param secrets of the webhook; while one takes the place of another, both
 * @throws WebhookError for what was not signed with one of them, or not within five minutes of now
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: GivenHeaders,
  secrets: string | readonly [string, ...string[]],
): WebhookEvent {
  // Bytes that are no UTF-8 become others, which nobody signed.
  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  const signed = signedHeaders(headers)
  let cause: unknown
  for (const secret of [secrets].flat()) {
    try {
      return new Webhook(secret).verify(text, signed) as WebhookEvent
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      cause = error
    }
  }
  throw new WebhookError(`It is not verified: ${cause instanceof Error ? cause.message : 'there is no secret'}`, {
    cause,
  })
}

function signedHeaders(headers: GivenHeaders): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers)
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), [value ?? []].flat().join(' ')]))
}
