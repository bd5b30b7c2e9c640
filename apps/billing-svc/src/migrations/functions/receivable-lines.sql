-- What of invoices, their payments, refunds and payouts should stand in the journal, by posting-rules.md, "Receivables":
-- for each entry when it happened, in which books, and what each account gets; debits are positive. `is_named` tells what is
-- on an account that a document names from what is on one that it is posted to by itself.
CREATE OR REPLACE FUNCTION receivable_lines_v1(p_business_id uuid)
RETURNS TABLE (source_type text, source_id uuid, event text, basis text, entry_at timestamptz, account_id uuid,
               amount numeric, is_named boolean)
LANGUAGE sql STABLE AS $$
  SELECT * FROM invoice_lines_v1(p_business_id)
  UNION ALL SELECT * FROM invoice_payment_lines_v1(p_business_id)
  UNION ALL SELECT * FROM refund_lines_v1(p_business_id)
  UNION ALL SELECT * FROM payout_lines_v1(p_business_id)
$$;

-- The customer owes the total; we earned the net and hold taxes and tips. What is written off is a cost.
CREATE OR REPLACE FUNCTION invoice_lines_v1(p_business_id uuid)
RETURNS TABLE (source_type text, source_id uuid, event text, basis text, entry_at timestamptz, account_id uuid,
               amount numeric, is_named boolean)
LANGUAGE sql STABLE AS $$
  WITH own AS (SELECT * FROM receivable_accounts_v1(p_business_id))
  SELECT 'invoice', i.id, 'sent', 'ACCRUAL', i.sent_at, o.receivable, i.total_amount, false
    FROM invoices i CROSS JOIN own o WHERE i.business_id = p_business_id AND i.voided_at IS NULL
  UNION ALL
  SELECT 'invoice', i.id, 'sent', 'ACCRUAL', i.sent_at, p.account_id, -p.amount, true
    FROM invoices i JOIN invoice_parts_v1(p_business_id) p ON p.invoice_id = i.id
   WHERE i.business_id = p_business_id AND i.voided_at IS NULL
  UNION ALL
  -- what comes to zero is in the cash books, too, unless the release before posted it
  SELECT 'invoice', i.id, 'sent.cash', 'CASH', i.sent_at, p.account_id, -p.amount, true
    FROM invoices i JOIN invoice_parts_v1(p_business_id) p ON p.invoice_id = i.id
    JOIN standing_entries e ON e.business_id = p_business_id AND e.source_type = 'invoice' AND e.source_id = i.id
                           AND e.event = 'sent.cash'
   WHERE i.business_id = p_business_id AND i.voided_at IS NULL AND i.total_amount = 0
  UNION ALL
  SELECT 'invoice_write_off', w.id, 'written_off', 'ACCRUAL', w.write_off_at, l.account_id, l.amount, l.is_named
    FROM invoice_write_offs w CROSS JOIN own o
   CROSS JOIN LATERAL (VALUES (w.account_id, w.amount, true), (o.receivable, -w.amount, false)) AS l(account_id, amount, is_named)
   WHERE w.business_id = p_business_id AND w.deleted_at IS NULL
$$;

-- A payment settles the debt in the accrual books, and is what invoices were for in the cash books; its rest is credit.
CREATE OR REPLACE FUNCTION invoice_payment_lines_v1(p_business_id uuid)
RETURNS TABLE (source_type text, source_id uuid, event text, basis text, entry_at timestamptz, account_id uuid,
               amount numeric, is_named boolean)
