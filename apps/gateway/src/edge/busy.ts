import { DomainError, problem } from '@pacioli/errors'

/** There is no room for the request now. Counted, not logged: a flood must not fill the log. */
export class Busy extends DomainError {
  constructor(what: string) {
    super([problem('ServiceUnavailable', `${what} Try again in a moment, with the same key.`)])
  }
}
