import type { ListPayoutsRequest__Output, Payout } from '@pacioli/protos/billing'
import { amount, is, tagged, whether, within } from '../listing/filters.ts'
import { documentList, presenting } from '../listing/list-documents.ts'
import { isMatched } from '../matches/match.store.ts'
import { presentPayouts } from '../receivables/present-payouts.ts'
import { countPayoutParts } from '../receivables/payout.store.ts'
import { loadPayouts } from '../receivables/payout.store.ts'

/** Payouts. */
export const listPayouts = documentList<ListPayoutsRequest__Output, Payout>({
  name: 'payouts',
  table: 'payouts',
  sorts: { completed_at: 'completed_at', paid_out_amount: 'paid_out_amount' },
  filters: [
    within('completed_at'),
    tagged('PAYOUT'),
    is('processor'),
    amount('paid_out_amount'),
    whether('is_matched', isMatched),
  ],
  countParts: countPayoutParts,
  present: presenting(loadPayouts, presentPayouts),
})
