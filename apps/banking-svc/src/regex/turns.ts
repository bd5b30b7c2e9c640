/** Who may search, and when. */
import { DomainError } from '@pacioli/errors'
import { FairSemaphore } from '@pacioli/service'
import { REGEX_LIMIT_MS } from './regex-limit.ts'

/** After what took too long a business rests twice as long, so that it cannot keep a processor busy all the time. */
const REST_MS = 2 * REGEX_LIMIT_MS

/** Matching regular expressions costs a processor of the database for as long as it lasts: the rest must stay free. */
export const regexTurns = new FairSemaphore({
  permits: 2,
  perBusiness: 1,
  name: 'searches by regular expression',
  cooldownAfter: (error) => (error instanceof DomainError && error.errorEnum === 'RegexTooExpensive' ? REST_MS : 0),
})

/** Other searches are quick or, where they match much, counted once: one business cannot have all connections. */
export const searchTurns = new FairSemaphore({ permits: 12, perBusiness: 6, name: 'searches' })
