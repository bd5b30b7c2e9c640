/** Tags of bills and expenses, of their payments, of vendor credits, and of vendor refunds. */
import { refused } from '@pacioli/errors'
import { requireLive } from '../documents/document-kind.ts'
import { accountsOfCredit, prefetchBills } from '../payables/prefetch-bills.ts'
import { retaggedCredit } from '../payables/credit-recognition.ts'
import { BILL_PAYMENTS } from '../payables/bill-payment.kind.ts'
import type { BillPayment } from '../payables/bill-payment.ts'
import { BILLS } from '../payables/bill.kind.ts'
import type { Bill } from '../payables/bill.ts'
import { changeBills } from '../payables/change-bills.ts'
import { billsOf, lockWithBills } from '../payables/lock-with-bills.ts'
import { prefetchPayableAccounts, payableAccounts } from '../payables/payable-accounts.ts'
import { prefetchGiversOn } from '../payables/givers-on-bills.ts'
import { recordPayables } from '../payables/record-payables.ts'
import { prefetchRetag, retagged } from '../payables/retag-bill-payments.ts'
import {
  giversOf,
  lockWithGivers,
  prefetchRefundsOf,
  prefetchVendorRefunds,
  retaggedRefundsOf,
  withTagsOf,
} from '../payables/retag-vendor-refunds.ts'
import { VENDOR_REFUNDS } from '../payables/vendor-refund.kind.ts'
import type { VendorRefund } from '../payables/vendor-refund.ts'
import { VENDOR_CREDITS } from '../payables/vendor-credit.kind.ts'
import type { VendorCredit } from '../payables/vendor-credit.ts'
import { tagsWithLines } from '../line-items/carried-by-lines.ts'
import { prefetchStored } from '../posting/prefetch-stored.ts'
import { retaggedVersions, type Taggable } from './taggable.ts'

/** A bill's tags are on all lines of its entries, and on the lines of payments that concern it. */
export const taggableBills: Taggable<Bill> = {
  ...BILLS,
  prefetch: async (tx, asking, bills, fieldOf) => {
    prefetchPayableAccounts(asking)
    await prefetchBills(tx, asking, bills, (index) => fieldOf(bills[index]?.id ?? ''))
    await prefetchGiversOn(tx, asking, bills, ({ id }) => fieldOf(id))
  },
  requireOpen: ({ id, voidedAt }) => {
    if (voidedAt === null) return
    throw refused('BillVoided', `The bill ${id} was voided at ${voidedAt.toISOString()}: its tags stay as they are.`, {
      value: id,
    })
  },
  write: async (deciding, changes) =>
    (await changeBills(deciding, retaggedVersions(changes, deciding.billing.now()))).sources,
}

/** A payment's tags are on its lines; the tags of its bills and of its allocations take precedence. */
export const taggablePayments: Taggable<BillPayment> = {
  ...BILL_PAYMENTS,
  lock: async (tx, ids) => (await lockWithBills(tx, BILL_PAYMENTS, ids)).givers,
  prefetch: async (tx, asking, payments, fieldOf) => {
    await prefetchRetag(tx, asking, payments, fieldOf)
    await prefetchRefundsOf(tx, asking, 'payment_id', payments, fieldOf)
  },
  requireOpen: (payment) => requireLive(BILL_PAYMENTS, payment),
  write: async (deciding, changes) => {
    const billIds = billsOf(changes.map(({ before }) => before))
    const bills = new Map((await BILLS.load(deciding.tx, billIds)).map((bill) => [bill.id, bill]))
    const facts = { bills, accounts: payableAccounts(deciding.books), now: deciding.billing.now() }
    const payments = changes.map(({ before, tags }) => ({ before, after: retagged(before, tags, facts) }))
    const after = payments.map((one) => one.after)
    const refunds = await retaggedRefundsOf(deciding.tx, 'payment_id', after, facts.now)
    return recordPayables(deciding, { payments, refunds })
  },
}

/** A vendor credit's tags are on all lines of its entries; those of line items and of bills take precedence. */
export const taggableCredits: Taggable<VendorCredit> = {
  ...VENDOR_CREDITS,
  lock: async (tx, ids) => (await lockWithBills(tx, VENDOR_CREDITS, ids)).givers,
  prefetch: async (tx, asking, credits, fieldOf) => {
    const carried = { accountsOf: accountsOfCredit, tagsOf: tagsWithLines }
    prefetchPayableAccounts(asking)
    await prefetchStored(tx, asking, credits, carried, ({ id }) => [fieldOf(id)])
    const bills = await BILLS.load(tx, billsOf(credits))
    await prefetchBills(tx, asking, bills, () => fieldOf(credits[0]?.id ?? ''))
    await prefetchRefundsOf(tx, asking, 'vendor_credit_id', credits, fieldOf)
  },
  requireOpen: (credit) => requireLive(VENDOR_CREDITS, credit),
  write: async (deciding, changes) => {
    const billIds = billsOf(changes.map(({ before }) => before))
    const bills = new Map((await BILLS.load(deciding.tx, billIds)).map((bill) => [bill.id, bill]))
    const facts = { bills, accounts: payableAccounts(deciding.books) }
    const now = deciding.billing.now()
    const credits = retaggedVersions(changes, now).map(({ before, after }) => ({
      before,
      after: retaggedCredit(after, facts),
    }))
    const after = credits.map((one) => one.after)
    const refunds = await retaggedRefundsOf(deciding.tx, 'vendor_credit_id', after, now)
    return recordPayables(deciding, { credits, refunds })
  },
}

/** A vendor refund's tags are on its lines; those of what it refunds take precedence. */
export const taggableVendorRefunds: Taggable<VendorRefund> = {
  ...VENDOR_REFUNDS,
  lock: lockWithGivers,
  prefetch: async (tx, asking, refunds, fieldOf) => {
    prefetchPayableAccounts(asking)
    await prefetchVendorRefunds(tx, asking, refunds, fieldOf)
  },
  requireOpen: (refund) => requireLive(VENDOR_REFUNDS, refund),
  write: async (deciding, changes) => {
    const now = deciding.billing.now()
    const givers = await giversOf(
      deciding.tx,
      changes.map(({ before }) => before),
    )
    const refunds = changes.map(({ before, tags }) => ({ before, after: withTagsOf(before, tags, givers, now) }))
    return recordPayables(deciding, { refunds })
  },
}
