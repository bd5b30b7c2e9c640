/** What a vendor pays back: refunds of what is left of payments and credits, and their deletion. */
import { at, become, find, timeOf, type Action } from './action.ts'
import { restOf, type Giver, type Model, type VendorRefund } from './vendor.ts'

export type RefundCommand =
  { type: 'refund'; giver: number; amount: number; method: string } | { type: 'delete refund'; refund: number }

function refund({ id, kind }: Giver, amount: number, method: string): Action<Model> {
  const allocations = [{ [kind === 'payment' ? 'payment_id' : 'vendor_credit_id']: id, amount }]
  return {
    operation: 'createVendorRefund',
    call: { body: { received_at: timeOf(26), method, amount, allocations } },
    ending: ({ givers }) => {
      const giver = find(givers, id)
      if (giver.isDeleted) return 'DocumentDeleted'
      return amount > restOf(giver) ? 'OverAllocated' : 'done'
    },
    apply: ({ givers, refunds }, [made]) => {
      become(givers, id, (giver) => (giver.refunded += amount))
      refunds.push({ id: made?.id ?? '', giverId: id, amount, isDeleted: false })
    },
  }
}

const remove = ({ id }: VendorRefund): Action<Model> => ({
  operation: 'deleteVendorRefund',
  call: { path: { vendorRefundId: id } },
  ending: () => 'done',
  apply: ({ givers, refunds }) => {
    const { giverId, amount, isDeleted } = find(refunds, id)
    if (!isDeleted) become(givers, giverId, (giver) => (giver.refunded -= amount))
    become(refunds, id, (one) => (one.isDeleted = true))
  },
})

export function ofRefund(model: Model, command: RefundCommand): Action<Model> | undefined {
  if (command.type === 'refund') {
    const giver = at(model.givers, command.giver)
    return giver && refund(giver, command.amount, command.method)
  }
  const found = at(model.refunds, command.refund)
  return found && remove(found)
}
