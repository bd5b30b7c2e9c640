/** Verifies what a webhook was sent (https://www.standardwebhooks.com). */
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { PacioliEvent, PingEvent } from './types.ts'

/** The request is not ours, or not recent. */
export class WebhookError extends Error {
  override name = 'WebhookError'
}

/** A `webhook.ping` has no business and no position. */
export type WebhookEvent = PacioliEvent | PingEvent

type GivenHeaders = Headers | Record<string, string | readonly string[] | undefined>

/**
 * @param body as received, unparsed
 * @param secrets of the webhook; during a replacement both
 * @throws WebhookError for what was not signed with one of them within the last five minutes
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: GivenHeaders,
  secrets: string | readonly [string, ...string[]],
): WebhookEvent {
  // Invalid UTF-8 decodes to other bytes, which do not match the signature.
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
