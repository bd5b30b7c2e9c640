-- The accounts that receivables are posted to by themselves: one row.
CREATE OR REPLACE FUNCTION receivable_accounts_v1(p_business_id uuid)
RETURNS TABLE (receivable uuid, discounts uuid, tips uuid, credits uuid, fees uuid, returns uuid, refunds_due uuid,
               undeposited uuid)
LANGUAGE sql STABLE AS $$
  SELECT (array_agg(account_id) FILTER (WHERE stable_name = 'ACCOUNTS_RECEIVABLE'))[1],
         (array_agg(account_id) FILTER (WHERE stable_name = 'SALES_DISCOUNTS'))[1],
         (array_agg(account_id) FILTER (WHERE stable_name = 'TIPS'))[1],
         (array_agg(account_id) FILTER (WHERE stable_name = 'CUSTOMER_CREDITS'))[1],
         (array_agg(account_id) FILTER (WHERE stable_name = 'PAYMENT_PROCESSING_FEES'))[1],
         (array_agg(account_id) FILTER (WHERE stable_name = 'RETURNS_ALLOWANCES'))[1],
         (array_agg(account_id) FILTER (WHERE stable_name = 'REFUND_LIABILITIES'))[1],
         (array_agg(account_id) FILTER (WHERE stable_name = 'UNDEPOSITED_FUNDS'))[1]
    FROM accounts WHERE business_id = p_business_id
$$;

