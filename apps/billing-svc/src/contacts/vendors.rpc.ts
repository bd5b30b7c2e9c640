import { VendorsService } from '@pacioli/protos/billing'
import { implement, readRequestOf, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { createVendor } from './create-vendor.ts'
import { getVendor } from './get-vendor.ts'
import { listVendors } from './list-vendors.ts'
import { updateVendor } from './update-vendor.ts'

export const vendorsRpc = (billing: Billing): Implementation =>
  implement(VendorsService, {
    CreateVendor: (request, context) => createVendor(billing, writeRequestOf(context), request),
    ListVendors: (request, context) => listVendors(billing, readRequestOf(context), request),
    GetVendor: (request, context) => getVendor(billing, readRequestOf(context), request.vendor_id),
    UpdateVendor: (request, context) => updateVendor(billing, writeRequestOf(context), request),
  })
