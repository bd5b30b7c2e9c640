import type { Services } from './generated/postings.ts'
import { loadServices } from './load.ts'

export const { StagedPostingsService } = loadServices<Services>('postings')

export type * from './generated/postings.ts'
