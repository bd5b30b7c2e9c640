import { requireOpen } from '@pacioli/ledger-facts'
import { LedgerPrefetch, type Books, type Posting, decideOnce } from '@pacioli/postings'
import type { CreateOpeningBalanceRequest__Output, OpeningBalanceAnswer } from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { requireInUse } from './bank-account.ts'
import { externalAccountNotFound, momentOf, requireBalance, type ExternalAccount } from './external-account.ts'
import { lockExternalAccount } from './external-account.store.ts'
import { requireExternalAccount } from './list-external-accounts.ts'
import { toOpeningBalanceMessage } from './opening-balance.messages.ts'
import { findOpeningBalance, insertOpeningBalance } from './opening-balance.store.ts'
import { openedWith, postingFor, requireNone, sourceOfOpening, type OpeningBalance } from './opening-balance.ts'

const EQUITY = { type: 'StableName', stable_name: 'OPENING_BALANCE_EQUITY' }

/**
 * Records what an account held before its first transaction, and posts it against opening balance equity. A day means
 * its start in the business's time zone.
 * @throws ExternalAccountNotFound, BankAccountArchived, DuplicateOpeningBalance, PeriodClosed, AccountArchived,
 *   AmountOutOfRange, InvalidPayload, BusinessNotFound, BusinessArchived, ServiceUnavailable
 */
export async function createOpeningBalance(
  banking: Banking,
  request: BusinessWrite,
  input: CreateOpeningBalanceRequest__Output,
): Promise<OpeningBalanceAnswer> {
  const business = await requireBusiness(banking, request)
  const details = {
    balance: requireBalance(input.balance, 'balance'),
    effectiveAt: momentOf(input.effective_at, 'effective_at', business.timeZone),
    memo: input.memo ?? null,
  }
  const { data, posting } = await decideOnce(banking, request, {
    ask: async (tx) => {
      requireOpen(business)
      const { ledgerAccountId } = await requireExternalAccount(tx, input.external_account_id)
      const asking = new LedgerPrefetch()
      asking.account({ type: 'AccountId', id: ledgerAccountId })
      asking.account(EQUITY)
      return asking
    },
    write: async (tx, books) => {
      const external = await lockExternalAccount(tx, input.external_account_id)
      if (!external) throw externalAccountNotFound(input.external_account_id)
      requireInUse(external)
      requireNone(await findOpeningBalance(tx, external.id))
      const opening = openedWith(banking.newId(), external, details, banking.now())
      const postings = postingsOf(opening, external, books)
      await insertOpeningBalance(tx, opening)
      await banking.postingSession.stage(tx, request, books, postings)
      return { data: toOpeningBalanceMessage(opening), sources: [sourceOfOpening(opening)] }
    },
  })
  return { data, created: true, posting }
}

/** @throws PeriodClosed, AccountArchived */
function postingsOf(opening: OpeningBalance, external: ExternalAccount, books: Books): Posting[] {
  const bank = books.accountById(external.ledgerAccountId)
  const equity = books.account(EQUITY)
  const posting = postingFor(opening, { bankLedgerAccountId: bank.id, equityAccountId: equity.id })
  if (!posting) return []
  books.requirePostable(bank)
  books.requirePostable(equity)
  books.requireOpenAt(opening.effectiveAt, 'effective_at')
  return [posting]
}
