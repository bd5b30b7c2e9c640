// Generated: one line per message.
export type * from './pacioli/postings/v1/ListPostingsRequest.ts'
export type * from './pacioli/postings/v1/ListPostingsResponse.ts'
export type * from './pacioli/postings/v1/PostingAnswer.ts'
export type * from './pacioli/postings/v1/PostingPosition.ts'
export type * from './pacioli/postings/v1/RetryPostingRequest.ts'
export type * from './pacioli/postings/v1/StagedPosting.ts'
