import type { StagedPostingsServiceDefinition } from './generated/pacioli/postings/v1/StagedPostingsService.ts'
import { loadService } from './load.ts'

export const StagedPostingsService = loadService<StagedPostingsServiceDefinition>(
  'pacioli/postings/v1/postings.proto',
  'pacioli.postings.v1.StagedPostingsService',
)
export type * from './generated/postings.messages.ts'
