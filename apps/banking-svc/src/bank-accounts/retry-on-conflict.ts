import { refused } from '@pacioli/errors'
import { RetryDecision } from '@pacioli/postings'

const MAX_ATTEMPTS = 5

/** Repeats the work while concurrent requests interfere. @throws VersionConflict */
export async function retryOnConflict<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RetryDecision)) throw error
    }
  throw refused('VersionConflict', 'The account kept changing while the request ran. Try again.')
}
