import type { Tx } from '@pacioli/db'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { VendorCreditAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { recordBills } from '../payables/record-bills.ts'
import { takeBack } from '../payables/allocate-credit.ts'
import { changeCredits, sourceOfCredit } from '../payables/change-credits.ts'
import { lockCreditWithBills, requireCredit } from '../payables/lock-credits.ts'
import { presentCredits } from '../payables/present-vendor-credits.ts'

type Answer = Pick<VendorCreditAnswer, 'data' | 'created'>

/**
 * Takes a credit back, and what it has allocated with it: its entry is reversed, and its bills are owed again. Deleting it
 * again answers the same. Possible behind a posting that the ledger refused, too.
 * @throws VendorCreditNotFound, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function deleteVendorCredit(
  billing: Billing,
  request: BusinessWrite,
  creditId: string,
): Promise<VendorCreditAnswer> {
  const business = await meetBusiness(billing, request)
  const id = creditId.toLowerCase()
  const { data, posting } = await decideOnce<Answer>(billing, request, business, {
    ask: async (tx) => {
      await requireCredit(tx, business.id, id)
      return new Asking()
    },
    write: (tx, books) => write(tx, billing, business, books, id),
  })
  return { ...data, posting }
}

async function write(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  id: string,
): Promise<{ data: Answer; sources: Source[] }> {
  const { credit: before, bills: held } = await lockCreditWithBills(tx, business.id, id)
  const now = billing.now()
  const { credit, bills } = takeBack(before, new Set(before.allocations.map((one) => one.id)), held, now)
  const after =
    before.deletedAt === null ? { ...credit, version: before.version + 1, updatedAt: now, deletedAt: now } : before
  await changeCredits(tx, billing, business, books, [{ before, after }], { isBehindFailed: true })
  await recordBills(tx, billing, business.id, bills)
  return {
    data: { data: (await presentCredits(tx, business.id, [after]))[0], created: false },
    sources: [sourceOfCredit(after)],
  }
}
