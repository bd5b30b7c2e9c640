import { VendorRefundsService } from '@pacioli/protos/billing'
import { implement, readRequestOf, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { getDocument } from '../documents/document-kind.ts'
import { VENDOR_REFUNDS } from '../payables/vendor-refund.kind.ts'
import { createVendorRefund } from './create-vendor-refund.ts'
import { deleteVendorRefund } from './delete-vendor-refund.ts'
import { listVendorRefunds } from './list-vendor-refunds.ts'

export const vendorRefundsRpc = (billing: Billing): Implementation =>
  implement(VendorRefundsService, {
    CreateVendorRefund: (request, context) => createVendorRefund(billing, writeRequestOf(context), request),
    ListVendorRefunds: (request, context) => listVendorRefunds(billing, readRequestOf(context), request),
    GetVendorRefund: ({ vendor_refund_id }, context) =>
      getDocument(billing, readRequestOf(context), VENDOR_REFUNDS, vendor_refund_id),
    DeleteVendorRefund: ({ vendor_refund_id }, context) =>
      deleteVendorRefund(billing, writeRequestOf(context), vendor_refund_id),
  })
