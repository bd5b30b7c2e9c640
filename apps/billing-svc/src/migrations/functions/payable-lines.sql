-- What of the documents should stand in the journal, by posting-rules.md, "Payables": for each entry when it happened, in
-- which books, and what each account gets; debits are positive.
CREATE OR REPLACE FUNCTION payable_lines_v1(p_business_id uuid)
RETURNS TABLE (source_type text, source_id uuid, event text, basis text, entry_at timestamptz, account_id uuid, amount numeric)
LANGUAGE sql STABLE AS $$
  WITH own AS (
    SELECT (SELECT account_id FROM accounts WHERE business_id = p_business_id AND stable_name = 'ACCOUNTS_PAYABLE') AS payable,
           (SELECT account_id FROM accounts WHERE business_id = p_business_id AND stable_name = 'VENDOR_PREPAYMENTS') AS prepaid
  ), live_bills AS (
    SELECT b.*, CASE WHEN b.is_expense THEN 'spent' ELSE 'received' END AS event,
           CASE WHEN b.is_expense THEN 'BOTH' ELSE 'ACCRUAL' END AS basis
      FROM bills b WHERE b.business_id = p_business_id AND b.voided_at IS NULL
  ), shares AS (
    SELECT s.*, p.paid_at, a.allocated_at, b.received_at, o.payable, k.basis,
           -- in the accrual books a share settles the debt, in the cash books it is what the bill was for
           CASE k.basis WHEN 'ACCRUAL' THEN o.payable ELSE s.account_id END AS settled_account_id
      FROM allocation_shares_v1(p_business_id) s
      JOIN bill_payment_allocations a ON a.business_id = p_business_id AND a.id = s.allocation_id
      JOIN bill_payments p ON p.business_id = p_business_id AND p.id = s.payment_id AND p.deleted_at IS NULL
      JOIN bills b ON b.business_id = p_business_id AND b.id = s.bill_id
     CROSS JOIN own o
     CROSS JOIN (VALUES ('ACCRUAL'), ('CASH')) AS k(basis)
  ), lines AS (
    SELECT 'bill' AS source_type, b.id AS source_id, b.event, b.basis, b.received_at AS entry_at, p.account_id, p.amount
      FROM live_bills b JOIN bill_parts_v1(p_business_id) p ON p.bill_id = b.id
    UNION ALL
    SELECT 'bill', b.id, b.event, b.basis, b.received_at,
           CASE WHEN b.is_expense THEN b.clearing_account_id ELSE o.payable END, -b.total_amount
      FROM live_bills b CROSS JOIN own o
    UNION ALL
    -- what an allocation pays: with the payment, or out of its rest later; what is early waits on the prepayment account
    SELECT 'bill_payment', s.payment_id,
           CASE WHEN s.is_later THEN format('allocated.%s:%s', lower(s.basis), s.allocation_id)
                ELSE format('paid.%s', lower(s.basis)) END,
           s.basis, CASE WHEN s.is_later THEN s.allocated_at ELSE s.paid_at END,
           coalesce(s.prepayment_account_id, s.settled_account_id), s.amount
      FROM shares s
    UNION ALL
    SELECT 'bill_payment', p.id, format('paid.%s', lower(k.basis)), k.basis, p.paid_at, p.clearing_account_id, -p.amount
      FROM bill_payments p CROSS JOIN (VALUES ('ACCRUAL'), ('CASH')) AS k(basis)
     WHERE p.business_id = p_business_id AND p.deleted_at IS NULL
    UNION ALL
    SELECT 'bill_payment', p.id, format('paid.%s', lower(k.basis)), k.basis, p.paid_at, o.prepaid,
           p.amount - coalesce((SELECT sum(a.amount) FROM bill_payment_allocations a
                                 WHERE a.business_id = p_business_id AND a.payment_id = p.id AND a.deleted_at IS NULL
                                   AND NOT a.is_later), 0)
      FROM bill_payments p CROSS JOIN own o CROSS JOIN (VALUES ('ACCRUAL'), ('CASH')) AS k(basis)
     WHERE p.business_id = p_business_id AND p.deleted_at IS NULL
    UNION ALL
    SELECT 'bill_payment', a.payment_id, format('allocated.%s:%s', lower(k.basis), a.id), k.basis, a.allocated_at, o.prepaid,
           -a.amount
      FROM bill_payment_allocations a
      JOIN bill_payments p ON p.business_id = p_business_id AND p.id = a.payment_id AND p.deleted_at IS NULL
     CROSS JOIN own o CROSS JOIN (VALUES ('ACCRUAL'), ('CASH')) AS k(basis)
     WHERE a.business_id = p_business_id AND a.deleted_at IS NULL AND a.is_later
    UNION ALL
    -- once the bill is received, what waited settles the debt
    SELECT 'bill_payment', s.payment_id, format('prepaid.%s:%s', lower(s.basis), s.allocation_id), s.basis, s.received_at,
           l.account_id, l.amount
      FROM shares s
     CROSS JOIN LATERAL (VALUES (s.settled_account_id, s.amount), (s.prepayment_account_id, -s.amount)) AS l(account_id, amount)
     WHERE s.prepayment_account_id IS NOT NULL
    UNION ALL
    SELECT 'vendor_credit', c.id, 'received', 'ACCRUAL', c.received_at, o.payable, c.total_amount
      FROM vendor_credits c CROSS JOIN own o WHERE c.business_id = p_business_id AND c.deleted_at IS NULL
    UNION ALL
    SELECT 'vendor_credit', c.id, 'received', 'ACCRUAL', c.received_at, l.account_id, -l.amount
      FROM vendor_credits c
      JOIN vendor_credit_line_items l ON l.business_id = p_business_id AND l.vendor_credit_id = c.id
     WHERE c.business_id = p_business_id AND c.deleted_at IS NULL
    UNION ALL
    -- in the cash books, what a bill got of a credit is what the bill was for against what the credit was for; what is early
    -- waits on the prepayment account
    SELECT 'vendor_credit', s.vendor_credit_id, format('allocated.cash:%s', s.allocation_id), 'CASH', a.allocated_at,
           coalesce(s.prepayment_account_id, s.account_id), CASE WHEN s.is_of_bill THEN s.amount ELSE -s.amount END
      FROM credit_shares_v1(p_business_id) s
      JOIN vendor_credit_allocations a ON a.business_id = p_business_id AND a.id = s.allocation_id
    UNION ALL
    SELECT 'vendor_credit', s.vendor_credit_id, format('prepaid.cash:%s', s.allocation_id), 'CASH', b.received_at,
           l.account_id, l.amount
      FROM credit_shares_v1(p_business_id) s
      JOIN bills b ON b.business_id = p_business_id AND b.id = s.bill_id
     CROSS JOIN LATERAL (VALUES (s.account_id, s.amount), (s.prepayment_account_id, -s.amount)) AS l(account_id, amount)
     WHERE s.prepayment_account_id IS NOT NULL
    UNION ALL
    -- what the vendor pays back: of a payment its rest, of a credit the debt, or in the cash books what the credit was for
    SELECT 'vendor_refund', f.id, format('refunded.%s', lower(k.basis)), k.basis, f.received_at, f.clearing_account_id, f.amount
      FROM vendor_refunds f CROSS JOIN (VALUES ('ACCRUAL'), ('CASH')) AS k(basis)
     WHERE f.business_id = p_business_id AND f.deleted_at IS NULL
    UNION ALL
    SELECT 'vendor_refund', f.id, format('refunded.%s', lower(k.basis)), k.basis, f.received_at,
           CASE WHEN a.payment_id IS NULL THEN o.payable ELSE o.prepaid END, -a.amount
      FROM vendor_refund_allocations a
      JOIN vendor_refunds f ON f.business_id = p_business_id AND f.id = a.vendor_refund_id
     CROSS JOIN own o CROSS JOIN (VALUES ('ACCRUAL'), ('CASH')) AS k(basis)
     WHERE a.business_id = p_business_id AND a.deleted_at IS NULL AND (k.basis = 'ACCRUAL' OR a.payment_id IS NOT NULL)
    UNION ALL
    SELECT 'vendor_refund', s.vendor_refund_id, 'refunded.cash', 'CASH', f.received_at, s.account_id, -s.amount
      FROM refund_of_credit_shares_v1(p_business_id) s
      JOIN vendor_refunds f ON f.business_id = p_business_id AND f.id = s.vendor_refund_id
  ), zero AS (
    -- what comes to zero is in the cash books, too, unless the release before posted it
    SELECT e.source_type, e.source_id, e.event FROM standing_entries e
     WHERE e.business_id = p_business_id AND e.source_type IN ('bill', 'vendor_credit') AND e.event = 'received.cash'
       AND NOT EXISTS (SELECT FROM bills b WHERE b.business_id = p_business_id AND b.id = e.source_id AND b.total_amount <> 0)
  )
  SELECT l.source_type, l.source_id, l.event, l.basis, l.entry_at, l.account_id, sum(l.amount)
    FROM (SELECT * FROM lines
          UNION ALL
          SELECT n.source_type, n.source_id, z.event, 'CASH', n.entry_at, n.account_id, n.amount
            FROM lines n JOIN zero z ON z.source_type = n.source_type AND z.source_id = n.source_id
           WHERE n.event = 'received') l
   GROUP BY 1, 2, 3, 4, 5, 6
$$;
