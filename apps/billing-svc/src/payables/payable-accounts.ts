/** The accounts that payables are always posted to. Pure. */
import type { AccountIdentifier, AskedAccount, Books } from '@pacioli/postings'
import { clearingAccount, purposeAccounts } from '../posting/purpose-accounts.ts'
import { CLEARING_ACCOUNTS, REFUND_CLEARING_ACCOUNTS } from './bill-payment.ts'
import type { PaymentMethod } from './bill.ts'

const ACCOUNTS = purposeAccounts(
  {
    accountsPayable: 'ACCOUNTS_PAYABLE',
    purchaseDiscounts: 'PURCHASE_DISCOUNTS',
    vendorPrepayments: 'VENDOR_PREPAYMENTS',
  },
  [...new Set([CLEARING_ACCOUNTS, REFUND_CLEARING_ACCOUNTS].flatMap((accounts) => Object.values(accounts)))],
)
export const { prefetch: prefetchPayableAccounts, idsOf: payableAccounts } = ACCOUNTS

/** The clearing account of a payment: the named one, else that of its method. @throws what `clearingAccount` throws */
export const clearingAccountOf = (
  books: Books,
  method: PaymentMethod,
  identifier: AccountIdentifier | undefined,
  field = 'payment_clearing_account_identifier',
): AskedAccount => clearingAccount(books, CLEARING_ACCOUNTS[method], identifier, field)

/** The same of a refund of a vendor. @throws what `clearingAccount` throws */
export const refundClearingAccountOf = (
  books: Books,
  method: PaymentMethod,
  identifier: AccountIdentifier | undefined,
): AskedAccount =>
  clearingAccount(books, REFUND_CLEARING_ACCOUNTS[method], identifier, 'payment_clearing_account_identifier')
