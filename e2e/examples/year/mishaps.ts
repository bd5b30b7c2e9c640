/** What goes wrong in the sales of the year, and is put right. Pure. */
import { daysAfter, noonOf } from './calendar.ts'
import { WHOLESALE } from './roastery.ts'
import { CARD_REFUND, paymentOf, PAYOUTS, rightInvoice } from './sales.ts'

/** Bodies of `PATCH B/invoices/{id}`, each with its invoice. */
export const CORRECTIONS = [rightInvoice].map(({ external_id, line_items }) => ({
  invoice: external_id,
  input: { line_items },
}))

/** Entered, and deleted: nothing had come yet. */
export const MISTAKEN_PAYMENTS = [{ ...paymentOf(WHOLESALE[1], 3), external_id: 'mistaken', memo: 'By mistake' }]

const BOUNCED = paymentOf(WHOLESALE[4], 3)

/** Bodies of `POST B/invoices/payments/{id}/return`, each with its payment and the day on which the bank reports it. */
export const RETURNS = [
  {
    payment: BOUNCED.external_id,
    day: daysAfter(BOUNCED.day, 5),
    amount: BOUNCED.amount,
    input: {
      external_id: `returned-${BOUNCED.reference_number}`,
      returned_at: noonOf(daysAfter(BOUNCED.day, 5)),
      fee: 1_200,
      reason: 'Insufficient funds',
    },
  },
]

/** What bounced is paid again. */
export const PAYMENTS_AGAIN = [BOUNCED].map((payment) => ({
  ...payment,
  day: daysAfter(payment.day, 19),
  external_id: `again-${payment.external_id}`,
  paid_at: noonOf(daysAfter(payment.day, 19)),
}))

/** Entered without the refund, as if less had been sold, and deleted. */
export const MISTAKEN_PAYOUTS = PAYOUTS.filter(({ input }) => input.refund_payments !== undefined).map(({ input }) => ({
  ...input,
  paid_out_amount: input.paid_out_amount + CARD_REFUND.amount,
  refund_payments: [],
}))
