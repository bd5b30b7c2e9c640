import { unpublished } from '@pacioli/history'
import type { Sealed } from '@pacioli/seals'
import { ownedRows } from './replay-aggregates.ts'

export const sealedByBanking: Sealed = {
  log: 'BANKING',
  elsewhere: {},
  ownedBy: ({ businessId }) => ownedRows(businessId, unpublished),
}
