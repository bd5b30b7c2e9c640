import type { Services } from './generated/billing.ts'
import { loadServices } from './load.ts'

export const {
  ContactsService,
  VendorsService,
  BillsService,
  BillPaymentsService,
  VendorCreditsService,
  VendorRefundsService,
  CustomersService,
  InvoicesService,
  InvoicePaymentsService,
  RefundsService,
  PayoutsService,
  TagsService,
  ReplayService,
} = loadServices<Services>('billing')

export type * from './generated/billing.ts'
