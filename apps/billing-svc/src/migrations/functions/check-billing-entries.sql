-- What stands in the journal by what was staged: the entries of documents that their rows name, with what each account gets.
-- OFFSET 0 has a posting read once, and not again for each of its lines.
CREATE OR REPLACE FUNCTION standing_lines_v1(p_business_id uuid)
RETURNS TABLE (source_type text, source_id uuid, event text, basis text, entry_at timestamptz, account_id uuid, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT e.source_type, e.source_id, e.event, s.basis, e.entry_at, (l.line #>> '{account_identifier,id}')::uuid,
         sum((l.line ->> 'amount')::bigint * CASE l.line ->> 'direction' WHEN 'DEBIT' THEN 1 ELSE -1 END)
    FROM standing_entries e
    JOIN postings p ON p.business_id = p_business_id
                   AND p.posting_key = format('%s:%s:%s:%s', e.source_type, e.source_id, e.event, e.revision)
   CROSS JOIN LATERAL (SELECT j.posting ->> 'basis' AS basis, j.posting -> 'line_items' AS line_items
                         FROM (SELECT p.posting::jsonb AS posting OFFSET 0) j OFFSET 0) s
   CROSS JOIN LATERAL jsonb_array_elements(s.line_items) AS l(line)
   WHERE e.business_id = p_business_id AND e.stands
   GROUP BY 1, 2, 3, 4, 5, 6
$$;

-- What stands on the control accounts of each document, debits positive; of none what names no document.
CREATE OR REPLACE FUNCTION standing_debts_v1(p_business_id uuid) RETURNS TABLE (document_id uuid, amount numeric) LANGUAGE sql STABLE AS $$
  SELECT (l.line ->> 'document_id')::uuid,
         sum((l.line ->> 'amount')::bigint * CASE l.line ->> 'direction' WHEN 'DEBIT' THEN 1 ELSE -1 END)
    FROM standing_entries e
    JOIN postings p ON p.business_id = p_business_id
                   AND p.posting_key = format('%s:%s:%s:%s', e.source_type, e.source_id, e.event, e.revision)
   CROSS JOIN LATERAL (SELECT p.posting::jsonb -> 'line_items' AS line_items OFFSET 0) s
   CROSS JOIN LATERAL jsonb_array_elements(s.line_items) AS l(line)
   WHERE e.business_id = p_business_id AND e.stands
     AND (l.line ? 'document_id'
          OR l.line #>> '{account_identifier,id}' IN (SELECT a.account_id::text FROM accounts a
               WHERE a.business_id = p_business_id AND a.stable_name IN ('ACCOUNTS_PAYABLE', 'ACCOUNTS_RECEIVABLE')))
   GROUP BY 1
$$;

-- Whether what stands in the journal is what the documents say. Called by check_billing_v1, under its tenant.
CREATE OR REPLACE FUNCTION check_billing_entries_v1(p_business_id uuid)
RETURNS TABLE (invariant text, detail text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
    WITH said AS (
      SELECT format('%s:%s:%s:%s', e.source_type, e.source_id, e.event, e.revision) AS posting_key
        FROM standing_entries e WHERE e.business_id = p_business_id AND e.stands
    ), standing AS (
      SELECT p.posting_key FROM postings p
       WHERE p.business_id = p_business_id AND p.reverses IS NULL
         AND NOT EXISTS (SELECT FROM postings r WHERE r.business_id = p_business_id AND r.reverses = p.posting_key)
    )
    SELECT 'just those entries stand which the documents name',
           format('%s %s', posting_key, CASE WHEN s.here THEN 'is named and does not stand' ELSE 'stands and is not named' END)
      FROM (SELECT said.*, true AS here FROM said) s
      FULL JOIN (SELECT standing.*, true AS here FROM standing) p USING (posting_key)
     WHERE s.here IS NULL OR p.here IS NULL;

  RETURN QUERY
    WITH posted AS (
      SELECT p.source_type, p.source_id, substring(p.posting_key from '^[a-z_]+:[0-9a-f-]{36}:(.*):[0-9]+$') AS event,
             count(*) AS postings, max(substring(p.posting_key from '[0-9]+$')::bigint) AS last
        FROM postings p WHERE p.business_id = p_business_id AND p.reverses IS NULL GROUP BY 1, 2, 3
    ), kept AS (
      SELECT e.source_type, e.source_id, e.event, e.revision FROM standing_entries e WHERE e.business_id = p_business_id
    )
    SELECT 'every revision of an entry was staged once',
           format('%s %s, %s: is at revision %s, was staged %s times, last as %s', source_type, source_id, event,
                  coalesce(k.revision, 0), coalesce(p.postings, 0), coalesce(p.last, 0))
      FROM kept k FULL JOIN posted p USING (source_type, source_id, event)
     WHERE (coalesce(k.revision, 0), coalesce(k.revision, 0)) <> (coalesce(p.postings, 0), coalesce(p.last, 0));

  RETURN QUERY
    SELECT 'what stands says what the documents say',
           format('%s %s, %s, %s at %s on account %s: %s, posted %s', source_type, source_id, event, basis, entry_at,
                  account_id, coalesce(d.amount, 0), coalesce(s.amount, 0))
      FROM (SELECT l.source_type, l.source_id, l.event, l.basis, l.entry_at, l.account_id, sum(l.amount) AS amount
              FROM (SELECT * FROM payable_lines_v1(p_business_id)
                    UNION ALL
                    SELECT r.source_type, r.source_id, r.event, r.basis, r.entry_at, r.account_id, r.amount
                      FROM receivable_lines_v1(p_business_id) r) l
             GROUP BY 1, 2, 3, 4, 5, 6) d
      FULL JOIN standing_lines_v1(p_business_id) s USING (source_type, source_id, event, basis, entry_at, account_id)
     WHERE coalesce(d.amount, 0) <> coalesce(s.amount, 0);

  RETURN QUERY
    WITH documents AS (
      SELECT b.id, -b.outstanding_balance - coalesce(c.sum, 0) AS amount
        FROM bills b
        LEFT JOIN (SELECT bill_id, sum(a.amount) AS sum FROM vendor_credit_allocations a
                    WHERE a.business_id = p_business_id AND a.deleted_at IS NULL GROUP BY bill_id) c ON c.bill_id = b.id
       WHERE b.business_id = p_business_id
      UNION ALL
      SELECT v.id, v.total_amount - v.refunded_amount FROM vendor_credits v
       WHERE v.business_id = p_business_id AND v.deleted_at IS NULL
      UNION ALL
      SELECT i.id, i.outstanding_balance FROM invoices i WHERE i.business_id = p_business_id
    )
    SELECT 'lines on control accounts say of each document what is owed of it',
           format('document %s: %s, posted %s', coalesce(d.id, s.document_id), coalesce(d.amount, 0), coalesce(s.amount, 0))
      FROM documents d FULL JOIN standing_debts_v1(p_business_id) s ON s.document_id = d.id
     WHERE coalesce(d.amount, 0) <> coalesce(s.amount, 0);

  RETURN QUERY
    WITH owed AS (
      SELECT (SELECT coalesce(sum(outstanding_balance), 0) FROM bills WHERE business_id = p_business_id)
             - (SELECT coalesce(sum(unallocated_amount), 0) FROM vendor_credits
                 WHERE business_id = p_business_id AND deleted_at IS NULL) AS payable,
             (SELECT coalesce(sum(outstanding_balance), 0) FROM invoices WHERE business_id = p_business_id) AS receivable,
             (SELECT coalesce(sum(balance), 0) FROM customer_credits WHERE business_id = p_business_id) AS credits,
             (SELECT coalesce(sum(outstanding_amount), 0) FROM refunds WHERE business_id = p_business_id) AS refunds_due
    ), lines AS (
      SELECT a.stable_name, l.basis, l.amount FROM standing_lines_v1(p_business_id) l
        JOIN accounts a ON a.business_id = p_business_id AND a.account_id = l.account_id
       WHERE a.stable_name = 'ACCOUNTS_PAYABLE' OR l.source_type NOT IN ('bill', 'bill_payment', 'vendor_credit', 'vendor_refund')
      UNION ALL
      -- what documents name themselves is none of what is kept there
      SELECT a.stable_name, l.basis, -l.amount FROM receivable_lines_v1(p_business_id) l
        JOIN accounts a ON a.business_id = p_business_id AND a.account_id = l.account_id
       WHERE l.is_named
    ), booked AS (
      SELECT stable_name, coalesce(-sum(amount) FILTER (WHERE basis <> 'CASH'), 0) AS accrual,
             coalesce(-sum(amount) FILTER (WHERE basis <> 'ACCRUAL'), 0) AS cash
        FROM lines GROUP BY stable_name
    ), kept AS (
      SELECT k.* FROM owed o CROSS JOIN LATERAL (VALUES
        ('ACCOUNTS_PAYABLE', o.payable, true,
         'accounts payable is open bills less unallocated credits, and nothing in the cash books'),
        ('ACCOUNTS_RECEIVABLE', -o.receivable, true, 'accounts receivable is open invoices, and nothing in the cash books'),
        ('REFUND_LIABILITIES', o.refunds_due, true,
         'refund liabilities are refunds less what was paid out of them, and nothing in the cash books'),
        -- in the cash books, what is refunded of it stands there until it is paid out
        ('CUSTOMER_CREDITS', o.credits, false, 'customer credits are what customers have')
      ) AS k(stable_name, amount, is_accrual_alone, invariant)
    )
    SELECT k.invariant, format('%s are owed; posted %s, and %s in the cash books', k.amount, coalesce(b.accrual, 0),
                               coalesce(b.cash, 0))
      FROM kept k LEFT JOIN booked b USING (stable_name)
     WHERE coalesce(b.accrual, 0) <> k.amount OR (k.is_accrual_alone AND coalesce(b.cash, 0) <> 0);
END $$;
