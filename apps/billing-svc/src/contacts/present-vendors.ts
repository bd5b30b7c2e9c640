import type { Vendor as VendorMessage } from '@pacioli/protos/billing'
import { presentContacts, type ToldContacts } from './present-contacts.ts'
import { VENDORS } from './vendor.ts'

/** Vendors as callers see them. */
export const toldVendors: ToldContacts<VendorMessage> = { ...VENDORS, present: presentContacts }
