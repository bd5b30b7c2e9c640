import { writeOnce } from '@pacioli/db'
import type { ExternalAccountAnswer } from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { externalAccountNotFound, type ExternalAccount } from './external-account.ts'
import { lockExternalAccount } from './external-account.store.ts'
import { fetchBalances } from './ledger-balances.ts'
import { requireExternalAccount } from './list-external-accounts.ts'
import { toExternalAccountMessage, viewExternalAccount } from './present-accounts.ts'
import { recordExternalAccounts } from './record-accounts.ts'

/**
 * Locks one external account, changes it, and answers it.
 * @throws ExternalAccountNotFound, ServiceUnavailable
 */
export async function changeExternalAccount(
  banking: Banking,
  request: BusinessWrite,
  externalAccountId: string,
  change: (account: ExternalAccount, now: Date) => ExternalAccount,
): Promise<ExternalAccountAnswer> {
  const seen = await banking.db.transact(request, (tx) => requireExternalAccount(tx, externalAccountId))
  const balances = await fetchBalances(banking, request, [seen.ledgerAccountId])
  return writeOnce(banking.db, request, banking.now(), async (tx) => {
    const before = await lockExternalAccount(tx, externalAccountId)
    if (!before) throw externalAccountNotFound(externalAccountId)
    const after = change(before, banking.now())
    await recordExternalAccounts(tx, banking, [before], [after])
    return { data: toExternalAccountMessage(await viewExternalAccount(tx, after), balances), created: false }
  })
}
