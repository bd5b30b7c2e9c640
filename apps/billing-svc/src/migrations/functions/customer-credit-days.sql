-- What the postings of their documents have moved of the credit of customers, by the day at which it was posted.
CREATE OR REPLACE FUNCTION posted_credit_v1(p_business_id uuid, p_customer_ids uuid[])
RETURNS TABLE (customer_id uuid, day date, amount numeric) LANGUAGE sql STABLE AS $$
  SELECT s.customer_id, (p.entry_at AT TIME ZONE b.time_zone)::date,
         sum((l.line ->> 'amount')::bigint * CASE (l.line ->> 'direction' = 'CREDIT') = (p.reverses IS NULL) WHEN true THEN 1 ELSE -1 END)
    FROM (SELECT k.customer_id, 'invoice_payment' AS source_type, k.id FROM invoice_payments k
           WHERE k.business_id = p_business_id AND k.customer_id = ANY (p_customer_ids)
          UNION ALL
          SELECT k.customer_id, 'invoice_payment_return', r.id FROM invoice_payments k
            JOIN invoice_payment_returns r ON r.business_id = p_business_id AND r.payment_id = k.id
           WHERE k.business_id = p_business_id AND k.customer_id = ANY (p_customer_ids)
          UNION ALL
          SELECT k.customer_id, 'refund', k.id FROM refunds k
           WHERE k.business_id = p_business_id AND k.customer_id = ANY (p_customer_ids)
          UNION ALL
          SELECT k.customer_id, 'refund_payment', r.id FROM refunds k
            JOIN refund_payments r ON r.business_id = p_business_id AND r.refund_id = k.id
           WHERE k.business_id = p_business_id AND k.customer_id = ANY (p_customer_ids)) s
    JOIN postings p ON p.business_id = p_business_id AND p.source_id = s.id AND p.source_type = s.source_type
    JOIN businesses b ON b.business_id = p_business_id
    LEFT JOIN postings o ON o.business_id = p_business_id AND o.posting_key = p.reverses
   CROSS JOIN LATERAL (SELECT coalesce(o.posting, p.posting)::jsonb AS posting OFFSET 0) j
   CROSS JOIN LATERAL jsonb_array_elements(j.posting -> 'line_items') AS l(line)
   WHERE j.posting ->> 'basis' <> 'CASH'
     AND l.line #>> '{account_identifier,id}' = (SELECT a.account_id::text FROM accounts a
          WHERE a.business_id = p_business_id AND a.stable_name = 'CUSTOMER_CREDITS')
   GROUP BY 1, 2
$$;

-- Keeps the days of these customers' credit, as the postings have them. The caller has locked the credit.
CREATE OR REPLACE FUNCTION date_credits_v1(p_business_id uuid, p_customer_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM customer_credit_days d WHERE d.business_id = p_business_id AND d.customer_id = ANY (p_customer_ids);
  INSERT INTO customer_credit_days (business_id, customer_id, day, amount)
    SELECT p_business_id, m.customer_id, m.day, m.amount FROM posted_credit_v1(p_business_id, p_customer_ids) m WHERE m.amount <> 0;
  UPDATE customer_credits c SET dated = c.balance WHERE c.business_id = p_business_id AND c.customer_id = ANY (p_customer_ids);
END $$;

-- The version before moves the balance alone. That the balance is another one would not tell: it may come back to what it was.
CREATE OR REPLACE FUNCTION undate_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.dated := NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER credits_undated BEFORE UPDATE OF balance ON customer_credits FOR EACH ROW
  WHEN (NEW.balance <> OLD.balance AND NEW.dated IS NOT DISTINCT FROM OLD.dated) EXECUTE FUNCTION undate_credit();

-- And it moves nothing where credit comes and goes by as much in one request, on two days. What it posts has no party. At the
-- end of the transaction, as credits are locked last.
CREATE OR REPLACE FUNCTION undate_credit_of_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE customer_credits c SET dated = NULL
   WHERE c.business_id = NEW.business_id AND c.dated IS NOT NULL
     AND c.customer_id = CASE NEW.source_type
           WHEN 'invoice_payment' THEN
             (SELECT p.customer_id FROM invoice_payments p WHERE p.business_id = NEW.business_id AND p.id = NEW.source_id)
           WHEN 'refund' THEN
             (SELECT r.customer_id FROM refunds r WHERE r.business_id = NEW.business_id AND r.id = NEW.source_id)
           WHEN 'refund_payment' THEN
             (SELECT r.customer_id FROM refund_payments p
                JOIN refunds r ON r.business_id = NEW.business_id AND r.id = p.refund_id
               WHERE p.business_id = NEW.business_id AND p.id = NEW.source_id)
         END;
  RETURN NULL;
END $$;

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'credits_undated_by_source') THEN
    CREATE CONSTRAINT TRIGGER credits_undated_by_source AFTER INSERT OR UPDATE ON standing_entries
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
      WHEN (NEW.party_revision IS DISTINCT FROM NEW.revision
            AND NEW.source_type IN ('invoice_payment', 'refund', 'refund_payment'))
      EXECUTE FUNCTION undate_credit_of_source();
  END IF;
END $$;
