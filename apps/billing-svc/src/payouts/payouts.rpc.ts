import { PayoutsService } from '@pacioli/protos/billing'
import { implement, readRequestOf, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { getDocument } from '../documents/document-kind.ts'
import { PAYOUTS } from '../receivables/payout.kind.ts'
import { createPayout } from './create-payout.ts'
import { deletePayout } from './delete-payout.ts'
import { listPayouts } from './list-payouts.ts'

export const payoutsRpc = (billing: Billing): Implementation =>
  implement(PayoutsService, {
    CreatePayout: (request, context) => createPayout(billing, writeRequestOf(context), request),
    DeletePayout: ({ payout_id }, context) => deletePayout(billing, writeRequestOf(context), payout_id),
    ListPayouts: (request, context) => listPayouts(billing, readRequestOf(context), request),
    GetPayout: ({ payout_id }, context) => getDocument(billing, readRequestOf(context), PAYOUTS, payout_id),
  })
