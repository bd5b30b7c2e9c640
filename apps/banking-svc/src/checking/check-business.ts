import { checkJournal, type Finding } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { BANK_MATCH, BANK_TRANSACTION, OPENING_BALANCE } from '../bank-transactions/posting-keys.ts'
import { checkContacts } from './check-contacts.ts'
import { findViolations } from './violations.store.ts'

type Checker = Pick<Banking, 'db' | 'ledger' | 'billing' | 'now'>

/** The findings of a business. @throws ServiceUnavailable */
export const checkBusiness = async (banking: Checker, tenant: Tenant): Promise<Finding[]> => [
  ...(await findViolations(banking.db, tenant)),
  ...(await compareWithOthers(banking, tenant)),
]

/**
 * The findings in banking's copies of billing's vendors and customers, and in the entries of its postings. Other entries on a
 * bank account, such as manual ones, are not banking's, and it stores no sum that includes them.
 * @throws ServiceUnavailable
 */
export async function compareWithOthers(banking: Checker, tenant: Tenant): Promise<Finding[]> {
  const { db, ledger } = banking
  const service = {
    db,
    journal: ledger.journal,
    name: 'banking',
    sourceTypes: [BANK_TRANSACTION, BANK_MATCH, OPENING_BALANCE],
    entryTypes: ['BANK', 'OPENING_BALANCE'],
  }
  return [...(await checkContacts(banking, tenant)), ...(await checkJournal(service, tenant))]
}
