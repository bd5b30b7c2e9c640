import { VendorCreditsService } from '@pacioli/protos/billing'
import { implement, readRequestOf, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { getDocument } from '../documents/document-kind.ts'
import { VENDOR_CREDITS } from '../payables/vendor-credit.kind.ts'
import { allocateVendorCredit } from './allocate-vendor-credit.ts'
import { createVendorCredit } from './create-vendor-credit.ts'
import { deleteVendorCredit } from './delete-vendor-credit.ts'
import { listVendorCredits } from './list-vendor-credits.ts'
import { removeAllocation } from './remove-allocation.ts'

export const vendorCreditsRpc = (billing: Billing): Implementation =>
  implement(VendorCreditsService, {
    CreateVendorCredit: (request, context) => createVendorCredit(billing, writeRequestOf(context), request),
    ListVendorCredits: (request, context) => listVendorCredits(billing, readRequestOf(context), request),
    GetVendorCredit: ({ vendor_credit_id }, context) =>
      getDocument(billing, readRequestOf(context), VENDOR_CREDITS, vendor_credit_id),
    DeleteVendorCredit: ({ vendor_credit_id }, context) =>
      deleteVendorCredit(billing, writeRequestOf(context), vendor_credit_id),
    AllocateVendorCredit: (request, context) => allocateVendorCredit(billing, writeRequestOf(context), request),
    RemoveVendorCreditAllocation: ({ allocation_id }, context) =>
      removeAllocation(billing, writeRequestOf(context), allocation_id),
  })
