/** The path of each kind of resource, within its business. A resource that is not read alone has its parent's path. */
const PATHS: Readonly<Record<string, string>> = {
  business: '',
  chart: '/ledger/chart',
  account: '/ledger/accounts/{id}/lines',
  accounting_configuration: '/accounting-configuration',
  entry: '/ledger/entries/{id}',
  entry_line: '/ledger/entries/{parent}',
  closing_action: '/closing/retained-earnings/{id}',
  tag_dimension: '/tags/dimensions/{id}',
  tag_value: '/tags/dimensions/{parent}/values',
  bank_account: '/bank-accounts/{id}',
  external_account: '/bank-accounts/{parent}',
  opening_balance: '/external-accounts/{parent}/opening-balance',
  bank_transaction: '/bank-transactions/{id}',
  categorization_rule: '/categorization-rules/{id}',
  posting: '/postings?source_id={parent}',
  vendor: '/vendors/{id}',
  bill: '/bills/{id}',
  expense: '/bills/{id}',
  bill_line_item: '/bills/{parent}',
  bill_payment: '/bills/bill-payments/{id}',
  vendor_credit: '/bills/vendor-credits/{id}',
  vendor_credit_line_item: '/bills/vendor-credits/{parent}',
  vendor_refund: '/bills/vendor-refunds/{id}',
  customer: '/customers/{id}',
  invoice: '/invoices/{id}',
  invoice_line_item: '/invoices/{parent}',
  write_off: '/invoices/{parent}',
  invoice_payment: '/invoices/payments/{id}',
  invoice_payment_return: '/invoices/payments/{parent}',
  refund: '/invoices/refunds/{id}',
  refund_payment: '/invoices/refunds/{parent}',
  payout: '/payouts/{id}',
  task: '/tasks/{id}',
}

/** The public path of a resource; undefined for one without. */
export function pathOf(
  businessId: string,
  found: { type: string; id: string; parent: string | null },
): string | undefined {
  const path = PATHS[found.type]
  if (path === undefined || (path.includes('{parent}') && found.parent === null)) return undefined
  const within = path.replace('{id}', found.id).replace('{parent}', found.parent ?? '')
  return `/v1/businesses/${businessId}${within}`
}
