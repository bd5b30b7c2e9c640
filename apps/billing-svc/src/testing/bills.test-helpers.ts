/** Bills for tests, created by the real use cases. */
import type {
  Bill__Output,
  BillInput__Output,
  ExpenseInput__Output,
  ListBillsRequest__Output,
} from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import { openTestBusiness, type TestBilling } from './billing.test-helpers.ts'
import { makeVendor } from './vendors.test-helpers.ts'
import { line, taxInputs, type Tags } from './bill-inputs.test-helpers.ts'
import { createBill, createExpense } from './use-cases.test-helpers.ts'

export { changeOf, GOODS, line, named, RENT, taxInputs } from './bill-inputs.test-helpers.ts'

/** A business with a vendor. */
export type TestPayables = { request: BusinessWrite; contactId: string }

export async function openPayables(
  billing: TestBilling,
  details: Parameters<typeof openTestBusiness>[1] = {},
): Promise<TestPayables> {
  const request = await openTestBusiness(billing, details)
  const { id } = await makeVendor(billing, request)
  return { request, contactId: id }
}

/** A further vendor of the business. */
export const anotherVendor = async (
  billing: TestBilling,
  { request }: Pick<TestPayables, 'request'>,
): Promise<TestPayables> => ({ request, contactId: (await makeVendor(billing, request)).id })

export type BillGiven = Partial<Omit<BillInput__Output, 'additional_sales_taxes' | 'tags'>> & {
  taxes?: Record<string, number>
  tags?: Tags
}

/** A bill of 100 for rent, received on 10 January 2026 at noon, by default. */
export const billInput = (
  { contactId }: Pick<TestPayables, 'contactId'>,
  { taxes = {}, tags = [], ...given }: BillGiven = {},
): BillInput__Output => ({
  ...(given.vendor_external_id === undefined ? { vendor_id: contactId } : {}),
  received_at: '2026-01-10T12:00:00Z',
  line_items: [line(100)],
  additional_sales_taxes: taxInputs(taxes),
  tags: [...tags],
  ...given,
})

export type ExpenseGiven = Partial<Omit<ExpenseInput__Output, 'additional_sales_taxes' | 'tags'>> & {
  taxes?: Record<string, number>
  tags?: Tags
}

/** 100 for rent, paid in cash on 10 January 2026 at noon without a vendor, by default. */
export const expenseInput = ({ taxes = {}, tags = [], ...given }: ExpenseGiven = {}): ExpenseInput__Output => ({
  paid_at: '2026-01-10T12:00:00Z',
  method: 'CASH',
  line_items: [line(100)],
  additional_sales_taxes: taxInputs(taxes),
  tags: [...tags],
  ...given,
})

export async function makeBill(
  billing: TestBilling,
  payables: TestPayables,
  given: BillGiven = {},
): Promise<Bill__Output> {
  const { data } = await createBill(billing, payables.request, billInput(payables, given))
  return data as Bill__Output
}

export async function makeExpense(
  billing: TestBilling,
  { request }: TestPayables,
  given: ExpenseGiven = {},
): Promise<Bill__Output> {
  const { data } = await createExpense(billing, request, expenseInput(given))
  return data as Bill__Output
}

export const listOf = ({ page = {}, ...asked }: Partial<ListBillsRequest__Output> = {}): ListBillsRequest__Output => ({
  page,
  statuses: [],
  reference_numbers: [],
  tag_values: [],
  ...asked,
})

/** The error_enum of every problem with its field; `done` where nothing is refused. */
export const refusals = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => {
      const { problems } = error as { problems?: { error_enum: string; meta: { field?: string } }[] }
      if (!problems) throw error
      return problems.map(({ error_enum, meta }) => [error_enum, meta.field])
    },
  )
