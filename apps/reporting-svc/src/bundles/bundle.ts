/** What a bundle is of. Pure. */
import type { Positions } from '@pacioli/history/positions'
import type { Business } from '../businesses/business.ts'

export type BundleFacts = {
  business: Pick<Business, 'id' | 'currency' | 'timeZone'>
  positions: Positions
  createdAt: Date
}
