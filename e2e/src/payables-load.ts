/** What the crash series do with payables: bills, payments over several of them, credits, and all of it taken back. */
import { randomInt, randomUUID } from 'node:crypto'
import { named } from './books.ts'
import { DocumentLoad, maybeExternalId, oneOf, randomTime, type Steps } from './document-load.ts'
import {
  allocatedOf,
  outstandingOf,
  unallocatedOf,
  type Family,
  type Line,
  type ModelBill,
  type ModelCredit,
  type ModelPayment,
} from './payables-model.ts'
import type { Data } from './shapes.ts'

const ACCOUNTS = ['OPERATING_EXPENSES', 'COGS', 'PAYROLL', 'INVENTORY'] as const
const TAX = 'Crash City'
const TAX_ACCOUNT = 'SALES_TAXES:CRASH_CITY'

type Created = Data<{ id: string }>
type WithAllocations = Data<{ allocations: { id: string; bill_id: string; amount: number }[] }>

export class PayablesLoad extends DocumentLoad<Family> {
  protected async begin(index: number): Promise<Family> {
    const { data } = await this.create<Created>('vendors', {
      external_id: `v${index}`,
      company_name: `Vendor ${index}`,
    })
    return { vendorId: data.id, bills: [], payments: [], credits: [] }
  }

  protected stepsOn(family: Family): Steps {
    return [
      () => this.#receive(family),
      () => this.#receiveSeveral(family),
      () => this.#spend(family),
      () => this.#pay(family),
      () => this.#pay(family),
      () => this.#allocateLater(family),
      () => this.#credit(family),
      () => this.#setOff(family),
      () => this.#takeBackAllocation(family),
      () => this.#deletePayment(family),
      () => this.#deleteCredit(family),
      () => this.#void(family),
      () => this.#update(family),
    ]
  }

  async #receive(family: Family): Promise<void> {
    const { input, lines } = randomBill(family.vendorId)
    const { data } = await this.create<Created>('bills', input)
    family.bills.push({ id: data.id, lines, isExpense: false, isVoided: false })
  }

  async #receiveSeveral(family: Family): Promise<void> {
    const bills = Array.from({ length: 3 }, () => randomBill(family.vendorId))
    const { data } = await this.create<Data<{ id: string }[]>>(
      'bills/bulk',
      bills.map(({ input }) => input),
    )
    bills.forEach(({ lines }, index) =>
      family.bills.push({ id: data[index]?.id ?? '', lines, isExpense: false, isVoided: false }),
    )
  }

  async #spend(family: Family): Promise<void> {
    const { input, lines } = randomBill(family.vendorId)
    const { received_at: paid_at, terms: _terms, ...rest } = input
    const { data } = await this.create<Created>('expenses', { ...rest, paid_at, method: 'ACH' })
    family.bills.push({ id: data.id, lines, isExpense: true, isVoided: false })
  }

  /** Over up to three bills, some in part; sometimes more than they come to. */
  async #pay(family: Family): Promise<void> {
    const allocations = openBills(family)
      .slice(-3)
      .map(([{ id }, outstanding]) => ({
        bill_id: id,
        amount: randomInt(2) === 0 ? outstanding : randomInt(1, outstanding + 1),
      }))
    const rest = allocations.length === 0 || randomInt(3) === 0 ? randomInt(1, 50_000) : 0
    const amount = allocations.reduce((sum, one) => sum + one.amount, rest)
    const { data } = await this.create<Created>('bills/bill-payments', {
      ...maybeExternalId(),
      vendor_id: family.vendorId,
      paid_at: randomTime(),
      method: 'ACH',
      amount,
      allocations,
    })
    family.payments.push({
      id: data.id,
      amount,
      allocations: allocations.map(({ bill_id, amount: part }) => ({ billId: bill_id, amount: part })),
      isDeleted: false,
    })
  }

  async #allocateLater(family: Family): Promise<void> {
    const payment = oneOf(live(family.payments).filter((one) => unallocatedOf(one) > 0))
    const [bill, outstanding] = oneOf(openBills(family)) ?? []
    if (!payment || !bill || outstanding === undefined) return this.#pay(family)
    const amount = randomInt(1, Math.min(unallocatedOf(payment), outstanding) + 1)
    await this.create(`bills/bill-payments/${payment.id}/allocations`, { bill_id: bill.id, amount })
    payment.allocations.push({ billId: bill.id, amount })
  }

  async #credit(family: Family): Promise<void> {
    const [bill, outstanding] = oneOf(openBills(family)) ?? []
    const amount = randomInt(1, 50_000)
    const allocations =
      bill && outstanding !== undefined && randomInt(2) === 0
        ? [{ bill_id: bill.id, amount: randomInt(1, Math.min(outstanding, amount) + 1) }]
        : []
    const account = oneOf(ACCOUNTS) ?? 'COGS'
    const { data } = await this.create<Created & WithAllocations>('bills/vendor-credits', {
      ...maybeExternalId(),
      vendor_id: family.vendorId,
      received_at: randomTime(),
      line_items: [{ account_identifier: named(account), amount }],
      allocations,
    })
    family.credits.push({ id: data.id, account, amount, allocations: allocationsIn(data), isDeleted: false })
  }

  async #setOff(family: Family): Promise<void> {
    const credit = oneOf(live(family.credits).filter((one) => unallocatedOf(one) > 0))
    const [bill, outstanding] = oneOf(openBills(family)) ?? []
    if (!credit || !bill || outstanding === undefined) return this.#credit(family)
    const amount = randomInt(1, Math.min(unallocatedOf(credit), outstanding) + 1)
    const path = `bills/vendor-credits/${credit.id}/allocations`
    const { data } = await this.create<WithAllocations>(path, { bill_id: bill.id, amount })
    credit.allocations = allocationsIn(data)
  }

  async #takeBackAllocation(family: Family): Promise<void> {
    const credit = oneOf(live(family.credits).filter(({ allocations }) => allocations.length > 0))
    const allocation = credit?.allocations[0]
    if (!credit || !allocation) return this.#credit(family)
    await this.sendUntilDone('DELETE', `bills/vendor-credits/allocations/${allocation.id}`, randomUUID())
    credit.allocations = credit.allocations.slice(1)
  }

  async #deletePayment(family: Family): Promise<void> {
    const payment = oneOf(live(family.payments))
    if (!payment) return this.#pay(family)
    await this.sendUntilDone('POST', `bills/bill-payments/${payment.id}/delete`, randomUUID(), {})
    payment.isDeleted = true
  }

  async #deleteCredit(family: Family): Promise<void> {
    const credit = oneOf(live(family.credits))
    if (!credit) return this.#credit(family)
    await this.sendUntilDone('DELETE', `bills/vendor-credits/${credit.id}`, randomUUID())
    credit.isDeleted = true
  }

  async #void(family: Family): Promise<void> {
    const bill = oneOf(family.bills.filter((one) => !one.isVoided && allocatedOf(family, one) === 0))
    if (!bill) return this.#receive(family)
    await this.sendUntilDone('POST', `bills/${bill.id}/void`, randomUUID(), {})
    bill.isVoided = true
  }

  /** Other lines, worth at least what is allocated already; or received at another time. */
  async #update(family: Family): Promise<void> {
    const bill = oneOf(family.bills.filter(({ isVoided, isExpense }) => !isVoided && !isExpense))
    if (!bill) return this.#receive(family)
    const path = `bills/${bill.id}/update`
    if (randomInt(3) === 0) {
      await this.sendUntilDone('POST', path, randomUUID(), { received_at: randomTime(), memo: randomUUID() })
      return
    }
    const { line_items } = randomBill(family.vendorId, allocatedOf(family, bill)).input
    const change = { line_items, additional_sales_taxes: [], additional_discount: 0 }
    await this.sendUntilDone('POST', path, randomUUID(), change)
    bill.lines = linesOf(change)
  }
}

