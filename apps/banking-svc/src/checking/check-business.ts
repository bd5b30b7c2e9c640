import { checkJournal, type Finding } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { BANK_MATCH, BANK_TRANSACTION, OPENING_BALANCE } from '../bank-transactions/posting-keys.ts'
import { checkContacts } from './check-contacts.ts'
import { findViolations } from './violations.store.ts'

/**
 * The findings of a business: in what banking stores, in its copies of billing's vendors and customers, and in the
 * entries of its postings. Other entries on a bank account, such as manual ones, are not banking's, and it stores no sum
 * that includes them.
 * @throws ServiceUnavailable
 */
export async function checkBusiness(
  banking: Pick<Banking, 'db' | 'ledger' | 'billing' | 'now'>,
  tenant: Tenant,
): Promise<Finding[]> {
  const { db, ledger } = banking
  const own = [...(await findViolations(db, tenant)), ...(await checkContacts(banking, tenant))]
  const service = {
    db,
    journal: ledger.journal,
    name: 'banking',
    sourceTypes: [BANK_TRANSACTION, BANK_MATCH, OPENING_BALANCE],
    entryTypes: ['BANK', 'OPENING_BALANCE'],
  }
  return [...own, ...(await checkJournal(service, tenant))]
}
