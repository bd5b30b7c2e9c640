import { DomainError, problem } from './domain-error.ts'

/**
 * There is no room for the request now: too much is in work, of the caller or in all. Counted, not logged, for a flood must
 * not fill the log; an outage is a ServiceUnavailable of its own.
 */
export class Busy extends DomainError {
  /** Which service had no room; absent where it is this process. */
  readonly by: string | undefined

  constructor(problems: DomainError['problems'], by?: string) {
    super(problems)
    this.by = by
  }
}

/** What of it is full, in a sentence; callers are told the rest. */
export const busy = (what: string): Busy =>
  new Busy([problem('ServiceUnavailable', `${what} Try again in a moment, with the same key.`)])
