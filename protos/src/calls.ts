import type { Services } from './generated/calls.ts'
import { loadRawServices } from './load.ts'

export const { CallsService } = loadRawServices<Services>('calls')

export type * from './generated/calls.ts'