-- What invoices are made of besides the debt: line items net of their discounts, taxes, tips, and the discount on the whole.
-- `refund_account_id` is where it is taken back: what was earned as returns, taxes and tips from where they are.
CREATE OR REPLACE FUNCTION invoice_parts_v1(p_business_id uuid)
RETURNS TABLE (invoice_id uuid, component text, line_item_id uuid, account_id uuid, prepayment_account_id uuid,
               refund_account_id uuid, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT l.invoice_id, l.id::text, l.id, l.account_id, l.prepayment_account_id, o.returns, l.subtotal - l.discount_amount
    FROM invoice_line_items l CROSS JOIN receivable_accounts_v1(p_business_id) o WHERE l.business_id = p_business_id
  UNION ALL
  SELECT t.invoice_id, t.id::text, t.line_item_id, t.account_id, l.prepayment_account_id, t.account_id, t.amount
    FROM invoice_sales_taxes t
    LEFT JOIN invoice_line_items l ON l.business_id = p_business_id AND l.id = t.line_item_id
   WHERE t.business_id = p_business_id
  UNION ALL
  SELECT i.id, 'tips', NULL, coalesce(i.tips_account_id, o.tips), NULL, coalesce(i.tips_account_id, o.tips), i.tips
    FROM invoices i CROSS JOIN receivable_accounts_v1(p_business_id) o WHERE i.business_id = p_business_id AND i.tips <> 0
  UNION ALL
  SELECT i.id, 'additional_discount', NULL, o.discounts, NULL, o.returns, -i.additional_discount
    FROM invoices i CROSS JOIN receivable_accounts_v1(p_business_id) o
   WHERE i.business_id = p_business_id AND i.additional_discount <> 0
$$;

-- What allocations of payments pay of their invoices, also those that became credit.
CREATE OR REPLACE FUNCTION invoice_shares_v1(p_business_id uuid)
RETURNS TABLE (allocation_id uuid, payment_id uuid, invoice_id uuid, is_credit boolean, component text, account_id uuid,
               prepayment_account_id uuid, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT a.id, a.payment_id, a.invoice_id, a.moved_to_credit_at IS NOT NULL, s.share ->> 'component',
         (s.share ->> 'accountId')::uuid, (s.share ->> 'prepaymentAccountId')::uuid, (s.share ->> 'amount')::bigint
    FROM invoice_payment_allocations a
   CROSS JOIN LATERAL jsonb_array_elements(a.shares) AS s(share)
   WHERE a.business_id = p_business_id
$$;

-- What of that came back with the return of the payment.
CREATE OR REPLACE FUNCTION returned_shares_v1(p_business_id uuid)
RETURNS TABLE (allocation_id uuid, payment_id uuid, invoice_id uuid, is_credit boolean, component text, account_id uuid,
               prepayment_account_id uuid, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT a.id, a.payment_id, a.invoice_id, a.moved_to_credit_at IS NOT NULL, s.share ->> 'component',
         (s.share ->> 'accountId')::uuid, (s.share ->> 'prepaymentAccountId')::uuid, (s.share ->> 'returned')::bigint
    FROM invoice_payment_allocations a
   CROSS JOIN LATERAL jsonb_array_elements(a.shares) AS s(share)
   WHERE a.business_id = p_business_id AND s.share ? 'returned'
$$;

-- What parts of refunds take back.
CREATE OR REPLACE FUNCTION issued_shares_v1(p_business_id uuid)
RETURNS TABLE (refund_id uuid, allocation_id uuid, part_id uuid, invoice_id uuid, component text, line_item_id uuid,
               account_id uuid, prepayment_account_id uuid, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT p.refund_id, p.allocation_id, p.id, p.invoice_id, s.share ->> 'component', (s.share ->> 'lineItemId')::uuid,
         (s.share ->> 'accountId')::uuid, (s.share ->> 'prepaymentAccountId')::uuid, (s.share ->> 'amount')::bigint
    FROM refund_parts p
   CROSS JOIN LATERAL jsonb_array_elements(p.shares) AS s(share)
   WHERE p.business_id = p_business_id
$$;

-- What of that refund payments that stand have paid out.
CREATE OR REPLACE FUNCTION paid_out_shares_v1(p_business_id uuid)
RETURNS TABLE (refund_id uuid, payment_id uuid, part_id uuid, component text, line_item_id uuid, account_id uuid,
               prepayment_account_id uuid, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT p.refund_id, p.id, (s.share ->> 'partId')::uuid, s.share ->> 'component', (s.share ->> 'lineItemId')::uuid,
         (s.share ->> 'accountId')::uuid, (s.share ->> 'prepaymentAccountId')::uuid, (s.share ->> 'amount')::bigint
    FROM refund_payments p
   CROSS JOIN LATERAL jsonb_array_elements(p.shares) AS s(share)
   WHERE p.business_id = p_business_id AND p.deleted_at IS NULL
$$;

-- Whether payments recognise what their invoices are made of, and refunds take back of it. Called by check_billing_v1, under
-- its tenant.
CREATE OR REPLACE FUNCTION check_receivable_shares_v1(p_business_id uuid)
RETURNS TABLE (invariant text, detail text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
    SELECT 'the shares of an invoice’s allocation come to its amount',
           format('allocation %s of %s: shares of %s', a.id, a.amount, coalesce(s.sum, 0))
      FROM invoice_payment_allocations a
      LEFT JOIN (SELECT h.allocation_id, sum(h.amount) AS sum FROM invoice_shares_v1(p_business_id) h
                  GROUP BY h.allocation_id) s ON s.allocation_id = a.id
     WHERE a.business_id = p_business_id AND a.amount <> coalesce(s.sum, 0);

  RETURN QUERY
    SELECT 'what came back of an allocation is of its shares',
           format('allocation %s, returned %s: shares of %s', a.id, a.returned_amount, coalesce(s.sum, 0))
      FROM invoice_payment_allocations a
      LEFT JOIN (SELECT h.allocation_id, sum(h.amount) AS sum FROM returned_shares_v1(p_business_id) h
                  GROUP BY h.allocation_id) s ON s.allocation_id = a.id
     WHERE a.business_id = p_business_id AND a.returned_amount <> coalesce(s.sum, 0);

  RETURN QUERY
    SELECT 'a share is of a part of the invoice, and waits where that says if it was paid before the invoice was sent',
           format('allocation %s: %s on account %s, waiting on %s', s.allocation_id, s.component, s.account_id,
                  coalesce(s.prepayment_account_id::text, 'none'))
      FROM invoice_shares_v1(p_business_id) s
      JOIN invoice_payments y ON y.business_id = p_business_id AND y.id = s.payment_id
      JOIN invoices i ON i.business_id = p_business_id AND i.id = s.invoice_id
      LEFT JOIN invoice_parts_v1(p_business_id) p ON p.invoice_id = s.invoice_id AND p.component = s.component
      -- what came back stays of what the invoice was, where nothing is left of it
     WHERE y.deleted_at IS NULL AND i.total_amount <> 0 AND (p.account_id IS DISTINCT FROM s.account_id
        OR s.prepayment_account_id IS DISTINCT FROM CASE WHEN y.paid_at < i.sent_at THEN p.prepayment_account_id END);

  RETURN QUERY
    WITH full_invoices AS (
      SELECT i.id AS invoice_id FROM invoices i
       WHERE i.business_id = p_business_id AND i.paid_amount = i.total_amount AND i.total_amount > 0
    ), parts AS (
      SELECT p.invoice_id, p.component, p.amount FROM invoice_parts_v1(p_business_id) p JOIN full_invoices f USING (invoice_id)
    ), recognised AS (
      SELECT s.invoice_id, s.component, sum(s.amount) AS amount
        FROM (SELECT h.invoice_id, h.component, h.amount FROM invoice_shares_v1(p_business_id) h WHERE NOT h.is_credit
              UNION ALL
              SELECT b.invoice_id, b.component, -b.amount FROM returned_shares_v1(p_business_id) b WHERE NOT b.is_credit) s
        JOIN full_invoices f USING (invoice_id)
       GROUP BY s.invoice_id, s.component
    )
    SELECT 'an invoice that was paid in full has recognised just what it is made of',
           format('invoice %s: %s is %s, recognised %s', invoice_id, component, coalesce(p.amount, 0), coalesce(r.amount, 0))
      FROM parts p FULL JOIN recognised r USING (invoice_id, component)
     WHERE coalesce(p.amount, 0) <> coalesce(r.amount, 0);

  RETURN QUERY
    SELECT 'the shares of a part of a refund come to its amount',
           format('part %s of %s: shares of %s', p.id, p.amount, coalesce(s.sum, 0))
      FROM refund_parts p
      LEFT JOIN (SELECT h.part_id, sum(h.amount) AS sum FROM issued_shares_v1(p_business_id) h GROUP BY h.part_id) s
             ON s.part_id = p.id
     WHERE p.business_id = p_business_id AND p.amount <> coalesce(s.sum, 0);

  RETURN QUERY
    SELECT 'what is refunded is taken back of what it hangs on, or of the account that its line item names',
           format('part %s: %s, line item %s, on account %s, waiting on %s', s.part_id, s.component,
                  coalesce(s.line_item_id::text, 'none'), s.account_id, coalesce(s.prepayment_account_id::text, 'none'))
      FROM issued_shares_v1(p_business_id) s
      JOIN refund_parts p ON p.business_id = p_business_id AND p.id = s.part_id
     CROSS JOIN receivable_accounts_v1(p_business_id) o
      LEFT JOIN refund_line_items l
             ON l.business_id = p_business_id AND l.id = s.line_item_id AND l.allocation_id = s.allocation_id
      LEFT JOIN invoice_parts_v1(p_business_id) i ON i.invoice_id = s.invoice_id AND i.component = s.component
     WHERE (s.line_item_id IS NULL) <> (l.id IS NULL)
        OR (s.account_id, s.prepayment_account_id) IS DISTINCT FROM (
             CASE s.component WHEN 'own_account' THEN coalesce(l.account_id, o.returns) WHEN 'credit' THEN o.credits
                              WHEN 'returns' THEN o.returns ELSE i.refund_account_id END,
             CASE s.component WHEN 'own_account' THEN l.prepayment_account_id ELSE i.prepayment_account_id END)
        -- what is the customer's is taken out of their credit; the rest of the invoice, or given for nothing
        OR (s.component = 'credit') <> p.is_of_credit
        OR (s.component = 'returns') <> (s.invoice_id IS NULL AND NOT p.is_of_credit AND s.component <> 'own_account')
        OR (i.component IS NOT NULL AND p.invoice_line_item_id IS NOT NULL
            AND i.line_item_id IS DISTINCT FROM p.invoice_line_item_id);

  RETURN QUERY
    WITH lined AS (
      -- what became credit is of no line item any more
      SELECT l.allocation_id FROM refund_line_items l WHERE l.business_id = p_business_id
         AND NOT EXISTS (SELECT FROM refund_parts p WHERE p.business_id = p_business_id AND p.refund_id = l.refund_id
                            AND p.allocation_id = l.allocation_id AND p.is_of_credit AND p.invoice_id IS NOT NULL)
       GROUP BY l.allocation_id
    ), asked AS (
      SELECT l.allocation_id, l.id::text AS line_item, l.amount
        FROM refund_line_items l JOIN lined USING (allocation_id) WHERE l.business_id = p_business_id
    ), taken AS (
      SELECT s.allocation_id, coalesce(s.line_item_id::text, 'none') AS line_item, sum(s.amount) AS amount
        FROM issued_shares_v1(p_business_id) s JOIN lined USING (allocation_id) GROUP BY 1, 2
    )
    SELECT 'each line item of a refund is taken back to its amount',
           format('allocation %s: line item %s of %s, taken back %s', allocation_id, line_item, coalesce(a.amount, 0),
                  coalesce(t.amount, 0))
      FROM asked a FULL JOIN taken t USING (allocation_id, line_item)
     WHERE coalesce(a.amount, 0) <> coalesce(t.amount, 0);

  RETURN QUERY
    WITH full_invoices AS (
      SELECT i.id AS invoice_id FROM invoices i
       WHERE i.business_id = p_business_id AND i.refunded_amount = i.total_amount AND i.total_amount > 0
    ), parts AS (
      SELECT p.invoice_id, p.component, p.amount FROM invoice_parts_v1(p_business_id) p JOIN full_invoices f USING (invoice_id)
    ), refunded AS (
      SELECT s.invoice_id, s.component, sum(s.amount) AS amount
        FROM issued_shares_v1(p_business_id) s JOIN full_invoices f USING (invoice_id) GROUP BY s.invoice_id, s.component
    ), differing AS (
      SELECT invoice_id, component, coalesce(p.amount, 0) AS amount, coalesce(r.amount, 0) AS refunded
        FROM parts p FULL JOIN refunded r USING (invoice_id, component)
    )
    -- What hangs on a line item takes back nothing of a discount on the whole.
    SELECT 'an invoice that was refunded in full, of no other account, has taken back just what it is made of',
           format('invoice %s: %s is %s, taken back %s', d.invoice_id, d.component, d.amount, d.refunded)
      FROM differing d
     WHERE d.amount <> d.refunded
       AND NOT EXISTS (SELECT FROM refunded o WHERE o.invoice_id = d.invoice_id AND o.component = 'own_account')
       AND NOT EXISTS (SELECT FROM refund_parts h WHERE h.business_id = p_business_id AND h.invoice_id = d.invoice_id
                          AND h.invoice_line_item_id IS NOT NULL);

  RETURN QUERY
    SELECT 'the shares of a refund payment come to its amount',
           format('refund payment %s of %s: shares of %s', p.id, p.refunded_amount, coalesce(s.sum, 0))
      FROM refund_payments p
      LEFT JOIN (SELECT h.payment_id, sum(h.amount) AS sum FROM paid_out_shares_v1(p_business_id) h GROUP BY h.payment_id) s
             ON s.payment_id = p.id
     WHERE p.business_id = p_business_id AND p.deleted_at IS NULL AND p.refunded_amount <> coalesce(s.sum, 0);

  RETURN QUERY
    WITH issued AS (
      SELECT s.refund_id, s.part_id, taken_from_v1(s.component, s.line_item_id, s.account_id, s.prepayment_account_id) AS what,
             sum(s.amount) AS amount
        FROM issued_shares_v1(p_business_id) s GROUP BY 1, 2, 3
    ), paid_out AS (
      SELECT s.refund_id, s.part_id, taken_from_v1(s.component, s.line_item_id, s.account_id, s.prepayment_account_id) AS what,
             sum(s.amount) AS amount
        FROM paid_out_shares_v1(p_business_id) s GROUP BY 1, 2, 3
    )
    SELECT 'refund payments take back what their refund has issued, and in full just that',
           format('refund %s: of part %s, %s is %s, paid out %s', refund_id, part_id, what, coalesce(i.amount, 0),
                  coalesce(p.amount, 0))
      FROM issued i
      FULL JOIN paid_out p USING (refund_id, part_id, what)
      JOIN refunds r ON r.business_id = p_business_id AND r.id = refund_id
     WHERE (i.amount IS NULL AND p.amount <> 0)
        OR (r.paid_out_amount = r.total_amount AND coalesce(i.amount, 0) <> coalesce(p.amount, 0));
END $$;

-- What tells the shares of a part of a refund from each other.
CREATE OR REPLACE FUNCTION taken_from_v1(p_component text, p_line_item_id uuid, p_account_id uuid, p_prepayment_account_id uuid)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('%s of line item %s on account %s, waiting on %s', p_component, coalesce(p_line_item_id::text, 'none'),
                p_account_id, coalesce(p_prepayment_account_id::text, 'none'))
$$;
