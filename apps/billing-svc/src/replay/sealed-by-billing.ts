import { unpublished } from '@pacioli/history'
import type { Sealed } from '@pacioli/seals'
import { ownedRows } from './replay-aggregates.ts'

export const sealedByBilling: Sealed = {
  log: 'BILLING',
  elsewhere: {},
  ownedBy: ({ businessId }) => ownedRows(businessId, unpublished),
}
