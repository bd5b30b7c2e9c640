import type { Database } from '@pacioli/db'
import type { CallContext } from '@pacioli/rpc'
import type { PostingSession } from './posting-session.ts'

/** The dependencies of StagedPostingsService. */
export type StagedPostings = {
  db: Database
  postingSession: PostingSession
  now: () => Date
  /** Refuses a business of another client. @throws BusinessNotFound */
  requireBusiness: (context: CallContext) => Promise<unknown>
}
