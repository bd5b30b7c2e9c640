import type { BankingIntake } from '../banking.ts'
import { recordTransactions } from '../bank-transactions/record-transactions.ts'
import type { KnownBusiness } from '../businesses/business.ts'
import { endMatches } from './end-match.ts'
import { sourceOfMatch, type Match } from './match.ts'
import { findMatchesOfClosed } from './match.store.ts'

/**
 * What was reversed, deleted or voided is matched no more: the transactions wait again, though nobody asked for it. Safe
 * to repeat. Called after the candidates were written as closed: from then on nothing is matched to them any more.
 * @throws ServiceUnavailable while the ledger cannot be asked, where a posting has to be reversed
 */
export async function endMatchesOfClosed(
  banking: BankingIntake,
  business: KnownBusiness,
  subjectIds: readonly string[],
): Promise<void> {
  if (subjectIds.length === 0) return
  const tenant = { clientId: business.clientId, businessId: business.id }
  const find = () => banking.db.transact(tenant, (tx) => findMatchesOfClosed(tx, business.id, subjectIds))
  const found = await find()
  if (found.length === 0) return
  const books = found.some(hasPosting)
    ? await banking.desk.askBooks(tenant, {})
    : { epoch: 0, firstOpenFrom: (moment: Date) => moment }
  await banking.db.transact(tenant, async (tx) => {
    const ended = await endMatches(tx, banking, business, books, found)
    // Also behind a posting that the ledger refused: what a match stands on is gone.
    await banking.desk.stageAnyway(tx, tenant, books, ended.postings)
    await recordTransactions(tx, banking, business.id, { changed: ended.changed })
  })
  await banking.desk.deliver(
    tenant,
    found.filter(hasPosting).map(({ id }) => sourceOfMatch(id)),
  )
}

const hasPosting = ({ postingKey }: Match): boolean => postingKey !== null
