-- What refunds and payouts keep of themselves, what they hang on and settle, and what customers have by all of it. Called
-- by check_billing_v1, under its tenant.
CREATE OR REPLACE FUNCTION check_refunds_v1(p_business_id uuid)
RETURNS TABLE (invariant text, detail text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
    SELECT 'an allocation of a refund comes to its parts, and to its line items where it has any',
           format('allocation %s of %s: parts of %s, line items of %s', a.id, a.total_amount, coalesce(p.sum, 0),
                  coalesce(l.sum::text, 'nothing'))
      FROM refund_allocations a
      LEFT JOIN (SELECT allocation_id, sum(amount) AS sum FROM refund_parts
                  WHERE business_id = p_business_id GROUP BY allocation_id) p ON p.allocation_id = a.id
      LEFT JOIN (SELECT allocation_id, sum(amount) AS sum FROM refund_line_items
                  WHERE business_id = p_business_id GROUP BY allocation_id) l ON l.allocation_id = a.id
     WHERE a.business_id = p_business_id
       AND (a.total_amount <> coalesce(p.sum, 0) OR a.total_amount <> coalesce(l.sum, a.total_amount));

  RETURN QUERY
    SELECT 'a refund comes to its allocations, and pays out what its payments say and no more',
           format('refund %s: %s, paid out %s, kept %s and %s', r.id, coalesce(a.sum, 0), coalesce(p.sum, 0), r.total_amount,
                  r.paid_out_amount)
      FROM refunds r
      LEFT JOIN (SELECT refund_id, sum(total_amount) AS sum FROM refund_allocations
                  WHERE business_id = p_business_id GROUP BY refund_id) a ON a.refund_id = r.id
      LEFT JOIN (SELECT refund_id, sum(refunded_amount) AS sum FROM refund_payments
                  WHERE business_id = p_business_id AND deleted_at IS NULL GROUP BY refund_id) p ON p.refund_id = r.id
     WHERE r.business_id = p_business_id
       AND ((r.total_amount, r.paid_out_amount) <> (coalesce(a.sum, 0), coalesce(p.sum, 0)) OR p.sum > r.total_amount);

  RETURN QUERY
    WITH hung AS (
      SELECT a.refund_id, a.id AS allocation_id, i.customer_id FROM refund_allocations a
        JOIN invoices i ON i.business_id = p_business_id AND i.id = a.invoice_id WHERE a.business_id = p_business_id
      UNION ALL
      SELECT a.refund_id, a.id, p.customer_id FROM refund_allocations a
        JOIN invoice_payments p ON p.business_id = p_business_id AND p.id = a.invoice_payment_id
       WHERE a.business_id = p_business_id
    )
    SELECT 'a refund and all that it hangs on are of one customer',
           format('refund %s of customer %s: allocation %s hangs on what is of customer %s', r.id, r.customer_id,
                  h.allocation_id, h.customer_id)
      FROM hung h JOIN refunds r ON r.business_id = p_business_id AND r.id = h.refund_id
     WHERE h.customer_id <> r.customer_id;

  RETURN QUERY
    SELECT 'a part of a refund is on what its allocation hangs on, and of credit where that is or became credit',
           format('part %s of allocation %s: on invoice %s, line item %s, payment %s, %s credit', s.id, s.allocation_id,
                  coalesce(s.invoice_id::text, 'none'), coalesce(s.invoice_line_item_id::text, 'none'),
                  coalesce(s.invoice_payment_id::text, 'none'), CASE WHEN s.is_of_credit THEN 'of' ELSE 'not of' END)
      FROM refund_parts s
      JOIN refund_allocations a ON a.business_id = p_business_id AND a.id = s.allocation_id
      LEFT JOIN invoices i ON i.business_id = p_business_id AND i.id = s.invoice_id
      LEFT JOIN invoice_line_items l ON l.business_id = p_business_id AND l.id = a.invoice_line_item_id
      LEFT JOIN invoice_payment_allocations p
             ON p.business_id = p_business_id AND p.payment_id = a.invoice_payment_id AND p.invoice_id = s.invoice_id
     WHERE s.business_id = p_business_id
       AND ((s.refund_id, s.invoice_line_item_id, s.invoice_payment_id)
              IS DISTINCT FROM (a.refund_id, a.invoice_line_item_id, a.invoice_payment_id)
            OR (l.id IS NOT NULL AND l.invoice_id IS DISTINCT FROM a.invoice_id)
            OR CASE WHEN a.invoice_payment_id IS NULL THEN s.invoice_id IS DISTINCT FROM a.invoice_id
                    WHEN s.invoice_id IS NULL THEN a.invoice_id IS NOT NULL
                    ELSE p.id IS NULL OR s.invoice_id <> coalesce(a.invoice_id, s.invoice_id) END
            OR s.is_of_credit IS DISTINCT FROM CASE WHEN s.invoice_id IS NULL THEN a.invoice_payment_id IS NOT NULL OR a.source IS NOT NULL
                                                    ELSE i.voided_at IS NOT NULL END);

  RETURN QUERY
    WITH members AS (
      SELECT payout_id, amount - fee AS amount FROM invoice_payments
       WHERE business_id = p_business_id AND payout_id IS NOT NULL
      UNION ALL
      SELECT payout_id, -amount - fee FROM invoice_payment_returns WHERE business_id = p_business_id AND payout_id IS NOT NULL
      UNION ALL
      SELECT p.payout_id, -c.amount FROM refund_payments p JOIN cleared_by_refund_payments_v1(p_business_id) c USING (id)
       WHERE p.business_id = p_business_id AND p.payout_id IS NOT NULL
      UNION ALL
      SELECT payout_id, CASE direction WHEN 'CREDIT' THEN amount ELSE -amount END FROM payout_transactions
       WHERE business_id = p_business_id
    )
    SELECT 'a payout comes to what its members brought and other transactions, less its fee',
           format('payout %s: %s less %s, kept %s', p.id, coalesce(m.sum, 0), p.fee, p.paid_out_amount)
      FROM payouts p
      LEFT JOIN (SELECT payout_id, sum(amount) AS sum FROM members GROUP BY payout_id) m ON m.payout_id = p.id
     WHERE p.business_id = p_business_id AND p.deleted_at IS NULL AND p.paid_out_amount <> coalesce(m.sum, 0) - p.fee;

  RETURN QUERY
    SELECT 'a deleted payout settles nothing', format('payout %s: %s %s', p.id, m.kind, m.id)
      FROM payouts p
      JOIN (SELECT 'payment' AS kind, id, payout_id FROM invoice_payments WHERE business_id = p_business_id
            UNION ALL
            SELECT 'return of a payment', id, payout_id FROM invoice_payment_returns WHERE business_id = p_business_id
            UNION ALL
            SELECT 'refund payment', id, payout_id FROM refund_payments WHERE business_id = p_business_id) m
        ON m.payout_id = p.id
     WHERE p.business_id = p_business_id AND p.deleted_at IS NOT NULL;

  RETURN QUERY
    SELECT 'a payout settles what stands and moved money', format('%s %s, %s, in payout %s', m.kind, m.id, m.method, m.payout_id)
      FROM (SELECT 'payment' AS kind, id, method, payout_id, NULL AS deleted_at FROM invoice_payments
             WHERE business_id = p_business_id
            UNION ALL
            SELECT 'return of a payment', id, 'as its payment', payout_id, deleted_at FROM invoice_payment_returns
             WHERE business_id = p_business_id
            UNION ALL
            SELECT 'refund payment', id, method, payout_id, deleted_at FROM refund_payments
             WHERE business_id = p_business_id) m
     WHERE m.payout_id IS NOT NULL AND (m.method IN ('CREDIT_BALANCE', 'STORE_CREDIT') OR m.deleted_at IS NOT NULL);

  RETURN QUERY
    SELECT 'a payout waits on undeposited funds, and what is paid out of credit or into it on customer credits',
           format('%s %s waits on account %s', w.kind, w.id, w.clearing_account_id)
      FROM (SELECT 'payout' AS kind, p.id, p.clearing_account_id, o.undeposited AS account_id
              FROM payouts p CROSS JOIN receivable_accounts_v1(p_business_id) o WHERE p.business_id = p_business_id
            UNION ALL
            SELECT 'payment', p.id, p.clearing_account_id, o.credits
              FROM invoice_payments p CROSS JOIN receivable_accounts_v1(p_business_id) o
             WHERE p.business_id = p_business_id AND p.method = 'CREDIT_BALANCE'
            UNION ALL
            SELECT 'refund payment', p.id, p.clearing_account_id, o.credits
              FROM refund_payments p CROSS JOIN receivable_accounts_v1(p_business_id) o
             WHERE p.business_id = p_business_id AND p.method = 'STORE_CREDIT') w
     WHERE w.clearing_account_id <> w.account_id;

  RETURN QUERY
    SELECT 'a customer has the credit that their payments and refunds leave them',
           format('customer %s: %s, kept %s', customer_id, coalesce(m.amount, 0), coalesce(c.balance, 0))
      FROM (SELECT o.customer_id, sum(o.amount) AS amount FROM customer_credit_moves_v1(p_business_id) o GROUP BY o.customer_id) m
      FULL JOIN (SELECT k.customer_id, k.balance FROM customer_credits k WHERE k.business_id = p_business_id) c
          USING (customer_id)
     WHERE coalesce(m.amount, 0) <> coalesce(c.balance, 0) OR m.amount < 0;

  RETURN QUERY
    WITH dated AS (
      SELECT k.customer_id FROM customer_credits k WHERE k.business_id = p_business_id AND k.dated = k.balance
    )
    SELECT 'the credit of a customer moved on the days of its postings',
           format('customer %s on %s: %s, kept %s', customer_id, day, coalesce(m.amount, 0), coalesce(d.amount, 0))
      FROM posted_credit_v1(p_business_id, ARRAY (SELECT t.customer_id FROM dated t)) m
      FULL JOIN (SELECT k.customer_id, k.day, k.amount FROM customer_credit_days k
                  WHERE k.business_id = p_business_id AND k.customer_id IN (SELECT t.customer_id FROM dated t)) d
          USING (customer_id, day)
     WHERE coalesce(m.amount, 0) <> coalesce(d.amount, 0);
END $$;

-- What each refund payment that stands takes out of its clearing account, and what of that its fees are given back.
CREATE OR REPLACE FUNCTION cleared_by_refund_payments_v1(p_business_id uuid)
RETURNS TABLE (id uuid, amount numeric, refunded_fees numeric) LANGUAGE sql STABLE AS $$
  SELECT p.id, p.refunded_amount + coalesce(p.fee, 0) - coalesce(f.sum, 0), coalesce(f.sum, 0)
    FROM refund_payments p
    LEFT JOIN LATERAL (SELECT sum((n.fee ->> 'feeAmount')::bigint) AS sum
                         FROM jsonb_array_elements(p.refunded_payment_fees) AS n(fee)) f ON true
   WHERE p.business_id = p_business_id AND p.deleted_at IS NULL
$$;

-- What gives credit to customers and takes it: rests of payments and what voided invoices have left, less what came back of
-- both, payments out of the credit; store credit, and refunds that are taken out of it.
CREATE OR REPLACE FUNCTION customer_credit_moves_v1(p_business_id uuid)
RETURNS TABLE (customer_id uuid, amount numeric) LANGUAGE sql STABLE AS $$
  SELECT p.customer_id, p.amount - coalesce(a.sum, 0) - CASE p.method WHEN 'CREDIT_BALANCE' THEN p.amount ELSE 0 END
    FROM invoice_payments p
    LEFT JOIN (SELECT payment_id, sum(amount) AS sum FROM invoice_payment_allocations
                WHERE business_id = p_business_id AND moved_to_credit_at IS NULL GROUP BY payment_id) a
           ON a.payment_id = p.id
   WHERE p.business_id = p_business_id AND p.deleted_at IS NULL
  UNION ALL
  SELECT p.customer_id, -r.rest_amount - coalesce(a.sum, 0)
    FROM invoice_payment_returns r
    JOIN invoice_payments p ON p.business_id = p_business_id AND p.id = r.payment_id
    LEFT JOIN (SELECT payment_id, sum(returned_amount) AS sum FROM invoice_payment_allocations
                WHERE business_id = p_business_id AND moved_to_credit_at IS NOT NULL GROUP BY payment_id) a
           ON a.payment_id = p.id
   WHERE r.business_id = p_business_id AND r.deleted_at IS NULL
  UNION ALL
  SELECT r.customer_id, c.amount
    FROM refund_payments p
    JOIN cleared_by_refund_payments_v1(p_business_id) c USING (id)
    JOIN refunds r ON r.business_id = p_business_id AND r.id = p.refund_id
   WHERE p.business_id = p_business_id AND p.method = 'STORE_CREDIT'
  UNION ALL
  SELECT r.customer_id, -s.amount
    FROM refund_parts s JOIN refunds r ON r.business_id = p_business_id AND r.id = s.refund_id
   WHERE s.business_id = p_business_id AND s.is_of_credit
$$;