const live = <Document extends ModelPayment | ModelCredit>(documents: readonly Document[]): Document[] =>
  documents.filter(({ isDeleted }) => !isDeleted)

/** Those that something is owed on, with how much. */
const openBills = (family: Family): [ModelBill, number][] =>
  family.bills
    .map((bill): [ModelBill, number] => [bill, outstandingOf(family, bill)])
    .filter(([, outstanding]) => outstanding > 0)

const allocationsIn = ({ allocations }: WithAllocations['data']): ModelCredit['allocations'] =>
  allocations.map(({ id, bill_id, amount }) => ({ id, billId: bill_id, amount }))

type LineInput = {
  account_identifier: { type: string; stable_name?: string }
  unit_price: number
  sales_taxes?: { amount: number; tax_account: { type: 'Tax_Name'; name: string } }[]
}
type BillLines = { line_items: LineInput[]; additional_discount?: number }

/** One to three lines, one of them taxed or prepaid now and then, and a discount on the whole. */
function randomBill(vendorId: string, atLeast = 0) {
  const [first, ...others] = Array.from({ length: randomInt(1, 4) }, () => ({
    account_identifier: named(oneOf(ACCOUNTS) ?? 'COGS'),
    unit_price: randomInt(1, 100_000),
    ...(randomInt(3) === 0
      ? { sales_taxes: [{ amount: randomInt(1, 1_000), tax_account: { type: 'Tax_Name' as const, name: TAX } }] }
      : {}),
    ...(randomInt(4) === 0 ? { prepayment_account_identifier: named('PREPAID_EXPENSES') } : {}),
  }))
  const line_items = first ? [{ ...first, unit_price: first.unit_price + atLeast }, ...others] : []
  const input = {
    ...maybeExternalId(),
    vendor_id: vendorId,
    received_at: randomTime(),
    terms: 'NET_30',
    line_items,
    ...(randomInt(4) === 0 ? { additional_discount: 1 } : {}),
  }
  return { input, lines: linesOf(input) }
}

const linesOf = ({ line_items, additional_discount = 0 }: BillLines): Line[] => [
  ...line_items.map(({ account_identifier, unit_price }) => ({
    account: account_identifier.stable_name ?? '',
    amount: unit_price,
  })),
  ...line_items.flatMap(({ sales_taxes = [] }) => sales_taxes).map(({ amount }) => ({ account: TAX_ACCOUNT, amount })),
  { account: 'PURCHASE_DISCOUNTS', amount: -additional_discount },
]
