import type { BillPaymentsServiceDefinition } from './generated/pacioli/billing/v1/BillPaymentsService.ts'
import type { BillsServiceDefinition } from './generated/pacioli/billing/v1/BillsService.ts'
import type { CustomersServiceDefinition } from './generated/pacioli/billing/v1/CustomersService.ts'
import type { InvoicesServiceDefinition } from './generated/pacioli/billing/v1/InvoicesService.ts'
import type { InvoicePaymentsServiceDefinition } from './generated/pacioli/billing/v1/InvoicePaymentsService.ts'
import type { RefundsServiceDefinition } from './generated/pacioli/billing/v1/RefundsService.ts'
import type { PayoutsServiceDefinition } from './generated/pacioli/billing/v1/PayoutsService.ts'
import type { ReplayServiceDefinition } from './generated/pacioli/billing/v1/ReplayService.ts'
import type { VendorCreditsServiceDefinition } from './generated/pacioli/billing/v1/VendorCreditsService.ts'
import type { VendorsServiceDefinition } from './generated/pacioli/billing/v1/VendorsService.ts'
import { loadService } from './load.ts'

const load = <Definition>(file: string, service: string): Definition =>
  loadService<Definition>(`pacioli/billing/v1/${file}.proto`, `pacioli.billing.v1.${service}`)

export const VendorsService = load<VendorsServiceDefinition>('vendors', 'VendorsService')
export const BillsService = load<BillsServiceDefinition>('bills', 'BillsService')
export const BillPaymentsService = load<BillPaymentsServiceDefinition>('bill_payments', 'BillPaymentsService')
export const VendorCreditsService = load<VendorCreditsServiceDefinition>('vendor_credits', 'VendorCreditsService')
export const CustomersService = load<CustomersServiceDefinition>('customers', 'CustomersService')
export const InvoicesService = load<InvoicesServiceDefinition>('invoices', 'InvoicesService')
export const InvoicePaymentsService = load<InvoicePaymentsServiceDefinition>(
  'invoice_payments',
  'InvoicePaymentsService',
)
export const RefundsService = load<RefundsServiceDefinition>('refunds', 'RefundsService')
export const PayoutsService = load<PayoutsServiceDefinition>('payouts', 'PayoutsService')
export const ReplayService = load<ReplayServiceDefinition>('replay', 'ReplayService')

export type * from './generated/billing.messages.ts'
