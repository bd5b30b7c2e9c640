import type { Tx } from '@pacioli/db'
import { stageEvents } from '@pacioli/events'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import { AskAgain, type Books, type Source } from '@pacioli/postings'
import type { Billing } from '../billing.ts'
import { payableAccounts } from './payable-accounts.ts'
import { settleEntries } from '../posting/settle-entries.ts'
import { creditEvent, type CreditHappened } from './vendor-credit.events.ts'
import { entriesOfVendorCredit } from './vendor-credit.postings.ts'
import { insertCredit, updateCredits } from './vendor-credit.store.ts'
import type { VendorCredit } from './vendor-credit.ts'

/** How a credit changes; null before it was made. What stays is the same object: only what is another one is written. */
export type CreditChange = { before: VendorCredit | null; after: VendorCredit }

export const sourceOfCredit = ({ id }: Pick<VendorCredit, 'id'>): Source => ({ type: 'vendor_credit', id })

/**
 * Writes credits as they are now, what has to stand of them in the journal, and their events. Who calls holds them, and
 * their bills before; those whose version stays are left alone. Answers the sources whose postings are to be delivered.
 * @param isBehindFailed for what is deleted: it must be possible behind a failed posting too
 * @throws PostingFailed, PayloadTooLarge, AmountOutOfRange, AccountArchived, TagValueArchived, BalancingTagViolation;
 *   AskAgain, also where another request has made a credit of the same external_id meanwhile
 */
export async function changeCredits(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  changes: readonly CreditChange[],
  { isBehindFailed = false } = {},
): Promise<Source[]> {
  const real = changes.filter(({ before, after }) => before?.version !== after.version)
  if (real.length === 0) return []
  await updateCredits(
    tx,
    business.id,
    real.flatMap(({ before, after }) => (before === null ? [] : [{ before, after }])),
  )
  for (const { before, after } of real) if (before === null && !(await insertCredit(tx, after))) throw new AskAgain()
  // What goes to bills posts nothing: what stands is asked for only where it may be another entry.
  const posted = real.filter(({ before, after }) => before === null || saysOther(before, after))
  const sources = await settleEntries(
    tx,
    billing,
    { clientId: business.clientId, businessId: business.id },
    books,
    posted.map(({ after }) => ({
      source: sourceOfCredit(after),
      // Of a deleted credit nothing stands, so nothing has to be known of the chart.
      wanted: after.deletedAt === null ? entriesOfVendorCredit(after, payableAccounts(books)) : [],
    })),
    { isBehindFailed },
  )
  const now = billing.now()
  await stageEvents(
    tx,
    real.map((change) => creditEvent(change.after, happened(change), billing.newId(), now)),
  )
  tx.afterCommit(billing.notify)
  return sources
}

const saysOther = (before: VendorCredit, after: VendorCredit): boolean =>
  before.deletedAt !== after.deletedAt || before.tags !== after.tags || before.lineItems !== after.lineItems

function happened({ before, after }: CreditChange): CreditHappened {
  if (before === null) return 'created'
  return before.deletedAt === null && after.deletedAt !== null ? 'deleted' : 'changed'
}
