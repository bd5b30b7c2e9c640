import { expect, test } from 'vitest'
import { isControlAccount, PARTY_ACCOUNTS } from './control-accounts.ts'

test('the accounts of documents and of debts are control accounts, and no others', () => {
  for (const stableName of ['CUSTOMER_CREDITS', 'VENDOR_PREPAYMENTS', 'REFUND_LIABILITIES'])
    expect(isControlAccount(stableName)).toBe(true)
  for (const { account, unapplied } of PARTY_ACCOUNTS) expect([account, unapplied].every(isControlAccount)).toBe(true)
  for (const stableName of [null, 'SALES', 'toString']) expect(isControlAccount(stableName)).toBe(false)
})
