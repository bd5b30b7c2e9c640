export { LedgerPrefetch } from './ledger-prefetch.ts'
export {
  RetryDecision,
  Books,
  type AccountIdentifier,
  type AskedAccount,
  type AskedTag,
  type Question,
  type TagInput,
} from './books.ts'
export { decideOnce, reviewed, type Deciding, type Review } from './decide-once.ts'
export { PostingSession, type PostingSessionOptions } from './posting-session.ts'
export {
  credit,
  debit,
  withoutZeroes,
  type NewPosting,
  type Posting,
  type PostingLine,
  type PostingState,
  type PostingTag,
  type Reversal,
  type Source,
} from './posting.ts'
export { ledgerAccountIdOf } from './ledger-account-id.ts'
export { loadStaged } from './preview-postings.ts'
export { stagedPostingKind } from './search-kind.ts'
export { stagedPostingsRpc } from './staged-postings.rpc.ts'
export type { StagedPostings } from './staged-postings.ts'
export type { WaitingPosting } from './posting.store.ts'
export { PostingRelay, type PostingRelayOptions } from './relay.ts'
