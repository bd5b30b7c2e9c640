-- Whether what is kept of vendors and customers is what their documents and journal lines come to. Called by
-- check_billing_v1, under its tenant.
CREATE OR REPLACE FUNCTION check_contact_balances_v1(p_business_id uuid)
RETURNS TABLE (invariant text, detail text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
    WITH parts AS (
      SELECT i.customer_id AS contact_id, i.outstanding_balance AS documents, 0 AS prepaid, 0 AS owed, 0 AS settled
        FROM invoices i WHERE i.business_id = p_business_id
      UNION ALL
      SELECT b.vendor_id, b.outstanding_balance, 0, 0, 0 FROM bills b WHERE b.business_id = p_business_id
      UNION ALL
      SELECT c.vendor_id, -c.unallocated_amount, 0, 0, 0 FROM vendor_credits c
       WHERE c.business_id = p_business_id AND c.deleted_at IS NULL
      UNION ALL
      SELECT p.vendor_id, 0, p.unallocated_amount, 0, 0 FROM bill_payments p
       WHERE p.business_id = p_business_id AND p.deleted_at IS NULL
      UNION ALL
      SELECT e.contact_id, 0, 0, CASE WHEN e.reversal_of_id IS NULL THEN e.owed ELSE -e.settled END,
             CASE WHEN e.reversal_of_id IS NULL THEN e.settled ELSE -e.owed END
        FROM contact_entries e WHERE e.business_id = p_business_id
    ), said AS (
      SELECT p.contact_id, sum(p.documents) AS documents, sum(p.prepaid) AS prepaid, sum(p.owed) AS owed, sum(p.settled) AS settled
        FROM parts p WHERE p.contact_id IS NOT NULL GROUP BY p.contact_id
    ), kept AS (
      SELECT k.* FROM contact_balances k WHERE k.business_id = p_business_id
    )
    SELECT 'a balance of a vendor or a customer is what open documents and journal lines come to',
           format('contact %s: %s of documents, %s and %s of journal lines, %s prepaid, kept %s, %s and %s, %s',
                  coalesce(s.contact_id, k.contact_id), coalesce(s.documents, 0), coalesce(s.owed, 0), coalesce(s.settled, 0),
                  coalesce(s.prepaid, 0), coalesce(k.documents, 0), coalesce(k.journal_owed, 0),
                  coalesce(k.journal_settled, 0), coalesce(k.prepaid, 0))
      FROM said s FULL JOIN kept k ON k.contact_id = s.contact_id
     WHERE (coalesce(s.documents, 0), coalesce(s.owed, 0), coalesce(s.settled, 0), coalesce(s.prepaid, 0))
        <> (coalesce(k.documents, 0), coalesce(k.journal_owed, 0), coalesce(k.journal_settled, 0), coalesce(k.prepaid, 0));
END $$;
