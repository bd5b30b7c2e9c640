import type { Services } from './generated/search.ts'
import { loadServices } from './load.ts'

export const { SearchService } = loadServices<Services>('search')

export type * from './generated/search.ts'
