import { checkJournal, type Violation } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { BANK_MATCH, BANK_TRANSACTION, OPENING_BALANCE } from '../bank-transactions/posting-keys.ts'
import { findViolations } from './violations.store.ts'

/**
 * What is not so of a business: of what banking keeps by itself, and of what the journal has of its postings. Entries of
 * others on a bank account, posted by hand for example, are none of banking's, and it knows no sum that they are part of.
 * @throws ServiceUnavailable
 */
export async function checkBusiness(
  { db, ledger }: Pick<Banking, 'db' | 'ledger'>,
  tenant: Tenant,
): Promise<Violation[]> {
  const own = await findViolations(db, tenant)
  const service = {
    db,
    journal: ledger.journal,
    name: 'banking',
    sourceTypes: [BANK_TRANSACTION, BANK_MATCH, OPENING_BALANCE],
    entryTypes: ['BANK', 'OPENING_BALANCE'],
  }
  return [...own, ...(await checkJournal(service, tenant))]
}
