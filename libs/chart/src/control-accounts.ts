/** Accounts whose balance is explained, item by item, by documents. Each is the account of that stable name alone. */

/** Accounts that nothing but documents may post to, each with the document that does. */
const OWNED_BY_DOCUMENTS: Readonly<Record<string, string>> = {
  CUSTOMER_CREDITS:
    'What customers have as credit comes from their payments, refunds and voided invoices. Record an opening credit as a payment of the customer that is allocated to no invoice, with the clearing account OPENING_BALANCE_EQUITY.',
  VENDOR_PREPAYMENTS:
    'What vendors were paid ahead comes from bill payments. Record an opening prepayment as a bill payment to the vendor that is allocated to no bill, with the clearing account OPENING_BALANCE_EQUITY.',
  REFUND_LIABILITIES:
    'What is still to be refunded comes from refunds. Record a refund, and its payment when the money has left.',
}

/** Which document posts to the account, as advice; undefined where others may post to it, too. */
export const documentsThatOwn = (stableName: string | null): string | undefined =>
  stableName !== null && Object.hasOwn(OWNED_BY_DOCUMENTS, stableName) ? OWNED_BY_DOCUMENTS[stableName] : undefined

/**
 * Where debts of customers, and to vendors, stand: lines that belong to no document may name whose, too. `unapplied` is where
 * that stands which they have paid, or were paid, ahead; `accounts` are all whose lines are somebody's, refunds to pay out among them.
 */
export const PARTY_ACCOUNTS = [
  {
    side: 'RECEIVABLE',
    id: 'customerId',
    field: 'customer_id',
    noun: 'customer',
    account: 'ACCOUNTS_RECEIVABLE',
    unapplied: 'CUSTOMER_CREDITS',
    accounts: ['ACCOUNTS_RECEIVABLE', 'CUSTOMER_CREDITS', 'REFUND_LIABILITIES'],
  },
  {
    side: 'PAYABLE',
    id: 'vendorId',
    field: 'vendor_id',
    noun: 'vendor',
    account: 'ACCOUNTS_PAYABLE',
    unapplied: 'VENDOR_PREPAYMENTS',
    accounts: ['ACCOUNTS_PAYABLE', 'VENDOR_PREPAYMENTS'],
  },
] as const

/** Whether documents explain the balance of the account. */
export const isControlAccount = (stableName: string | null): boolean =>
  documentsThatOwn(stableName) !== undefined || PARTY_ACCOUNTS.some(({ account }) => account === stableName)
