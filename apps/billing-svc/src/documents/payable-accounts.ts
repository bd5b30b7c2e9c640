/** The accounts that payables are posted to: their own by stable name, and those that a caller names. Pure. */
import { refused } from '@pacioli/errors'
import type { AccountIdentifier, AskedAccount, Asking, Books } from '@pacioli/postings'
import type { AccountIdentifier__Output } from '@pacioli/protos/common'
import { CLEARING_ACCOUNTS } from '../bill-payments/bill-payment.ts'
import type { PayableAccounts } from '../bills/bill.postings.ts'
import type { PaymentMethod } from '../bills/bill.ts'

const named = (stable_name: string): AccountIdentifier => ({ type: 'StableName', stable_name })

const ACCOUNTS_PAYABLE = named('ACCOUNTS_PAYABLE')
const PURCHASE_DISCOUNTS = named('PURCHASE_DISCOUNTS')
const VENDOR_PREPAYMENTS = named('VENDOR_PREPAYMENTS')

/** Subtypes of the accounts that documents keep themselves: who else posts to them makes aging wrong. */
const CONTROL_SUBTYPES: readonly string[] = ['ACCOUNTS_PAYABLE', 'ACCOUNTS_RECEIVABLE']

/** An account as a message names it. */
export const toIdentifier = ({ type, id, stable_name }: AccountIdentifier__Output): AccountIdentifier => ({
  type,
  id,
  stable_name,
})

/** Asks for everything that payables may post to by themselves; that is cheap, and another request may need more of it. */
export function askForPayableAccounts(asking: Asking): void {
  for (const identifier of [ACCOUNTS_PAYABLE, PURCHASE_DISCOUNTS, VENDOR_PREPAYMENTS]) asking.account(identifier)
  for (const stableName of new Set(Object.values(CLEARING_ACCOUNTS))) asking.account(named(stableName))
}

/** Accounts by id, such as those that a document carries. */
export function askForAccounts(asking: Asking, ids: Iterable<string>): void {
  for (const id of new Set(ids)) asking.account({ type: 'AccountId', id })
}

/** @throws AskAgain */
export const payableAccounts = (books: Books): PayableAccounts => ({
  accountsPayable: books.account(ACCOUNTS_PAYABLE).id,
  purchaseDiscounts: books.account(PURCHASE_DISCOUNTS).id,
  vendorPrepayments: books.account(VENDOR_PREPAYMENTS).id,
})

/**
 * An account that the caller names for a line, a prepayment or for clearing.
 * @throws ControlAccount, AccountArchived; AskAgain
 */
export function namedAccount(books: Books, identifier: AccountIdentifier, field: string): AskedAccount {
  const account = books.account(identifier)
  if (CONTROL_SUBTYPES.includes(account.subtype))
    throw refused(
      'ControlAccount',
      `${account.name} is kept by bills, payments and invoices themselves. Name the account that it is for.`,
      { field, value: identifier.stable_name ?? identifier.id },
    )
  books.requirePostable(account, field)
  return account
}

/**
 * Where a payment waits until the bank reports it: the account that the caller names, else the one of its method.
 * @throws ControlAccount, AccountArchived; AskAgain
 */
export function clearingAccountOf(
  books: Books,
  method: PaymentMethod,
  identifier: AccountIdentifier | undefined,
  field = 'payment_clearing_account_identifier',
): AskedAccount {
  if (identifier) return namedAccount(books, identifier, field)
  const account = books.account(named(CLEARING_ACCOUNTS[method]))
  books.requirePostable(account, field)
  return account
}
