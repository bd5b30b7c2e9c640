-- What invoices, write-offs and invoice payments keep of themselves and of each other. Called by check_billing_v1, under its
-- tenant.
CREATE OR REPLACE FUNCTION check_invoices_v1(p_business_id uuid)
RETURNS TABLE (invariant text, detail text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
    SELECT 'an invoice line item comes to its price times its quantity, less its discount, and its taxes',
           format('line item %s of invoice %s: %s of which %s in taxes, kept %s of which %s', l.id, l.invoice_id,
                  round(l.unit_price * l.quantity) - l.discount_amount + coalesce(t.sum, 0), coalesce(t.sum, 0),
                  l.total_amount, l.sales_taxes_total)
      FROM invoice_line_items l
      LEFT JOIN (SELECT line_item_id, sum(amount) AS sum FROM invoice_sales_taxes
                  WHERE business_id = p_business_id AND line_item_id IS NOT NULL GROUP BY line_item_id) t
             ON t.line_item_id = l.id
     WHERE l.business_id = p_business_id
       -- round() is half away from zero, as the contract says
       AND (l.subtotal, l.sales_taxes_total, l.total_amount)
        <> (round(l.unit_price * l.quantity), coalesce(t.sum, 0),
            round(l.unit_price * l.quantity) - l.discount_amount + coalesce(t.sum, 0));

  RETURN QUERY
    SELECT 'a tax of an invoice is on a line item of it, or on the whole', format('tax %s of invoice %s', t.id, t.invoice_id)
      FROM invoice_sales_taxes t
      LEFT JOIN invoice_line_items l ON l.business_id = p_business_id AND l.id = t.line_item_id
     WHERE t.business_id = p_business_id AND t.line_item_id IS NOT NULL AND l.invoice_id IS DISTINCT FROM t.invoice_id;

  RETURN QUERY
    SELECT 'an invoice comes to its line items, additional taxes and tips, less its discount',
           format('invoice %s: %s in line items of which %s before discounts and taxes, %s in additional taxes, %s in all '
                  'taxes, %s in tips, kept %s, %s, %s and %s', i.id, coalesce(l.total, 0), coalesce(l.subtotal, 0),
                  coalesce(t.additional, 0), coalesce(t.shown, 0), i.tips, i.total_amount, i.subtotal,
                  i.additional_sales_taxes_total, i.sales_taxes_total)
      FROM invoices i
      LEFT JOIN (SELECT invoice_id, sum(subtotal) AS subtotal, sum(total_amount) AS total FROM invoice_line_items
                  WHERE business_id = p_business_id GROUP BY invoice_id) l ON l.invoice_id = i.id
      LEFT JOIN (SELECT invoice_id, sum(amount) AS shown, sum(amount) FILTER (WHERE line_item_id IS NULL) AS additional
                   FROM invoice_sales_taxes WHERE business_id = p_business_id GROUP BY invoice_id) t ON t.invoice_id = i.id
     WHERE i.business_id = p_business_id
       AND (i.subtotal, i.sales_taxes_total, i.additional_sales_taxes_total, i.total_amount)
        <> (coalesce(l.subtotal, 0), coalesce(t.shown, 0), coalesce(t.additional, 0),
            coalesce(l.total, 0) + coalesce(t.additional, 0) + i.tips - i.additional_discount);

  RETURN QUERY
    WITH paid AS (
      SELECT a.invoice_id, sum(a.amount - a.returned_amount) AS sum,
             max(p.paid_at) FILTER (WHERE a.returned_amount < a.amount) AS last_at
        FROM invoice_payment_allocations a
        JOIN invoice_payments p ON p.business_id = p_business_id AND p.id = a.payment_id
       WHERE a.business_id = p_business_id AND a.moved_to_credit_at IS NULL GROUP BY a.invoice_id
    ), written_off AS (
      SELECT invoice_id, sum(amount) AS sum, max(write_off_at) AS last_at FROM invoice_write_offs
       WHERE business_id = p_business_id AND deleted_at IS NULL GROUP BY invoice_id
    ), refunded AS (
      SELECT invoice_id, sum(amount) AS sum FROM refund_parts
       WHERE business_id = p_business_id AND invoice_id IS NOT NULL AND NOT is_of_credit GROUP BY invoice_id
    ), truth AS (
      SELECT i.id, coalesce(p.sum, 0) AS paid, coalesce(w.sum, 0) AS written_off, coalesce(r.sum, 0) AS refunded,
             coalesce(greatest(p.last_at, w.last_at), i.sent_at) AS last_at,
             CASE WHEN i.voided_at IS NOT NULL THEN 0
                  ELSE i.total_amount - coalesce(p.sum, 0) - coalesce(w.sum, 0) END AS outstanding
        FROM invoices i
        LEFT JOIN paid p ON p.invoice_id = i.id
        LEFT JOIN written_off w ON w.invoice_id = i.id
        LEFT JOIN refunded r ON r.invoice_id = i.id
       WHERE i.business_id = p_business_id
    ), called AS (
      SELECT t.*, CASE WHEN i.voided_at IS NOT NULL THEN 'VOIDED'
                       WHEN t.outstanding = 0 AND t.paid > 0 AND t.refunded = t.paid THEN 'REFUNDED'
                       WHEN t.outstanding = 0 AND t.written_off > 0 THEN 'WRITTEN_OFF'
                       WHEN t.outstanding = 0 THEN 'PAID'
                       WHEN t.written_off > 0 THEN 'PARTIALLY_WRITTEN_OFF'
                       WHEN t.paid > 0 THEN 'PARTIALLY_PAID'
                       ELSE 'SENT' END AS status
        FROM truth t JOIN invoices i ON i.business_id = p_business_id AND i.id = t.id
    )
    SELECT CASE WHEN (i.paid_amount, i.written_off_amount, i.refunded_amount) <> (c.paid, c.written_off, c.refunded)
                THEN 'an invoice is paid, written off and refunded what allocations, write-offs and refunds say'
                WHEN c.outstanding < 0 OR c.refunded NOT BETWEEN 0 AND c.paid
                  OR (i.voided_at IS NOT NULL AND (c.paid, c.written_off, c.refunded) <> (0, 0, 0))
                THEN 'no more of an invoice is settled than it comes to, or refunded than was paid, and nothing of a void one'
                ELSE 'balance, status and time of payment of an invoice follow from its total and what has settled it' END,
           format('invoice %s of %s: paid %s, written off %s, refunded %s, outstanding %s, %s, kept %s, %s, %s, %s, %s since %s',
                  i.id, i.total_amount, c.paid, c.written_off, c.refunded, c.outstanding, c.status, i.paid_amount,
                  i.written_off_amount, i.refunded_amount, i.outstanding_balance, i.status,
                  coalesce(i.paid_at::text, 'never'))
      FROM called c JOIN invoices i ON i.business_id = p_business_id AND i.id = c.id
     WHERE (i.paid_amount, i.written_off_amount, i.refunded_amount, i.outstanding_balance, i.status)
        <> (c.paid, c.written_off, c.refunded, c.outstanding, c.status)
        OR c.outstanding < 0 OR c.refunded NOT BETWEEN 0 AND c.paid
        OR (i.voided_at IS NOT NULL AND (c.paid, c.written_off, c.refunded) <> (0, 0, 0))
        OR i.paid_at IS DISTINCT FROM CASE WHEN c.status IN ('PAID', 'REFUNDED') THEN c.last_at END;

  RETURN QUERY
    SELECT 'an invoice payment gives what is allocated of it, its rest is credit, and no more of it is refunded than it was',
           format('payment %s of %s: allocated %s, refunded %s, kept a rest of %s, %s refunded', p.id, p.amount,
                  coalesce(a.sum, 0), coalesce(r.sum, 0), p.rest_amount, p.refunded_amount)
      FROM invoice_payments p
      LEFT JOIN (SELECT payment_id, sum(amount) AS sum FROM invoice_payment_allocations
                  WHERE business_id = p_business_id GROUP BY payment_id) a ON a.payment_id = p.id
      LEFT JOIN (SELECT invoice_payment_id, sum(amount) AS sum FROM refund_parts
                  WHERE business_id = p_business_id AND invoice_payment_id IS NOT NULL GROUP BY invoice_payment_id) r
             ON r.invoice_payment_id = p.id
     WHERE p.business_id = p_business_id
       AND ((p.rest_amount, p.refunded_amount) <> (p.amount - coalesce(a.sum, 0), coalesce(r.sum, 0))
            OR a.sum > p.amount OR r.sum NOT BETWEEN 0 AND p.amount);

  RETURN QUERY
    SELECT 'what is allocated of an invoice payment is on an invoice of its customer, once, and is credit since that was voided',
           format('allocation %s of payment %s to invoice %s, credit since %s', a.id, a.payment_id, a.invoice_id,
                  coalesce(a.moved_to_credit_at::text, 'never'))
      FROM (SELECT o.*, count(*) OVER (PARTITION BY o.payment_id, o.invoice_id) AS times FROM invoice_payment_allocations o
             WHERE o.business_id = p_business_id) a
      JOIN invoice_payments p ON p.business_id = p_business_id AND p.id = a.payment_id
      JOIN invoices i ON i.business_id = p_business_id AND i.id = a.invoice_id
     WHERE i.customer_id <> p.customer_id OR a.times > 1
        OR (p.deleted_at IS NULL AND a.moved_to_credit_at IS DISTINCT FROM i.voided_at)
        OR (p.deleted_at IS NOT NULL AND a.moved_to_credit_at IS NULL);

  RETURN QUERY
    SELECT 'a deleted invoice payment is refunded, returned and paid out by nothing', format('payment %s', p.id)
      FROM invoice_payments p
     WHERE p.business_id = p_business_id AND p.deleted_at IS NOT NULL
       AND (p.refunded_amount > 0 OR p.payout_id IS NOT NULL
            OR EXISTS (SELECT FROM invoice_payment_returns r
                        WHERE r.business_id = p_business_id AND r.payment_id = p.id AND r.deleted_at IS NULL));

  RETURN QUERY
    SELECT 'the return of an invoice payment comes to what its allocations and its rest gave back, and took no refund',
           format('payment %s of %s, refunded %s: returned %s of which %s of the rest of %s, and %s of allocations', p.id,
                  p.amount, p.refunded_amount, coalesce(r.amount, 0), coalesce(r.rest_amount, 0), p.rest_amount,
                  coalesce(a.sum, 0))
      FROM invoice_payments p
      LEFT JOIN invoice_payment_returns r ON r.business_id = p_business_id AND r.payment_id = p.id AND r.deleted_at IS NULL
      LEFT JOIN (SELECT payment_id, sum(returned_amount) AS sum FROM invoice_payment_allocations
                  WHERE business_id = p_business_id GROUP BY payment_id) a ON a.payment_id = p.id
     WHERE p.business_id = p_business_id
       AND (coalesce(r.amount, 0) <> coalesce(r.rest_amount, 0) + coalesce(a.sum, 0) OR r.rest_amount > p.rest_amount
            OR r.amount + p.refunded_amount > p.amount OR (r.id IS NOT NULL AND p.method = 'CREDIT_BALANCE'));
END $$;
