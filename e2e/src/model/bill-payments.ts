/** What bills get: payments and credits, allocated, taken back and deleted. */
import { named } from '../books.ts'
import { at, become, find, sum, timeOf, type Action, type Made } from './action.ts'
import { refusalOf } from './bills.ts'
import { owedBills, restOf, type Bill, type Giver, type Model, type Part } from './vendor.ts'

type Give = {
  type: 'give'
  kind: Giver['kind']
  rest: number
  method: string
  day: number
  parts: { bill: number; amount: number }[]
}
export type GiveCommand =
  | Give
  | { type: 'allocate'; giver: number; bill: number; amount: number }
  | { type: 'take back'; giver: number; part: number }
  | { type: 'delete'; giver: number }

const allocationsIn = (made: Made | undefined) => (made?.allocations ?? []) as { id: string; bill_id: string }[]

function give(model: Model, { kind, rest, method, day, parts }: Give): Action<Model> | undefined {
  const requested = new Map(
    parts.flatMap((part): [string, number][] => {
      const bill = at(owedBills(model), part.bill)
      return bill ? [[bill.id, part.amount]] : []
    }),
  )
  const whole = sum([...requested.values(), rest])
  if (whole === 0) return undefined
  const allocations = [...requested].map(([bill_id, one]) => ({ bill_id, amount: one }))
  const common = { vendor_id: model.contactId, allocations }
  // A credit is of a line that is more than it, and one that takes of it.
  const items = [whole + 9, -9].map((one) => ({ account_identifier: named('COGS'), amount: one }))
  return {
    operation: kind === 'payment' ? 'createBillPayment' : 'createVendorCredit',
    call: {
      body:
        kind === 'payment'
          ? { ...common, paid_at: timeOf(day), method, amount: whole }
          : { ...common, received_at: timeOf(day), line_items: items },
    },
    ending: (now) => [...requested].map(([id, one]) => refusalOf(now, id, one)).find((one) => one !== 'done') ?? 'done',
    apply: ({ givers }, [made]) =>
      givers.push({
        id: made?.id ?? '',
        kind,
        amount: whole,
        isDeleted: false,
        refunded: 0,
        parts: allocationsIn(made).map(({ id, bill_id }) => ({
          id,
          billId: bill_id,
          amount: requested.get(bill_id) ?? 0,
        })),
      }),
  }
}

const pathOf = ({ id, kind }: Pick<Giver, 'id' | 'kind'>): Record<string, string> =>
  kind === 'payment' ? { paymentId: id } : { vendorCreditId: id }

function allocate({ id, kind }: Giver, bill: Bill, requested: number): Action<Model> {
  return {
    operation: kind === 'payment' ? 'allocateBillPayment' : 'allocateVendorCredit',
    call: { path: pathOf({ id, kind }), body: { bill_id: bill.id, amount: requested } },
    ending: (model) => {
      const giver = find(model.givers, id)
      if (giver.isDeleted) return 'DocumentDeleted'
      const refusal = refusalOf(model, bill.id, requested)
      return refusal === 'done' && requested > restOf(giver) ? 'OverAllocated' : refusal
    },
    apply: ({ givers }, [made]) =>
      become(givers, id, ({ parts }) => {
        const added = allocationsIn(made).find((one) => parts.every((part) => part.id !== one.id))
        parts.push({ id: added?.id ?? '', billId: bill.id, amount: requested })
      }),
  }
}

/** The version before leaves what this one has posted of the allocation. */
const takeBack = (giver: Giver, part: Part): Action<Model> => ({
  operation: 'removeVendorCreditAllocation',
  isNew: true,
  call: { path: { allocationId: part.id } },
  ending: () => 'done',
  apply: ({ givers }) => become(givers, giver.id, (one) => (one.parts = one.parts.filter(({ id }) => id !== part.id))),
})

const remove = ({ id, kind }: Giver): Action<Model> => ({
  operation: kind === 'payment' ? 'deleteBillPayment' : 'deleteVendorCredit',
  call: { path: pathOf({ id, kind }) },
  ending: ({ givers }) => (find(givers, id).refunded > 0 ? 'DocumentRefunded' : 'done'),
  apply: ({ givers }) => become(givers, id, (giver) => Object.assign(giver, { isDeleted: true, parts: [] })),
})

export function ofGiver(model: Model, command: GiveCommand): Action<Model> | undefined {
  if (command.type === 'give') return give(model, command)
  const giver = at(model.givers, command.giver)
  if (!giver) return undefined
  if (command.type === 'delete') return remove(giver)
  if (command.type === 'allocate') {
    const bill = at(owedBills(model), command.bill)
    return bill && allocate(giver, bill, command.amount)
  }
  const part = giver.kind === 'credit' ? at(giver.parts, command.part) : undefined
  return part && takeBack(giver, part)
}
