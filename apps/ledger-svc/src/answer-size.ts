/** How long answers and their pages may be. Sizes are estimates, rather too high: an answer has to fit into a message. */
import { refused } from '@pacioli/errors'

/** Of the 32 MiB of a message; the rest is for what an estimate leaves out. */
const MAX_ANSWER_BYTES = 24 * 1024 * 1024

/** Where a page ends early, in bytes of its answer. */
const MAX_PAGE_BYTES = 3 * 1024 * 1024

export const textBytes = (texts: readonly (string | null)[]): number =>
  texts.reduce((sum, text) => sum + (text === null ? 0 : Buffer.byteLength(text)), 0)

/** How many of these make a page, each being so long in an answer; a single one may be longer. */
export function fittingInBytes<Item>(items: readonly Item[], bytesOf: (item: Item) => number): number {
  let bytes = 0
  const tooMany = items.findIndex((item, index) => (bytes += bytesOf(item)) > MAX_PAGE_BYTES && index > 0)
  return tooMany < 0 ? items.length : tooMany
}

/**
 * Refuses a write, before it happens, whose answer would be too long to send.
 * @throws PayloadTooLarge
 */
export function refuseTooLong<Item>(items: readonly Item[], bytesOf: (item: Item) => number, field: string): void {
  const bytes = items.reduce((sum, item) => sum + bytesOf(item), 0)
  if (bytes > MAX_ANSWER_BYTES)
    throw refused(
      'PayloadTooLarge',
      `The answer would be about ${bytes} bytes long; at most ${MAX_ANSWER_BYTES} are possible. Send several requests.`,
      { field },
    )
}
