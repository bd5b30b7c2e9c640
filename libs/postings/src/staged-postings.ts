import type { Database } from '@pacioli/db'
import type { CallContext } from '@pacioli/rpc'
import type { PostingDesk } from './desk.ts'

/** What StagedPostingsService works with. */
export type StagedPostings = {
  db: Database
  desk: PostingDesk
  now: () => Date
  /** Refuses a business that is not one of the caller's. @throws BusinessNotFound */
  requireBusiness: (context: CallContext) => Promise<unknown>
}
