/** Bills that change, with all that hangs on them. */
import type { Tx } from '@pacioli/db'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import type { Books, Source } from '@pacioli/postings'
import { changePayments } from './change-payments.ts'
import type { Billing } from '../billing.ts'
import { payableAccounts } from './payable-accounts.ts'
import { settleEntries } from '../posting/settle-entries.ts'
import { countsFrom } from './allocate-credit.ts'
import { changeCredits, type CreditChange } from './change-credits.ts'
import { lockCredits } from './vendor-credit.store.ts'
import { recognisedAnew } from './payments-on-bills.ts'
import { recordBills } from './record-bills.ts'
import { settlingOf, type BillChange, type StoredBill } from './stored-bill.ts'

/**
 * Writes bills as they are now: their rows and events, what has to stand of them in the journal, and, where it is others,
 * what payments on them recognise and from when on credits count. Who calls holds the bills; those whose version stays are
 * left alone. Answers all of them as they became, and the sources whose postings are to be delivered.
 * @param isBehindFailed for what is voided: it must be possible behind a failed posting too
 * @throws PostingFailed, PayloadTooLarge, AccountArchived, TagValueArchived, DuplicateExternalId; AskAgain
 */
export async function changeBills(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  changes: readonly BillChange[],
  { isBehindFailed = false } = {},
): Promise<{ bills: StoredBill[]; sources: Source[] }> {
  const accounts = () => payableAccounts(books)
  const now = billing.now()
  const real = changes.filter(({ before, after }) => before.version !== after.version)
  const payments = await recognisedAnew(tx, business.id, accounts, real, now)
  const { bills, credits } = await withMovedCredits(tx, business.id, real, now)
  await recordBills(tx, billing, business.id, bills)
  const sources = await settleEntries(
    tx,
    billing,
    { clientId: business.clientId, businessId: business.id },
    books,
    bills.map(({ after }) => settlingOf(after, accounts)),
    { isBehindFailed },
  )
  const ofPayments = await changePayments(tx, billing, business, books, payments, { isBehindFailed })
  const ofCredits = await changeCredits(tx, billing, business, books, credits, { isBehindFailed })
  const became = new Map(bills.map(({ after }) => [after.id, after]))
  return {
    bills: changes.map(({ after }) => became.get(after.id) ?? after),
    sources: [...sources, ...ofPayments, ...ofCredits],
  }
}

/** From when on a credit counts moves with the bill. Such credits are held. */
async function withMovedCredits(
  tx: Tx,
  businessId: string,
  changes: readonly BillChange[],
  now: Date,
): Promise<{ bills: BillChange[]; credits: CreditChange[] }> {
  const moved = changes.filter(
    ({ before, after }) => before.credited.length > 0 && before.receivedAt.getTime() !== after.receivedAt.getTime(),
  )
  const creditIds = moved.flatMap(({ before }) => before.credited.map(({ vendorCreditId }) => vendorCreditId))
  const credits = await lockCredits(tx, businessId, [...new Set(creditIds)])
  const creditOf = new Map(credits.map((credit) => [credit.id, credit]))
  const at = new Map<string, Date>()
  const after = new Map(
    moved.map((change): [string, StoredBill] => {
      const credited = change.after.credited.map((part) => {
        const credit = creditOf.get(part.vendorCreditId)
        const allocatedAt = credit ? countsFrom(credit, change.after) : part.allocatedAt
        if (allocatedAt.getTime() !== part.allocatedAt.getTime()) at.set(part.id, allocatedAt)
        return { ...part, allocatedAt }
      })
      return [change.after.id, { ...change.after, credited }]
    }),
  )
  return {
    bills: changes.map((change) => ({ ...change, after: after.get(change.after.id) ?? change.after })),
    credits: credits.flatMap((before): CreditChange[] => {
      if (!before.allocations.some(({ id }) => at.has(id))) return []
      const allocations = before.allocations.map((one) => {
        const allocatedAt = at.get(one.id)
        return allocatedAt ? { ...one, allocatedAt } : one
      })
      return [{ before, after: { ...before, allocations, version: before.version + 1, updatedAt: now } }]
    }),
  }
}
