/** What examples do with bills, payments, vendor credits and vendor refunds. */
import { credited, type Payables } from '../payables.ts'
import { CONTACT, type Acts, type Making } from './acts.ts'
import { documentFrom, moneyFrom, shareFrom } from './words.ts'

export function actsOfPayables(payables: Payables, { id, named, keep }: Making): Acts {
  const vendor = () => payables.vendor(CONTACT)
  return {
    bill: async (step) => {
      await vendor()
      const body = { vendor_external_id: CONTACT, received_at: step.at, ...documentFrom(step.details) }
      return keep(step, 'bill', payables.createBill(body))
    },
    'update bill': ({ name, details }) => payables.updateBill(id(name), documentFrom(details)),
    'void bill': ({ name }) => payables.voidBill(id(name)),
    expense: (step) => keep(step, 'bill', payables.createExpense({ paid_at: step.at, ...documentFrom(step.details) })),
    'bill payment': async (step) => {
      await vendor()
      const [money = '', ...shares] = step.details
      const allocations = shares.map(shareFrom).map(({ name, amount }) => ({ bill_id: id(name), amount }))
      const body = { vendor_external_id: CONTACT, paid_at: step.at, ...moneyFrom(money), allocations }
      return keep(step, 'bill_payment', payables.createPayment(body))
    },
    'allocate payment': ({ name, at, details: [share = ''] }) => {
      const { name: bill, amount } = shareFrom(share)
      return payables.allocate(id(name), { bill_id: id(bill), amount, allocated_at: at })
    },
    'delete bill payment': ({ name }) => payables.deletePayment(id(name)),
    'vendor credit': async (step) => {
      await vendor()
      const line_items = step.details.map(shareFrom).map(({ name, amount }) => credited(name, amount))
      const body = { vendor_external_id: CONTACT, received_at: step.at, line_items }
      return keep(step, 'vendor_credit', payables.createCredit(body))
    },
    'allocate credit': ({ name, at, details: [share = ''] }) => {
      const { name: bill, amount } = shareFrom(share)
      return payables.allocateCredit(id(name), { bill_id: id(bill), amount, allocated_at: at })
    },
    'delete vendor credit': ({ name }) => payables.deleteCredit(id(name)),
    'vendor refund': (step) => {
      const [money = '', ...shares] = step.details
      const allocations = shares.map(shareFrom).map(({ name, amount }) => {
        const { kind, id } = named(name)
        return { [kind === 'vendor_credit' ? 'vendor_credit_id' : 'payment_id']: id, amount }
      })
      const body = { received_at: step.at, ...moneyFrom(money), allocations }
      return keep(step, 'vendor_refund', payables.createRefund(body))
    },
    'delete vendor refund': ({ name }) => payables.deleteRefund(id(name)),
  }
}
