import { writeOnce } from '@pacioli/db'
import { requireOpen } from '@pacioli/ledger-facts'
import type { BankAccountAnswer } from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { archive, bankAccountNotFound } from './bank-account.ts'
import { lockBankAccounts } from './bank-account.store.ts'
import { archiveExternal } from './external-account.ts'
import { lockExternalAccountsOf } from './external-account.store.ts'
import { fetchBalances } from './ledger-balances.ts'
import { requireBankAccount } from './list-bank-accounts.ts'
import { toBankAccountMessage, viewBankAccount } from './present-accounts.ts'
import { recordBankAccounts, recordExternalAccounts } from './record-accounts.ts'

/**
 * Archives a bank account with its external accounts: nothing new is imported. Its uncategorized transactions can still
 * be categorized or matched, so its ledger account stays open; archive that in the chart once its balance is zero.
 * Archiving twice answers the same.
 * @throws BankAccountNotFound, BusinessNotFound, BusinessArchived, ServiceUnavailable
 */
export async function archiveBankAccount(
  banking: Banking,
  request: BusinessWrite,
  bankAccountId: string,
): Promise<BankAccountAnswer> {
  requireOpen(await requireBusiness(banking, request))
  const seen = await banking.db.transact(request, (tx) => requireBankAccount(tx, bankAccountId))
  const balances = await fetchBalances(banking, request, [seen.ledgerAccountId])
  return writeOnce(banking.db, request, banking.now(), async (tx) => {
    const now = banking.now()
    const [before] = await lockBankAccounts(tx, [bankAccountId])
    if (!before) throw bankAccountNotFound(bankAccountId)
    const externals = await lockExternalAccountsOf(tx, bankAccountId)
    const after = archive(before, now)
    await recordBankAccounts(tx, banking, [before], [after])
    await recordExternalAccounts(
      tx,
      banking,
      externals,
      externals.map((external) => archiveExternal(external, now)),
    )
    return { data: toBankAccountMessage(await viewBankAccount(tx, after), balances), created: false }
  })
}
