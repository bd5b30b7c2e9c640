/** What a list of payments means in payables: vendors, bills, what was paid of them, and credits. Pure. */
import type { AccountInput } from '../shared/books.ts'
import { Faults } from '../shared/faults.ts'
import { Refusal } from '../shared/refusal.ts'
import type { PaymentRow } from './payments-file.ts'

/** Bills of so many days at the end of the file are left to be paid. */
const UNPAID_DAYS = 10
/** One payment takes no more. */
const MAX_ALLOCATIONS = 1_000
const DAY_MS = 86_400_000

type StableName = { type: 'StableName'; stable_name: string }
type Allocation = { bill_external_id: string; amount: number }

/** Bodies of `POST B/vendors`, `B/bills/bulk`, `B/bills/bill-payments` and `B/bills/vendor-credits`. */
export type VendorInput = { external_id: string; company_name: string }
export type BillInput = {
  external_id: string
  vendor_external_id: string
  received_at: string
  terms: 'NET_30'
  reference_number?: string
  line_items: { account_identifier: StableName; description: string; unit_price: number }[]
}
export type PaymentInput = {
  external_id: string
  vendor_external_id: string
  paid_at: string
  method: 'ACH'
  amount: number
  allocations: Allocation[]
}
export type CreditInput = {
  external_id: string
  vendor_external_id: string
  received_at: string
  reference_number?: string
  line_items: { account_identifier: StableName; amount: number }[]
  allocations: Allocation[]
}

export type Plan = {
  accounts: AccountInput[]
  vendors: VendorInput[]
  bills: BillInput[]
  payments: PaymentInput[]
  credits: CreditInput[]
}

const PREFIX = 'spending:'
const MAX_STABLE_NAME = 128
const PARENT = 'OPERATING_EXPENSES'

/** The account of an expense type. */
export const accountOfType = (expenseType: string): string => `${PREFIX}${expenseType}`

/** Whether a bill of that day is among those that stay unpaid. */
export function unpaidSince(rows: readonly PaymentRow[]): (day: string) => boolean {
  const last = rows.reduce((latest, { day }) => (day > latest ? day : latest), '')
  const from = new Date(Date.parse(`${last}T00:00:00Z`) - (UNPAID_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  return (day) => day >= from
}

/**
 * Every row that takes nothing back is a bill, received on the day on which it was paid, as the file knows no other one;
 * those of the last days are not paid yet. Every other row is a credit, which goes to open bills of its vendor, the first
 * in the file first. The same file makes the same plan, with the same external ids.
 * @throws Refusal for an expense type that is too long for an account
 */
export function planOf(rows: readonly PaymentRow[]): Plan {
  const isUnpaid = unpaidSince(rows)
  const spent = rows.filter(({ amount }) => amount >= 0n)
  const open = openBills(spent.filter(({ day }) => isUnpaid(day)))
  return {
    accounts: accountsOf(rows),
    vendors: [...new Map(rows.map(({ supplier }) => [supplier.key, supplier])).values()].map(({ key, name }) => ({
      external_id: key,
      company_name: name,
    })),
    bills: spent.map(billOf),
    payments: paymentsOf(spent.filter(({ day, amount }) => amount > 0n && !isUnpaid(day))),
    credits: rows.filter(({ amount }) => amount < 0n).map((row) => creditOf(row, open)),
  }
}

function accountsOf(rows: readonly PaymentRow[]): AccountInput[] {
  const faults = new Faults()
  // Of each type the first row that has it.
  const types = [...new Map(rows.toReversed().map(({ expenseType, where }) => [expenseType, where]))].sort(
    ([one], [other]) => (one < other ? -1 : 1),
  )
  const accounts = types.flatMap(([expenseType, where]) => faults.take(() => accountInput(expenseType, where)) ?? [])
  faults.throwIfAny()
  return accounts
}

function accountInput(expenseType: string, where: string): AccountInput {
  const stable_name = accountOfType(expenseType)
  if (stable_name.length > MAX_STABLE_NAME)
    throw new Refusal(
      `${where}: the expense type "${expenseType}" is too long: at most ${MAX_STABLE_NAME - PREFIX.length} characters.`,
    )
  return { name: expenseType, account_subtype: PARENT, stable_name, parent_id: named(PARENT) }
}

const named = (stable_name: string): StableName => ({ type: 'StableName', stable_name })

const startOf = (day: string): string => `${day}T00:00:00Z`

const headOf = ({ number, supplier, day, invoiceNumber }: PaymentRow) => ({
  external_id: number,
  vendor_external_id: supplier.key,
  received_at: startOf(day),
  ...(invoiceNumber === undefined ? {} : { reference_number: invoiceNumber }),
})

const billOf = (row: PaymentRow): BillInput => ({
  ...headOf(row),
  terms: 'NET_30',
  line_items: [
    {
      account_identifier: named(accountOfType(row.expenseType)),
      description: row.expenseType,
      unit_price: Number(row.amount),
    },
  ],
})

/** One payment for each supplier and day, or more where it would go to too many bills. */
function paymentsOf(paid: readonly PaymentRow[]): PaymentInput[] {
  const together = Map.groupBy(paid, ({ supplier, day }) => `${supplier.key} ${day}`)
  return [...together].flatMap(([key, rows]) =>
    chunksOf(rows, MAX_ALLOCATIONS).map((chunk, index): PaymentInput => {
      const [{ supplier, day }] = chunk
      return {
        external_id: index === 0 ? key : `${key} (${index + 1})`,
        vendor_external_id: supplier.key,
        paid_at: startOf(day),
        method: 'ACH',
        amount: Number(chunk.reduce((sum, { amount }) => sum + amount, 0n)),
        allocations: chunk.map(({ number, amount }) => ({ bill_external_id: number, amount: Number(amount) })),
      }
    }),
  )
}

type Chunk<Item> = readonly [Item, ...Item[]]

function chunksOf<Item>(items: readonly Item[], size: number): Chunk<Item>[] {
  const [first, ...others] = items
  if (first === undefined) return []
  return [[first, ...others.slice(0, size - 1)], ...chunksOf(items.slice(size), size)]
}

type OpenBill = { number: string; left: bigint }

const openBills = (unpaid: readonly PaymentRow[]): Map<string, OpenBill[]> => {
  const bySupplier = Map.groupBy(unpaid, ({ supplier }) => supplier.key)
  return new Map(
    [...bySupplier].map(([key, rows]) => [key, rows.map(({ number, amount }) => ({ number, left: amount }))]),
  )
}

/** Takes what it uses from the open bills. */
function creditOf(row: PaymentRow, open: Map<string, OpenBill[]>): CreditInput {
  const amount = Number(-row.amount)
  return {
    ...headOf(row),
    line_items: [{ account_identifier: named(accountOfType(row.expenseType)), amount }],
    allocations: setOff(-row.amount, open.get(row.supplier.key) ?? []),
  }
}

function setOff(credit: bigint, bills: readonly OpenBill[]): Allocation[] {
  const allocations: Allocation[] = []
  let rest = credit
  for (const bill of bills) {
    if (allocations.length === MAX_ALLOCATIONS) break
    const amount = rest < bill.left ? rest : bill.left
    if (amount === 0n) continue
    bill.left -= amount
    rest -= amount
    allocations.push({ bill_external_id: bill.number, amount: Number(amount) })
  }
  return allocations
}
