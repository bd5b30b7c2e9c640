import { checkJournal, type Finding } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { BANK_MATCH, BANK_TRANSACTION, OPENING_BALANCE } from '../bank-transactions/posting-keys.ts'
import { checkContacts } from './check-contacts.ts'
import { findViolations } from './violations.store.ts'

/**
 * What is not so of a business: of what banking keeps by itself, of how billing's vendors and customers are called, and
 * of what the journal has of banking's postings. Entries of others on a bank account, posted by hand for example, are
 * none of banking's, and it knows no sum that they are part of.
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
