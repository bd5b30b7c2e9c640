/** Vendor refunds for tests, created by the real use cases. */
import type {
  ListVendorRefundsRequest__Output,
  VendorRefund__Output,
  VendorRefundAllocationInput__Output,
  VendorRefundInput__Output,
} from '@pacioli/protos/billing'
import type { TestBilling } from './billing.test-helpers.ts'
import type { TestPayables } from './bills.test-helpers.ts'
import { createVendorRefund } from './use-cases.test-helpers.ts'

export type VendorRefundGiven = Partial<Omit<VendorRefundInput__Output, 'allocations'>> & {
  allocations?: readonly Partial<VendorRefundAllocationInput__Output>[]
}

/** By ACH on 25 January 2026 at noon, by default; as much as its allocations. */
export const vendorRefundInput = ({ allocations = [], ...given }: VendorRefundGiven): VendorRefundInput__Output => ({
  received_at: '2026-01-25T12:00:00Z',
  method: 'ACH',
  amount: allocations.reduce((sum, { amount = 0 }) => sum + amount, 0),
  allocations: allocations.map((one) => ({ amount: 0, ...one })),
  tags: [],
  ...given,
})

export async function makeVendorRefund(
  billing: TestBilling,
  { request }: TestPayables,
  given: VendorRefundGiven,
): Promise<VendorRefund__Output> {
  const { data } = await createVendorRefund(billing, request, vendorRefundInput(given))
  return data as VendorRefund__Output
}

export const vendorRefundsAsked = (
  asked: Partial<ListVendorRefundsRequest__Output> = {},
): ListVendorRefundsRequest__Output => ({ page: null, reference_numbers: [], tag_values: [], ...asked })
