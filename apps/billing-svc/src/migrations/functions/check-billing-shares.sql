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

-- Whether allocations of payments recognise what their bills are made of. Called by check_billing_v1, under its tenant.
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
    SELECT 'a share is of a part of the bill, and waits where that says if it was paid before the bill was received',
           format('allocation %s: %s on account %s, waiting on %s', s.allocation_id, s.component, s.account_id,
                  coalesce(s.prepayment_account_id::text, 'none'))
      FROM allocation_shares_v1(p_business_id) s
      JOIN bill_payment_allocations a ON a.business_id = p_business_id AND a.id = s.allocation_id
      JOIN bills b ON b.business_id = p_business_id AND b.id = s.bill_id
      LEFT JOIN bill_parts_v1(p_business_id) p ON p.bill_id = s.bill_id AND p.component = s.component
     WHERE p.account_id IS DISTINCT FROM s.account_id
        OR s.prepayment_account_id IS DISTINCT FROM
           CASE WHEN a.allocated_at < b.received_at THEN p.prepayment_account_id END;

  RETURN QUERY
    WITH full_bills AS (
      SELECT b.id AS bill_id FROM bills b
       WHERE b.business_id = p_business_id AND b.paid_amount = b.total_amount AND b.total_amount > 0
    ), parts AS (
      SELECT p.bill_id, p.component, p.amount FROM bill_parts_v1(p_business_id) p JOIN full_bills f USING (bill_id)
    ), recognised AS (
      SELECT s.bill_id, s.component, sum(s.amount) AS amount
        FROM allocation_shares_v1(p_business_id) s JOIN full_bills f USING (bill_id) GROUP BY s.bill_id, s.component
    )
    SELECT 'a bill that was paid in full has recognised just what it is made of',
           format('bill %s: %s is %s, recognised %s', bill_id, component, coalesce(p.amount, 0), coalesce(r.amount, 0))
      FROM parts p FULL JOIN recognised r USING (bill_id, component)
     WHERE coalesce(p.amount, 0) <> coalesce(r.amount, 0);
END $$;
