/** Bills and expenses: received, paid on the spot, changed, and voided. */
import { named } from '../books.ts'
import { at, become, find, maybeNamed, sum, timeOf, type Action, type Ending } from './action.ts'
import { gotBy, hasCredit, outstandingOf, owedBills, type Bill, type Model } from './vendor.ts'

export type Lines = {
  amounts: { amount: number; tax: number; isPrepaid: boolean }[]
  discount: number
  day: number
  isNamed: boolean
}
export type BillCommand =
  | { type: 'receive'; bills: Lines[] }
  | { type: 'spend'; lines: Lines }
  | { type: 'update'; bill: number; lines: Lines }
  | { type: 'void'; bill: number }

const ACCOUNTS = ['OPERATING_EXPENSES', 'COGS', 'INVENTORY']

export const totalOf = ({ amounts, discount }: Lines): number =>
  sum(amounts.map((one) => one.amount + one.tax)) - discount

/** Why a bill cannot get so much. */
export function refusalOf(model: Model, billId: string, requested: number): Ending {
  const bill = find(model.bills, billId)
  if (bill.isVoided) return 'BillVoided'
  return requested > outstandingOf(model, bill) ? 'OverAllocated' : 'done'
}

const inputOf = ({ amounts, discount }: Lines) => ({
  line_items: amounts.map((one, index) => ({
    account_identifier: named(ACCOUNTS[index] ?? 'COGS'),
    unit_price: one.amount,
    sales_taxes: one.tax > 0 ? [{ amount: one.tax, tax_account: { type: 'Tax_Name', name: 'Model City' } }] : [],
    ...(one.isPrepaid ? { prepayment_account_identifier: named('PREPAID_EXPENSES') } : {}),
  })),
  additional_discount: discount,
})

function receive({ contactId }: Model, given: Lines[]): Action<Model> {
  const inputs = given.map((one) => ({
    ...maybeNamed(one.isNamed),
    vendor_id: contactId,
    received_at: timeOf(one.day),
    ...inputOf(one),
  }))
  return {
    operation: inputs.length === 1 ? 'createBill' : 'createBills',
    call: { body: inputs.length === 1 ? inputs[0] : inputs },
    ending: () => (given.some((one) => totalOf(one) < 0) ? 'NegativeTotal' : 'done'),
    apply: ({ bills }, made) =>
      made.forEach(({ id }, index) =>
        bills.push({ id, total: totalOf(given[index] as Lines), isExpense: false, isVoided: false }),
      ),
  }
}

function spend({ contactId }: Model, given: Lines): Action<Model> {
  const body = { ...maybeNamed(given.isNamed), vendor_id: contactId, paid_at: timeOf(given.day), method: 'ACH' }
  return {
    operation: 'createExpense',
    call: { body: { ...body, ...inputOf(given) } },
    ending: () => (totalOf(given) < 0 ? 'NegativeTotal' : 'done'),
    apply: ({ bills }, [made]) =>
      bills.push({ id: made?.id ?? '', total: totalOf(given), isExpense: true, isVoided: false }),
  }
}

function update({ givers }: Model, { id }: Bill, given: Lines): Action<Model> {
  const total = totalOf(given)
  return {
    operation: 'updateBill',
    isNew: hasCredit(givers),
    call: { path: { billId: id }, body: { received_at: timeOf(given.day), ...inputOf(given) } },
    ending: (model) => {
      const bill = find(model.bills, id)
      if (bill.isVoided) return 'BillVoided'
      if (total < 0) return 'NegativeTotal'
      return total < gotBy(model, bill) ? 'OverAllocated' : 'done'
    },
    apply: ({ bills }) => become(bills, id, (bill) => (bill.total = total)),
  }
}

const takeOut = ({ id }: Bill): Action<Model> => ({
  operation: 'voidBill',
  call: { path: { billId: id } },
  ending: (model) => (gotBy(model, find(model.bills, id)) > 0 ? 'BillHasPayments' : 'done'),
  apply: ({ bills }) => become(bills, id, (bill) => (bill.isVoided = true)),
})

export function ofBill(model: Model, command: BillCommand): Action<Model> | undefined {
  if (command.type === 'receive') return receive(model, command.bills)
  if (command.type === 'spend') return spend(model, command.lines)
  const bill = at(command.type === 'void' ? model.bills : owedBills(model), command.bill)
  return bill && (command.type === 'void' ? takeOut(bill) : update(model, bill, command.lines))
}