LANGUAGE sql STABLE AS $$
  WITH own AS (
    SELECT * FROM receivable_accounts_v1(p_business_id)
  ), bases AS (
    SELECT * FROM (VALUES ('ACCRUAL', '.accrual'), ('CASH', '.cash')) AS k(basis, ending)
  ), paid AS (
    SELECT p.*, k.basis, 'paid' || k.ending AS event, p.amount - coalesce(a.sum, 0) AS rest
      FROM invoice_payments p CROSS JOIN bases k
      LEFT JOIN (SELECT payment_id, sum(amount) AS sum FROM invoice_payment_allocations
                  WHERE business_id = p_business_id GROUP BY payment_id) a ON a.payment_id = p.id
     WHERE p.business_id = p_business_id AND p.deleted_at IS NULL
  ), shares AS (
    SELECT s.*, p.paid_at, i.sent_at, k.basis, k.ending, o.credits, s.prepayment_account_id IS NOT NULL AS is_early,
           CASE k.basis WHEN 'ACCRUAL' THEN o.receivable ELSE s.account_id END AS settled_account_id,
           k.basis = 'CASH' AS settles_named
      FROM invoice_shares_v1(p_business_id) s
      JOIN invoice_payments p ON p.business_id = p_business_id AND p.id = s.payment_id AND p.deleted_at IS NULL
      JOIN invoices i ON i.business_id = p_business_id AND i.id = s.invoice_id
     CROSS JOIN own o CROSS JOIN bases k
  ), back AS (
    SELECT r.*, p.clearing_account_id, k.basis, 'returned' || k.ending AS event
      FROM invoice_payment_returns r CROSS JOIN bases k
      JOIN invoice_payments p ON p.business_id = p_business_id AND p.id = r.payment_id
     WHERE r.business_id = p_business_id AND r.deleted_at IS NULL
  ), returned AS (
    -- what came back before the invoice was sent waited on the prepayment account
    SELECT s.*, r.id AS return_id, r.returned_at, r.basis, r.event, i.sent_at, o.credits,
           s.prepayment_account_id IS NOT NULL AND r.returned_at < i.sent_at AS is_waiting,
           CASE r.basis WHEN 'ACCRUAL' THEN o.receivable ELSE s.account_id END AS settled_account_id,
           r.basis = 'CASH' AS settles_named
      FROM returned_shares_v1(p_business_id) s
      JOIN back r ON r.payment_id = s.payment_id
      JOIN invoices i ON i.business_id = p_business_id AND i.id = s.invoice_id
     CROSS JOIN own o
  )
  SELECT 'invoice_payment_return', r.id, r.event, r.basis, r.returned_at, l.account_id, l.amount, l.is_named
    FROM back r CROSS JOIN own o
   CROSS JOIN LATERAL (VALUES (r.clearing_account_id, -r.amount - r.fee::numeric, true), (o.fees, r.fee, false),
                              (o.credits, r.rest_amount, false)) AS l(account_id, amount, is_named)
  UNION ALL
  SELECT 'invoice_payment_return', r.return_id, r.event, r.basis, r.returned_at,
         CASE WHEN r.is_credit THEN r.credits WHEN r.is_waiting THEN r.prepayment_account_id ELSE r.settled_account_id END,
         r.amount, NOT r.is_credit AND (r.is_waiting OR r.settles_named)
    FROM returned r
  UNION ALL
  SELECT 'invoice_payment', p.id, p.event, p.basis, p.paid_at, l.account_id, l.amount, l.is_named
    FROM paid p CROSS JOIN own o
   CROSS JOIN LATERAL (VALUES
     (CASE p.method WHEN 'CREDIT_BALANCE' THEN o.credits ELSE p.clearing_account_id END, p.amount - p.fee::numeric,
      p.method <> 'CREDIT_BALANCE'),
     (o.fees, p.fee, false), (o.credits, -p.rest, false)) AS l(account_id, amount, is_named)
  UNION ALL
  -- what is early waits on the prepayment account
  SELECT 'invoice_payment', s.payment_id, 'paid' || s.ending, s.basis, s.paid_at,
         coalesce(s.prepayment_account_id, s.settled_account_id), -s.amount, s.is_early OR s.settles_named
    FROM shares s
  UNION ALL
  -- until the invoice is sent
  SELECT 'invoice_payment', s.payment_id, format('prepaid%s:%s', s.ending, s.allocation_id), s.basis, s.sent_at,
         l.account_id, l.amount, l.is_named
    FROM shares s
   CROSS JOIN LATERAL (VALUES (s.prepayment_account_id, s.amount, true),
                              (s.settled_account_id, -s.amount, s.settles_named)) AS l(account_id, amount, is_named)
   WHERE s.is_early AND NOT s.is_credit
  UNION ALL
  -- without what came back before that
  SELECT 'invoice_payment', r.payment_id, replace(r.event, 'returned', 'prepaid') || ':' || r.allocation_id, r.basis, r.sent_at,
         l.account_id, l.amount, l.is_named
    FROM returned r
   CROSS JOIN LATERAL (VALUES (r.prepayment_account_id, -r.amount, true),
                              (r.settled_account_id, r.amount, r.settles_named)) AS l(account_id, amount, is_named)
   WHERE r.is_waiting AND NOT r.is_credit
  UNION ALL
  -- what a voided invoice has left is the customer's
  SELECT 'invoice_payment', s.payment_id, format('moved%s:%s', s.ending, s.allocation_id), s.basis, s.paid_at,
         l.account_id, l.amount, l.is_named
    FROM shares s
   CROSS JOIN LATERAL (VALUES
     (coalesce(s.prepayment_account_id, s.settled_account_id), s.amount, s.is_early OR s.settles_named),
     (s.credits, -s.amount, false)) AS l(account_id, amount, is_named)
   WHERE s.is_credit
