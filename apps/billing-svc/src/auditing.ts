/** What billing audits: what it keeps, from its documents up, and what others tell of the same. */
import { invariantsOfJournal } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import { SEALED_INVARIANTS } from '@pacioli/seals'
import type { Billing } from './billing.ts'
import { CONTROL_INVARIANTS, compareWithJournal } from './checking/check-business.ts'
import { findViolations } from './checking/check-billing.store.ts'
import { CONTACT_LINES } from './checking/check-contact-lines.ts'
import { checkMatches, MATCHED_AS_BANKING } from './matches/check-matches.ts'

type Checker = Pick<Billing, 'db' | 'ledger' | 'banking' | 'now'>

export const auditedByBilling = {
  checks: (billing: Checker) => ({
    OWN: (tenant: Tenant) => findViolations(billing.db, tenant),
    // What is under way is looked at again by the next audit: this one does not wait for it.
    ACROSS: async (tenant: Tenant) => [
      ...(await compareWithJournal(billing, tenant, { arrivesWithinMs: 0 })),
      ...(await checkMatches(billing, tenant, 0)),
    ],
  }),
  named: {
    OWN: SEALED_INVARIANTS,
    ACROSS: [...CONTROL_INVARIANTS, CONTACT_LINES, MATCHED_AS_BANKING, ...invariantsOfJournal('billing')],
  },
  tables: [
    ...['vendors', 'customers', 'bills', 'bill_line_items', 'bill_payments', 'vendor_credits', 'vendor_refunds'],
    ...[
      'invoices',
      'invoice_line_items',
      'invoice_payments',
      'refunds',
      'refund_payments',
      'payouts',
      'postings',
      'records',
    ],
  ],
}
