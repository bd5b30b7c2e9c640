/** What banking audits: what it keeps, from its transactions up, and what others tell of the same. */
import { invariantsOfJournal } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import { SEALED_INVARIANTS } from '@pacioli/seals'
import type { Banking } from './banking.ts'
import { asBilling } from './checking/billing-contact.ts'
import { compareWithOthers } from './checking/check-business.ts'
import { findViolations } from './checking/violations.store.ts'
import { CONTACT_KINDS } from './contacts/contact.ts'

export const auditedByBanking = {
  checks: (banking: Pick<Banking, 'db' | 'ledger' | 'billing' | 'now'>) => ({
    OWN: (tenant: Tenant) => findViolations(banking.db, tenant),
    ACROSS: (tenant: Tenant) => compareWithOthers(banking, tenant),
  }),
  named: { OWN: SEALED_INVARIANTS, ACROSS: [...CONTACT_KINDS.map(asBilling), ...invariantsOfJournal('banking')] },
  tables: ['bank_transactions', 'split_entries', 'matches', 'match_candidates', 'postings', 'records'],
}