$$;

-- A refund is a debt to the customer, in the accrual books; it is paid there, and is what it takes back in the cash books.
CREATE OR REPLACE FUNCTION refund_lines_v1(p_business_id uuid)
RETURNS TABLE (source_type text, source_id uuid, event text, basis text, entry_at timestamptz, account_id uuid,
               amount numeric, is_named boolean)
LANGUAGE sql STABLE AS $$
  WITH own AS (
    SELECT * FROM receivable_accounts_v1(p_business_id)
  ), taken AS (
    SELECT 'refund' AS source_type, s.refund_id AS source_id, 'issued' AS event, 'ACCRUAL' AS basis,
           coalesce(r.completed_at, r.imported_at) AS taken_at, format('prepaid.accrual:%s', s.part_id) AS release,
           s.part_id, s.component, s.account_id, s.prepayment_account_id, s.amount
      FROM issued_shares_v1(p_business_id) s JOIN refunds r ON r.business_id = p_business_id AND r.id = s.refund_id
    UNION ALL
    SELECT 'refund_payment', s.payment_id, 'refunded.cash', 'CASH', p.completed_at, format('prepaid.cash:%s', s.part_id),
           s.part_id, s.component, s.account_id, s.prepayment_account_id, s.amount
      FROM paid_out_shares_v1(p_business_id) s JOIN refund_payments p ON p.business_id = p_business_id AND p.id = s.payment_id
  ), timed AS (
    -- what is taken back before the invoice is sent is still on the prepayment account
    SELECT t.*, i.sent_at, t.prepayment_account_id IS NOT NULL AND i.sent_at IS NOT NULL AND t.taken_at < i.sent_at AS is_early,
           t.component NOT IN ('credit', 'returns') AS is_named
      FROM taken t
      JOIN refund_parts p ON p.business_id = p_business_id AND p.id = t.part_id
      LEFT JOIN invoices i ON i.business_id = p_business_id AND i.id = p.invoice_id
  ), live AS (
    SELECT p.*, k.basis, k.event, c.amount AS cleared
      FROM refund_payments p JOIN cleared_by_refund_payments_v1(p_business_id) c USING (id)
     CROSS JOIN (VALUES ('ACCRUAL', 'refunded.accrual'), ('CASH', 'refunded.cash')) AS k(basis, event)
     WHERE p.business_id = p_business_id
  )
  SELECT t.source_type, t.source_id, t.event, t.basis, t.taken_at,
         CASE WHEN t.is_early THEN t.prepayment_account_id ELSE t.account_id END, t.amount, t.is_named
    FROM timed t
  UNION ALL
  SELECT t.source_type, t.source_id, t.release, t.basis, t.sent_at, l.account_id, l.amount, t.is_named
    FROM timed t
   CROSS JOIN LATERAL (VALUES (t.account_id, t.amount), (t.prepayment_account_id, -t.amount)) AS l(account_id, amount)
   WHERE t.is_early
  UNION ALL
  SELECT 'refund', r.id, 'issued', 'ACCRUAL', coalesce(r.completed_at, r.imported_at), o.refunds_due, -r.total_amount, false
    FROM refunds r CROSS JOIN own o WHERE r.business_id = p_business_id
  UNION ALL
  SELECT 'refund_payment', p.id, p.event, p.basis, p.completed_at, o.refunds_due, p.refunded_amount, false
    FROM live p CROSS JOIN own o WHERE p.basis = 'ACCRUAL'
  UNION ALL
  SELECT 'refund_payment', p.id, p.event, p.basis, p.completed_at, l.account_id, l.amount, l.is_named
    FROM live p CROSS JOIN own o
   CROSS JOIN LATERAL (VALUES
     (CASE p.method WHEN 'STORE_CREDIT' THEN o.credits ELSE p.clearing_account_id END, -p.cleared, p.method <> 'STORE_CREDIT'),
     (o.fees, coalesce(p.fee, 0)::numeric, false)) AS l(account_id, amount, is_named)
  UNION ALL
  SELECT 'refund_payment', p.id, p.event, p.basis, p.completed_at, (f.fee ->> 'accountId')::uuid,
         -(f.fee ->> 'feeAmount')::bigint, true
    FROM live p CROSS JOIN LATERAL jsonb_array_elements(p.refunded_payment_fees) AS f(fee)
