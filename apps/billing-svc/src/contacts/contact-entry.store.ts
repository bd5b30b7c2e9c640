import type { Tx } from '@pacioli/db'
import type { ContactLine } from './contact-entry.ts'

/**
 * Keeps those lines that are on the contacts' control accounts; balances move with them. An entry never changes, so what is
 * here already stays. Of a business whose accounts are not known here, an import has named contacts, on no other account.
 * Of one that is known, the control account is: an account that is not known yet is another one.
 */
export async function insertContactLines(tx: Tx, lines: readonly ContactLine[]): Promise<void> {
  if (lines.length === 0) return
  await tx.rows(
    `INSERT INTO contact_entries (business_id, entry_id, contact_id, kind, entry_at, owed, settled, reversal_of_id)
     SELECT $1, n.entry_id, n.contact_id, n.kind, n.entry_at, sum(n.owed), sum(n.settled), n.reversal_of_id
       FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::timestamptz[], $7::bigint[], $8::bigint[], $9::uuid[])
            AS n(entry_id, contact_id, kind, account_id, entry_at, owed, settled, reversal_of_id)
       LEFT JOIN accounts control
         ON control.business_id = $1
        AND control.stable_name = CASE n.kind WHEN 'CUSTOMER' THEN 'ACCOUNTS_RECEIVABLE' ELSE 'ACCOUNTS_PAYABLE' END
      WHERE control.account_id IS NULL OR control.account_id = n.account_id
      GROUP BY n.entry_id, n.contact_id, n.kind, n.entry_at, n.reversal_of_id
      ORDER BY n.entry_id, n.contact_id
     ON CONFLICT (business_id, entry_id, contact_id) DO NOTHING`,
    [
      tx.businessId,
      lines.map(({ entryId }) => entryId),
      lines.map(({ contactId }) => contactId),
      lines.map(({ kind }) => kind),
      lines.map(({ accountId }) => accountId),
      lines.map(({ entryAt }) => entryAt),
      lines.map(({ owed }) => owed),
      lines.map(({ settled }) => settled),
      lines.map(({ reversalOfId }) => reversalOfId),
    ],
  )
}
