-- What billing keeps of one business, checked from its documents up: one row per violation, none when all is right.
-- STABLE, so that all of it is seen as of one moment while others go on writing. Reads every document and posting; for
-- operators and tests. Nested loops are ruled out: what is compared here is all of the one with all of the other, and a
-- planner that knows little of new documents would look through all postings for each of them.
CREATE OR REPLACE FUNCTION check_billing_v1(p_client_id uuid, p_business_id uuid)
RETURNS TABLE (invariant text, detail text) LANGUAGE plpgsql STABLE SET enable_nestloop = off AS $$
BEGIN
  PERFORM enter_tenant_v1(p_client_id::text, p_business_id::text);

  RETURN QUERY
    SELECT 'a line item comes to its price times its quantity, less its discount, and its taxes',
           format('line item %s of bill %s: %s of which %s in taxes, kept %s of which %s', l.id, l.bill_id,
                  round(l.unit_price * l.quantity) - l.discount_amount + coalesce(t.sum, 0), coalesce(t.sum, 0),
                  l.total_amount, l.sales_taxes_total)
      FROM bill_line_items l
      LEFT JOIN (SELECT line_item_id, sum(amount) AS sum FROM bill_sales_taxes
                  WHERE business_id = p_business_id AND line_item_id IS NOT NULL GROUP BY line_item_id) t
             ON t.line_item_id = l.id
     WHERE l.business_id = p_business_id
       -- round() is half away from zero, as the contract says
       AND (l.subtotal, l.sales_taxes_total, l.total_amount)
        <> (round(l.unit_price * l.quantity), coalesce(t.sum, 0),
            round(l.unit_price * l.quantity) - l.discount_amount + coalesce(t.sum, 0));

  RETURN QUERY
    SELECT 'a tax is on a line item of its bill, or on the bill', format('tax %s of bill %s', t.id, t.bill_id)
      FROM bill_sales_taxes t
      LEFT JOIN bill_line_items l ON l.business_id = p_business_id AND l.id = t.line_item_id
     WHERE t.business_id = p_business_id AND t.line_item_id IS NOT NULL AND l.bill_id IS DISTINCT FROM t.bill_id;

  RETURN QUERY
    SELECT 'a bill comes to its line items and additional taxes, less its discount',
           format('bill %s: %s in line items of which %s before discounts and taxes, %s in additional taxes, kept %s, %s and %s',
                  b.id, coalesce(l.total, 0), coalesce(l.subtotal, 0), coalesce(t.sum, 0), b.total_amount, b.subtotal,
                  b.additional_sales_taxes_total)
      FROM bills b
      LEFT JOIN (SELECT bill_id, sum(subtotal) AS subtotal, sum(total_amount) AS total FROM bill_line_items
                  WHERE business_id = p_business_id GROUP BY bill_id) l ON l.bill_id = b.id
      LEFT JOIN (SELECT bill_id, sum(amount) AS sum FROM bill_sales_taxes
                  WHERE business_id = p_business_id AND line_item_id IS NULL GROUP BY bill_id) t ON t.bill_id = b.id
     WHERE b.business_id = p_business_id
       AND (b.subtotal, b.additional_sales_taxes_total, b.total_amount)
        <> (coalesce(l.subtotal, 0), coalesce(t.sum, 0), coalesce(l.total, 0) + coalesce(t.sum, 0) - b.additional_discount);

  RETURN QUERY
    WITH paid AS (
      SELECT bill_id, sum(amount) AS sum, max(allocated_at) AS last_at FROM bill_payment_allocations
       WHERE business_id = p_business_id AND deleted_at IS NULL GROUP BY bill_id
    ), credited AS (
      SELECT bill_id, sum(amount) AS sum, max(allocated_at) AS last_at FROM vendor_credit_allocations
       WHERE business_id = p_business_id AND deleted_at IS NULL GROUP BY bill_id
    ), truth AS (
      SELECT b.id, coalesce(p.sum, 0) AS paid, coalesce(c.sum, 0) AS credited,
             coalesce(greatest(p.last_at, c.last_at), b.received_at) AS last_at,
             CASE WHEN b.is_expense OR b.voided_at IS NOT NULL THEN 0
                  ELSE b.total_amount - coalesce(p.sum, 0) - coalesce(c.sum, 0) END AS outstanding
        FROM bills b LEFT JOIN paid p ON p.bill_id = b.id LEFT JOIN credited c ON c.bill_id = b.id
       WHERE b.business_id = p_business_id
    ), called AS (
      SELECT t.*, CASE WHEN b.voided_at IS NOT NULL THEN 'VOIDED' WHEN t.outstanding = 0 THEN 'PAID'
                       WHEN t.paid + t.credited > 0 THEN 'PARTIALLY_PAID' ELSE 'RECEIVED' END AS status
        FROM truth t JOIN bills b ON b.business_id = p_business_id AND b.id = t.id
    )
    SELECT CASE WHEN (b.paid_amount, b.credited_amount) <> (c.paid, c.credited)
                THEN 'a bill is paid and credited what is allocated to it'
                ELSE 'balance, status and time of payment of a bill follow from its total and allocations' END,
           format('bill %s of %s: paid %s, credited %s, outstanding %s, %s, kept %s, %s, %s, %s since %s', b.id, b.total_amount,
                  c.paid, c.credited, c.outstanding, c.status, b.paid_amount, b.credited_amount, b.outstanding_balance,
                  b.status, coalesce(b.paid_at::text, 'never'))
      FROM called c JOIN bills b ON b.business_id = p_business_id AND b.id = c.id
     WHERE (b.paid_amount, b.credited_amount, b.outstanding_balance, b.status)
        <> (c.paid, c.credited, c.outstanding, c.status)
        OR c.outstanding < 0
        OR b.paid_at IS DISTINCT FROM CASE c.status WHEN 'PAID' THEN c.last_at END;

  RETURN QUERY
    SELECT 'a payment gives what is allocated of it, and no more than it has',
           format('payment %s of %s: allocated %s, refunded %s, kept %s and %s', p.id, p.amount, coalesce(a.sum, 0),
                  coalesce(r.sum, 0), p.allocated_amount, p.refunded_amount)
      FROM bill_payments p
      LEFT JOIN (SELECT payment_id, sum(amount) AS sum FROM vendor_refund_allocations
                  WHERE business_id = p_business_id AND deleted_at IS NULL GROUP BY payment_id) r ON r.payment_id = p.id
      LEFT JOIN (SELECT payment_id, sum(amount) AS sum FROM bill_payment_allocations
                  WHERE business_id = p_business_id AND deleted_at IS NULL GROUP BY payment_id) a ON a.payment_id = p.id
     WHERE p.business_id = p_business_id
       AND ((p.allocated_amount, p.refunded_amount) <> (coalesce(a.sum, 0) + coalesce(r.sum, 0), coalesce(r.sum, 0))
            OR p.allocated_amount > p.amount);

  RETURN QUERY
    SELECT 'a vendor credit comes to its line items, gives what is allocated of it, and no more than it has',
           format('credit %s: %s, allocated %s, refunded %s, kept %s, %s and %s', c.id, coalesce(l.sum, 0),
                  coalesce(a.sum, 0), coalesce(r.sum, 0), c.total_amount, c.allocated_amount, c.refunded_amount)
      FROM vendor_credits c
      LEFT JOIN (SELECT vendor_credit_id, sum(amount) AS sum FROM vendor_credit_line_items
                  WHERE business_id = p_business_id GROUP BY vendor_credit_id) l ON l.vendor_credit_id = c.id
      LEFT JOIN (SELECT vendor_credit_id, sum(amount) AS sum FROM vendor_credit_allocations
                  WHERE business_id = p_business_id AND deleted_at IS NULL GROUP BY vendor_credit_id) a
             ON a.vendor_credit_id = c.id
      LEFT JOIN (SELECT vendor_credit_id, sum(amount) AS sum FROM vendor_refund_allocations
                  WHERE business_id = p_business_id AND deleted_at IS NULL GROUP BY vendor_credit_id) r
             ON r.vendor_credit_id = c.id
     WHERE c.business_id = p_business_id
       AND ((c.total_amount, c.allocated_amount, c.refunded_amount)
            <> (coalesce(l.sum, 0), coalesce(a.sum, 0) + coalesce(r.sum, 0), coalesce(r.sum, 0))
            OR c.allocated_amount > c.total_amount);

  RETURN QUERY
    SELECT 'a vendor refund is what its allocations sum to, of payments and credits of its vendor that stand',
           format('refund %s of %s: allocated %s, %s of others', f.id, f.amount, coalesce(a.sum, 0), coalesce(a.others, 0))
      FROM vendor_refunds f
      LEFT JOIN (SELECT r.vendor_refund_id, sum(r.amount) AS sum,
                        count(*) FILTER (WHERE coalesce(p.vendor_id, c.vendor_id) IS DISTINCT FROM o.vendor_id
                                            OR coalesce(p.deleted_at, c.deleted_at) IS NOT NULL) AS others
                   FROM vendor_refund_allocations r
                   JOIN vendor_refunds o ON o.business_id = p_business_id AND o.id = r.vendor_refund_id
                   LEFT JOIN bill_payments p ON p.business_id = p_business_id AND p.id = r.payment_id
                   LEFT JOIN vendor_credits c ON c.business_id = p_business_id AND c.id = r.vendor_credit_id
                  WHERE r.business_id = p_business_id AND r.deleted_at IS NULL GROUP BY 1) a ON a.vendor_refund_id = f.id
     WHERE f.business_id = p_business_id
       AND (coalesce(a.sum, 0) <> CASE WHEN f.deleted_at IS NULL THEN f.amount ELSE 0 END OR a.others > 0);

  RETURN QUERY
    WITH zone AS (
      SELECT time_zone FROM businesses WHERE business_id = p_business_id
    ), allocated AS (
      SELECT 'payment' AS kind, a.payment_id AS document_id, a.id, a.bill_id, p.vendor_id, p.deleted_at,
             CASE WHEN a.is_later THEN (a.allocated_at AT TIME ZONE z.time_zone)::date >= (p.paid_at AT TIME ZONE z.time_zone)::date
                  ELSE a.allocated_at = p.paid_at END AS is_in_time
        FROM bill_payment_allocations a JOIN bill_payments p ON p.business_id = p_business_id AND p.id = a.payment_id
       CROSS JOIN zone z
       WHERE a.business_id = p_business_id AND a.deleted_at IS NULL
      UNION ALL
      SELECT 'credit', a.vendor_credit_id, a.id, a.bill_id, c.vendor_id, c.deleted_at,
             coalesce(a.counts_from, a.allocated_at) = greatest(c.received_at, b.received_at)
               AND (a.allocated_at AT TIME ZONE z.time_zone)::date >= (c.received_at AT TIME ZONE z.time_zone)::date
        FROM vendor_credit_allocations a
        JOIN vendor_credits c ON c.business_id = p_business_id AND c.id = a.vendor_credit_id
        JOIN bills b ON b.business_id = p_business_id AND b.id = a.bill_id
       CROSS JOIN zone z
       WHERE a.business_id = p_business_id AND a.deleted_at IS NULL
    )
    SELECT CASE WHEN a.is_in_time THEN 'what is allocated is between documents of one vendor that stand'
                ELSE 'an allocation counts from when there was something to allocate' END,
           format('allocation %s of %s %s to bill %s', a.id, a.kind, a.document_id, a.bill_id)
      FROM allocated a JOIN bills b ON b.business_id = p_business_id AND b.id = a.bill_id
     WHERE NOT a.is_in_time OR a.deleted_at IS NOT NULL OR b.voided_at IS NOT NULL OR b.is_expense
        OR b.vendor_id IS DISTINCT FROM a.vendor_id;

  RETURN QUERY SELECT e.invariant, e.detail FROM check_billing_shares_v1(p_business_id) e;
  RETURN QUERY SELECT e.invariant, e.detail FROM check_invoices_v1(p_business_id) e;
  RETURN QUERY SELECT e.invariant, e.detail FROM check_refunds_v1(p_business_id) e;
  RETURN QUERY SELECT e.invariant, e.detail FROM check_receivable_shares_v1(p_business_id) e;
  RETURN QUERY SELECT e.invariant, e.detail FROM check_contact_balances_v1(p_business_id) e;
  RETURN QUERY SELECT e.invariant, e.detail FROM check_billing_entries_v1(p_business_id) e;
  RETURN QUERY SELECT e.invariant, e.detail FROM check_postings_v1(p_business_id) e;
  RETURN QUERY SELECT e.invariant, e.detail FROM check_records_v1(p_business_id) e;
  RETURN QUERY SELECT e.invariant, e.detail FROM check_seals_v1(p_business_id) e;
END $$;
