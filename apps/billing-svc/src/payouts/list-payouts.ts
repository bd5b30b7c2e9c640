import type { ListPayoutsRequest__Output, Payout } from '@pacioli/protos/billing'
import { amount, is, liveUnlessIncluded, tagged, whether, within } from '../listing/filters.ts'
import { documentList } from '../listing/list-documents.ts'
import { isMatched } from '../matches/match.store.ts'
import { PAYOUTS } from '../receivables/payout.kind.ts'

/** Payouts. */
export const listPayouts = documentList<ListPayoutsRequest__Output, Payout>(PAYOUTS, {
  sorts: { completed_at: 'completed_at', paid_out_amount: 'paid_out_amount' },
  filters: [
    within('completed_at'),
    tagged('PAYOUT'),
    is('processor'),
    amount('paid_out_amount'),
    whether('is_matched', isMatched),
    liveUnlessIncluded,
  ],
})
