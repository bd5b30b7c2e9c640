/** Vendor credits for tests, created by the real use cases. */
import type {
  AllocateVendorCreditRequest__Output,
  ListVendorCreditsRequest__Output,
  VendorCredit__Output,
  VendorCreditAllocationInput__Output,
  VendorCreditInput__Output,
  VendorCreditLineItemInput__Output,
} from '@pacioli/protos/billing'
import type { TestBilling } from './billing.test-helpers.ts'
import { RENT, type TestPayables } from './bills.test-helpers.ts'
import { allocateVendorCredit, createVendorCredit } from './use-cases.test-helpers.ts'

type Allocation = Partial<VendorCreditAllocationInput__Output>

export type CreditGiven = Partial<Omit<VendorCreditInput__Output, 'allocations'>> & {
  allocations?: readonly Allocation[]
}

const allocation = (given: Allocation): VendorCreditAllocationInput__Output => ({ amount: 0, ...given })

/** A line item on rent, by default. */
export const creditLine = (
  amount: number,
  given: Partial<VendorCreditLineItemInput__Output> = {},
): VendorCreditLineItemInput__Output => ({ account_identifier: RENT, amount, tags: [], ...given })

/** A credit of 50 for rent, received on 15 January 2026 at noon, by default. */
export const creditInput = (
  { contactId }: Pick<TestPayables, 'contactId'>,
  { allocations = [], ...given }: CreditGiven = {},
): VendorCreditInput__Output => ({
  ...(allocations.length === 0 && given.vendor_external_id === undefined ? { vendor_id: contactId } : {}),
  received_at: '2026-01-15T12:00:00Z',
  line_items: [creditLine(50)],
  allocations: allocations.map(allocation),
  tags: [],
  ...given,
})

export async function makeCredit(
  billing: TestBilling,
  payables: TestPayables,
  given: CreditGiven = {},
): Promise<VendorCredit__Output> {
  const { data } = await createVendorCredit(billing, payables.request, creditInput(payables, given))
  return data as VendorCredit__Output
}

export const creditAllocationOf = ({ id }: { id: string }, given: Allocation): AllocateVendorCreditRequest__Output => ({
  vendor_credit_id: id,
  allocation: allocation(given),
})

export async function allocateCreditTo(
  billing: TestBilling,
  { request }: TestPayables,
  credit: { id: string },
  given: Allocation,
): Promise<VendorCredit__Output> {
  const { data } = await allocateVendorCredit(billing, request, creditAllocationOf(credit, given))
  return data as VendorCredit__Output
}

export const creditsAsked = (
  asked: Partial<ListVendorCreditsRequest__Output> = {},
): ListVendorCreditsRequest__Output => ({ page: null, reference_numbers: [], tag_values: [], ...asked })
