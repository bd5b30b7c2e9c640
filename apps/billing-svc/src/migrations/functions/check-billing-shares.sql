-- What bills are made of besides the debt: line items net of their discounts, taxes, and the discount on the whole.
CREATE OR REPLACE FUNCTION bill_parts_v1(p_business_id uuid)
RETURNS TABLE (bill_id uuid, component text, account_id uuid, prepayment_account_id uuid, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT l.bill_id, l.id::text, l.account_id, l.prepayment_account_id, l.subtotal - l.discount_amount
    FROM bill_line_items l WHERE l.business_id = p_business_id
  UNION ALL
  SELECT t.bill_id, t.id::text, t.account_id, l.prepayment_account_id, t.amount
    FROM bill_sales_taxes t
    LEFT JOIN bill_line_items l ON l.business_id = p_business_id AND l.id = t.line_item_id
   WHERE t.business_id = p_business_id
  UNION ALL
  SELECT b.id, 'additional_discount', a.account_id, NULL, -b.additional_discount
    FROM bills b
    LEFT JOIN accounts a ON a.business_id = p_business_id AND a.stable_name = 'PURCHASE_DISCOUNTS'
   WHERE b.business_id = p_business_id AND b.additional_discount <> 0
$$;

-- What allocations that stand pay of their bills.
CREATE OR REPLACE FUNCTION allocation_shares_v1(p_business_id uuid)
RETURNS TABLE (allocation_id uuid, payment_id uuid, bill_id uuid, is_later boolean, component text, account_id uuid,
               prepayment_account_id uuid, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT a.id, a.payment_id, a.bill_id, a.is_later, s.share ->> 'component', (s.share ->> 'accountId')::uuid,
         (s.share ->> 'prepaymentAccountId')::uuid, (s.share ->> 'amount')::bigint
    FROM bill_payment_allocations a
   CROSS JOIN LATERAL jsonb_array_elements(a.shares) AS s(share)
   WHERE a.business_id = p_business_id AND a.deleted_at IS NULL
$$;

-- What allocations of credits that stand recognise in the cash books: of their bills, and of the credits. Those of the release
-- before recognise nothing.
CREATE OR REPLACE FUNCTION credit_shares_v1(p_business_id uuid)
RETURNS TABLE (allocation_id uuid, vendor_credit_id uuid, bill_id uuid, is_of_bill boolean, component text, account_id uuid,
               prepayment_account_id uuid, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT a.id, a.vendor_credit_id, a.bill_id, k.is_of_bill, s.share ->> 'component', (s.share ->> 'accountId')::uuid,
         (s.share ->> 'prepaymentAccountId')::uuid, (s.share ->> 'amount')::bigint
    FROM vendor_credit_allocations a
   CROSS JOIN LATERAL (VALUES (true, a.shares), (false, a.credit_shares)) AS k(is_of_bill, shares)
   CROSS JOIN LATERAL jsonb_array_elements(k.shares) AS s(share)
   WHERE a.business_id = p_business_id AND a.deleted_at IS NULL
$$;

-- What live vendor refunds take back of credits in the cash books.
CREATE OR REPLACE FUNCTION refund_of_credit_shares_v1(p_business_id uuid)
RETURNS TABLE (allocation_id uuid, vendor_refund_id uuid, vendor_credit_id uuid, component text, account_id uuid, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT a.id, a.vendor_refund_id, a.vendor_credit_id, s.share ->> 'component', (s.share ->> 'accountId')::uuid,
         (s.share ->> 'amount')::bigint
    FROM vendor_refund_allocations a
   CROSS JOIN LATERAL jsonb_array_elements(a.shares) AS s(share)
   WHERE a.business_id = p_business_id AND a.deleted_at IS NULL AND a.vendor_credit_id IS NOT NULL
$$;

-- What bills have recognised of each of their parts, by their payments and credits.
CREATE OR REPLACE FUNCTION recognised_parts_v1(p_business_id uuid)
RETURNS TABLE (bill_id uuid, component text, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT s.bill_id, s.component, sum(s.amount)
    FROM (SELECT h.bill_id, h.component, h.amount FROM allocation_shares_v1(p_business_id) h
          UNION ALL
          SELECT c.bill_id, c.component, c.amount FROM credit_shares_v1(p_business_id) c WHERE c.is_of_bill) s
   GROUP BY 1, 2
$$;

-- Whether allocations of payments and credits recognise what their bills are made of. Called by check_billing_v1, under its tenant.
CREATE OR REPLACE FUNCTION check_billing_shares_v1(p_business_id uuid)
RETURNS TABLE (invariant text, detail text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
    SELECT 'the shares of an allocation come to its amount',
           format('allocation %s of %s: shares of %s', a.id, a.amount, coalesce(s.sum, 0))
      FROM bill_payment_allocations a
      LEFT JOIN (SELECT h.allocation_id, sum(h.amount) AS sum FROM allocation_shares_v1(p_business_id) h
                  GROUP BY h.allocation_id) s ON s.allocation_id = a.id
     WHERE a.business_id = p_business_id AND a.deleted_at IS NULL AND a.amount <> coalesce(s.sum, 0);

  RETURN QUERY
    SELECT 'the shares of a credit''s allocation, of the bill and of the credit, come to its amount',
           format('allocation %s of %s: shares of %s of the bill, %s of the credit', a.id, a.amount, coalesce(s.bill, 0),
                  coalesce(s.credit, 0))
      FROM vendor_credit_allocations a
      LEFT JOIN (SELECT h.allocation_id, sum(h.amount) FILTER (WHERE h.is_of_bill) AS bill,
                        sum(h.amount) FILTER (WHERE NOT h.is_of_bill) AS credit
                   FROM credit_shares_v1(p_business_id) h GROUP BY h.allocation_id) s ON s.allocation_id = a.id
     WHERE a.business_id = p_business_id AND a.deleted_at IS NULL AND s.allocation_id IS NOT NULL
       AND (s.bill, s.credit) IS DISTINCT FROM (a.amount::numeric, a.amount::numeric);

  RETURN QUERY
    SELECT 'the shares of what is refunded of a credit come to its amount',
           format('allocation %s of %s: shares of %s', a.id, a.amount, coalesce(s.sum, 0))
      FROM vendor_refund_allocations a
      LEFT JOIN (SELECT h.allocation_id, sum(h.amount) AS sum FROM refund_of_credit_shares_v1(p_business_id) h
                  GROUP BY 1) s ON s.allocation_id = a.id
     WHERE a.business_id = p_business_id AND a.deleted_at IS NULL AND a.vendor_credit_id IS NOT NULL
       AND a.amount <> coalesce(s.sum, 0);

  RETURN QUERY
    SELECT 'a share of a credit is of one of its line items',
           format('allocation %s of credit %s: %s on account %s', s.allocation_id, s.vendor_credit_id, s.component,
                  s.account_id)
      FROM (SELECT c.allocation_id, c.vendor_credit_id, c.component, c.account_id, c.prepayment_account_id
              FROM credit_shares_v1(p_business_id) c WHERE NOT c.is_of_bill
            UNION ALL
            SELECT r.allocation_id, r.vendor_credit_id, r.component, r.account_id, NULL
              FROM refund_of_credit_shares_v1(p_business_id) r) s
      LEFT JOIN vendor_credit_line_items l ON l.business_id = p_business_id AND l.vendor_credit_id = s.vendor_credit_id
                                          AND l.id::text = s.component
     WHERE l.account_id IS DISTINCT FROM s.account_id OR s.prepayment_account_id IS NOT NULL;

  RETURN QUERY
    WITH full_credits AS (
      SELECT c.id FROM vendor_credits c
       WHERE c.business_id = p_business_id AND c.deleted_at IS NULL AND c.total_amount > 0
         AND c.total_amount = c.refunded_amount
             + (SELECT coalesce(sum(a.amount), 0) FROM vendor_credit_allocations a
                 WHERE a.business_id = p_business_id AND a.vendor_credit_id = c.id
                   AND a.deleted_at IS NULL AND a.credit_shares <> '[]')
    ), lines AS (
      SELECT l.vendor_credit_id, l.id::text AS component, l.amount FROM vendor_credit_line_items l
        JOIN full_credits f ON f.id = l.vendor_credit_id
       WHERE l.business_id = p_business_id
    ), recognised AS (
      SELECT s.vendor_credit_id, s.component, sum(s.amount) AS amount
        FROM (SELECT c.vendor_credit_id, c.component, c.amount FROM credit_shares_v1(p_business_id) c WHERE NOT c.is_of_bill
              UNION ALL
              SELECT r.vendor_credit_id, r.component, r.amount FROM refund_of_credit_shares_v1(p_business_id) r) s
        JOIN full_credits f ON f.id = s.vendor_credit_id
       GROUP BY 1, 2
    )
    SELECT 'a credit of which nothing is left has recognised just its line items',
           format('credit %s: %s is %s, recognised %s', vendor_credit_id, component, coalesce(l.amount, 0),
                  coalesce(r.amount, 0))
      FROM lines l FULL JOIN recognised r USING (vendor_credit_id, component)
     WHERE coalesce(l.amount, 0) <> coalesce(r.amount, 0);

  RETURN QUERY
    SELECT 'a share is of a part of the bill, and waits where that says if it was paid before the bill was received',
           format('allocation %s: %s on account %s, waiting on %s', s.allocation_id, s.component, s.account_id,
                  coalesce(s.prepayment_account_id::text, 'none'))
      FROM (SELECT h.allocation_id, h.bill_id, h.component, h.account_id, h.prepayment_account_id, a.allocated_at
              FROM allocation_shares_v1(p_business_id) h
              JOIN bill_payment_allocations a ON a.business_id = p_business_id AND a.id = h.allocation_id
            UNION ALL
            SELECT h.allocation_id, h.bill_id, h.component, h.account_id, h.prepayment_account_id, a.allocated_at
              FROM credit_shares_v1(p_business_id) h
              JOIN vendor_credit_allocations a ON a.business_id = p_business_id AND a.id = h.allocation_id
             WHERE h.is_of_bill) s
      JOIN bills b ON b.business_id = p_business_id AND b.id = s.bill_id
      LEFT JOIN bill_parts_v1(p_business_id) p ON p.bill_id = s.bill_id AND p.component = s.component
     WHERE p.account_id IS DISTINCT FROM s.account_id
        OR s.prepayment_account_id IS DISTINCT FROM
           CASE WHEN s.allocated_at < b.received_at THEN p.prepayment_account_id END;

  RETURN QUERY
    WITH full_bills AS (
      SELECT b.id AS bill_id FROM bills b
       WHERE b.business_id = p_business_id AND b.paid_amount + b.credited_amount = b.total_amount AND b.total_amount > 0
         AND NOT EXISTS (SELECT FROM vendor_credit_allocations a
                          WHERE a.business_id = p_business_id AND a.bill_id = b.id AND a.deleted_at IS NULL
                            AND a.shares = '[]')
    ), parts AS (
      SELECT p.bill_id, p.component, p.amount FROM bill_parts_v1(p_business_id) p JOIN full_bills f USING (bill_id)
    ), recognised AS (
      SELECT s.bill_id, s.component, s.amount FROM recognised_parts_v1(p_business_id) s JOIN full_bills f USING (bill_id)
    )
    SELECT 'a bill that was paid and credited in full has recognised just what it is made of',
           format('bill %s: %s is %s, recognised %s', bill_id, component, coalesce(p.amount, 0), coalesce(r.amount, 0))
      FROM parts p FULL JOIN recognised r USING (bill_id, component)
     WHERE coalesce(p.amount, 0) <> coalesce(r.amount, 0);
END $$;
