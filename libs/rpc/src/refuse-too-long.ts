import { refused } from '@pacioli/errors'

/** Of the 32 MiB of a message. JSON, with all field names, is longer than the message. */
const MAX_ANSWER_BYTES = 24 * 1024 * 1024

/**
 * Refuses a write whose answer would be too long, before it is committed.
 * @throws PayloadTooLarge
 */
export function refuseTooLong(data: readonly object[]): void {
  const bytes = data.reduce((sum, one) => sum + Buffer.byteLength(JSON.stringify(one)), 0)
  if (bytes > MAX_ANSWER_BYTES)
    throw refused(
      'PayloadTooLarge',
      `The answer would be about ${bytes} bytes long; at most ${MAX_ANSWER_BYTES} are possible. Send several requests.`,
    )
}
