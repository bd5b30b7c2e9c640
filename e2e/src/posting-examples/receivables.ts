/** What examples do with invoices, their payments, refunds and payouts. */
import type { Receivables } from '../receivables.ts'
import { CONTACT, type Acts, type Making, type Outcome } from './acts.ts'
import { minorUnits, signedUnits, type ExampleStep } from './parse.ts'
import { feeBackFrom, documentFrom, journalLineFrom, moneyFrom, shareFrom } from './words.ts'

export function actsOfReceivables(receivables: Receivables, making: Making): Acts {
  const { id, named, keep, remember } = making
  return {
    invoice: (step) =>
      keep(
        step,
        'invoice',
        receivables.createInvoice({
          customer_external_id: CONTACT,
          sent_at: step.at,
          ...documentFrom(step.details),
        }),
      ),
    'update invoice': ({ name, details }) => receivables.updateInvoice(id(name), documentFrom(details)),
    'resend invoice': ({ name, details: [day] }) =>
      receivables.updateInvoice(id(name), { sent_at: `${day}T12:00:00Z` }),
    'void invoice': ({ name, details: [moved] }) =>
      receivables.voidInvoice(id(name), { move_payments_to_credit: moved === 'payments become credit' }),
    payment: async (step) => {
      await receivables.customer(CONTACT)
      const [money = '', ...shares] = step.details
      const allocations = shares.map(shareFrom).map(({ name, amount }) => ({ invoice_id: id(name), amount }))
      const body = { customer_external_id: CONTACT, paid_at: step.at, ...moneyFrom(money), allocations }
      return keep(step, 'invoice_payment', receivables.createPayment(body))
    },
    'delete payment': ({ name }) => receivables.deletePayment(id(name)),
    return: (step) => giveReturn(receivables, making, step),
    'undo return': ({ name }) => receivables.undoReturn(named(name).more ?? ''),
    'write off': (step) => {
      const [share = ''] = step.details
      const { name, amount } = shareFrom(share)
      const answer = receivables.writeOff(id(name), { amount, write_off_at: step.at })
      return keep(step, 'write_off', answer, () => id(name))
    },
    'undo write-off': ({ name }) => {
      const { id, more = '' } = named(name)
      return receivables.undoWriteOff(more, id)
    },
    refund: (step) => refund(receivables, making, step),
    'pay refund': async ({ name, at, details: [money = '', ...back] }) => {
      const { amount, fee, ...how } = moneyFrom(money)
      const refunded_payment_fees = back.map(feeBackFrom)
      const payment = {
        refunded_amount: amount,
        refund_processing_fee: fee,
        refunded_payment_fees,
        completed_at: at,
        ...how,
      }
      const answer = await receivables.updateRefund(id(name), { payments: [payment] })
      if (answer.status < 300) {
        const more = answer.body.data.payments.at(-1)?.id
        remember(name, { ...named(name), ...(more === undefined ? {} : { more }) })
      }
      return answer
    },
    payout: (step) => payOut(receivables, making, step),
    'delete payout': ({ name }) => receivables.deletePayout(id(name)),
  }
}

/** `P1; fee 10.00`: which payment came back, and what was charged for it. */
async function giveReturn(receivables: Receivables, { id, remember }: Making, step: ExampleStep): Promise<Outcome> {
  const [payment = '', fee = ''] = step.details
  const paymentId = id(payment)
  const charged = fee === '' ? {} : { fee: minorUnits(fee.replace('fee ', '')) }
  const answer = await receivables.returnPayment(paymentId, { returned_at: step.at, ...charged })
  if (answer.status < 300)
    remember(step.name, { kind: 'invoice_payment_return', id: answer.body.data.return?.id ?? '', more: paymentId })
  return answer
}

/** `I1 40.00`, `payment P1 40.00`, `customer 40.00` or `credit 40.00`: what it refers to, and how much. */
function refund(receivables: Receivables, { id, keep }: Making, step: ExampleStep): Promise<Outcome> {
  const allocations = step.details.map((detail) => {
    const [what = '', ...rest] = detail.split(' ')
    const total_amount = minorUnits(rest.at(-1) ?? '')
    if (what === 'customer') return { customer_external_id: CONTACT, total_amount }
    if (what === 'credit') return { customer_external_id: CONTACT, source: 'CREDIT_BALANCE', total_amount }
    if (what === 'payment') return { invoice_payment_id: id(rest[0] ?? ''), total_amount }
    return { invoice_id: id(what), total_amount }
  })
  return keep(step, 'refund', receivables.createRefund({ completed_at: step.at, allocations }))
}

/** `46.00; payment P1; refund R1; return B1; fee 0.50; Dr OPERATING_EXPENSES 1.00` */
function payOut(receivables: Receivables, { id, named, account, keep }: Making, step: ExampleStep): Promise<Outcome> {
  const [paidOut = '', ...details] = step.details
  const [payments, refund_payments, payment_returns]: [object[], object[], object[]] = [[], [], []]
  const other_transactions: object[] = []
  let fee: number | undefined
  for (const detail of details) {
    const [word = '', name = ''] = detail.split(' ')
    if (word === 'payment') payments.push({ id: id(name) })
    else if (word === 'refund') refund_payments.push({ id: named(name).more })
    else if (word === 'return') payment_returns.push({ id: id(name) })
    else if (word === 'fee') fee = minorUnits(name)
    else other_transactions.push(journalLineFrom(detail, account))
  }
  const body = {
    paid_out_amount: signedUnits(paidOut),
    fee,
    completed_at: step.at,
    payments,
    refund_payments,
    payment_returns,
    other_transactions,
  }
  return keep(step, 'payout', receivables.createPayout(body))
}
