/** How many searches run at once. */
import { DomainError } from '@pacioli/errors'
import { FairSemaphore } from '@pacioli/service'
import { REGEX_LIMIT_MS } from './regex-limit.ts'

/** After a search that exceeded the limit a business pauses twice as long: it cannot occupy a processor all the time. */
const REST_MS = 2 * REGEX_LIMIT_MS

/** A regular expression occupies a processor of the database while it runs: the others must stay free. */
export const regexSemaphore = new FairSemaphore({
  permits: 2,
  perBusiness: 1,
  name: 'searches by regular expression',
  cooldownAfter: (error) => (error instanceof DomainError && error.errorEnum === 'RegexTooExpensive' ? REST_MS : 0),
})

/** Other searches are quick or, where they match much, counted once; one business cannot take all connections. */
export const searchSemaphore = new FairSemaphore({ permits: 12, perBusiness: 6, name: 'searches' })