$$;

-- What its members left on their clearing accounts is in the deposit. A deleted payout deposits nothing.
CREATE OR REPLACE FUNCTION payout_lines_v1(p_business_id uuid)
RETURNS TABLE (source_type text, source_id uuid, event text, basis text, entry_at timestamptz, account_id uuid,
               amount numeric, is_named boolean)
LANGUAGE sql STABLE AS $$
  WITH settled AS (
    SELECT p.id AS payout_id, l.account_id, l.amount, false AS is_named
      FROM payouts p CROSS JOIN receivable_accounts_v1(p_business_id) o
     CROSS JOIN LATERAL (VALUES (o.undeposited, p.paid_out_amount), (o.fees, p.fee)) AS l(account_id, amount)
     WHERE p.business_id = p_business_id
    UNION ALL
    SELECT payout_id, clearing_account_id, fee - amount, true FROM invoice_payments
     WHERE business_id = p_business_id AND payout_id IS NOT NULL
    UNION ALL
    SELECT r.payout_id, p.clearing_account_id, r.amount + r.fee, true
      FROM invoice_payment_returns r JOIN invoice_payments p ON p.business_id = p_business_id AND p.id = r.payment_id
     WHERE r.business_id = p_business_id AND r.payout_id IS NOT NULL
    UNION ALL
    SELECT p.payout_id, p.clearing_account_id, c.amount, true
      FROM refund_payments p JOIN cleared_by_refund_payments_v1(p_business_id) c USING (id)
     WHERE p.business_id = p_business_id AND p.payout_id IS NOT NULL
    UNION ALL
    SELECT payout_id, account_id, CASE direction WHEN 'CREDIT' THEN -amount ELSE amount END, true FROM payout_transactions
     WHERE business_id = p_business_id
  )
  SELECT 'payout', p.id, 'paid_out', 'BOTH', p.completed_at, s.account_id, s.amount, s.is_named
    FROM settled s JOIN payouts p ON p.business_id = p_business_id AND p.id = s.payout_id AND p.deleted_at IS NULL
$$;
