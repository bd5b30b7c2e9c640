import type { Services } from './generated/history.ts'
import { loadServices } from './load.ts'

export const { HistoryService, ProofService, SealKeysService, SealedBooksService, SealsService, VersionsService } =
  loadServices<Services>('history')

export type * from './generated/history.ts'
