/** Vendors for tests, created by the real use case. */
import type { CreateVendorRequest__Output, UpdateVendorRequest__Output, Vendor__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { TestBilling } from './billing.test-helpers.ts'
import { createVendor } from './use-cases.test-helpers.ts'

export type VendorInput = Partial<CreateVendorRequest__Output>

export const vendorInput = (input: VendorInput = {}): CreateVendorRequest__Output => ({
  company_name: 'Paper & Co',
  tags: [],
  ...input,
})

export async function makeVendor(
  billing: TestBilling,
  request: BusinessWrite,
  input: VendorInput = {},
): Promise<Vendor__Output> {
  const { data } = await createVendor(billing, request, vendorInput(input))
  return data as Vendor__Output
}

export const changeOf = (
  { id }: { id: string },
  change: Partial<UpdateVendorRequest__Output>,
): UpdateVendorRequest__Output => ({ vendor_id: id, cleared: [], ...change })
