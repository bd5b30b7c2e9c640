-- What banking keeps of one business, checked from its transactions up: one row per violation, none when all is right.
-- STABLE, so that all of it is seen as of one moment while others go on writing. Reads every transaction and posting; for
-- operators and tests.
CREATE OR REPLACE FUNCTION check_banking_v1(p_client_id uuid, p_business_id uuid)
RETURNS TABLE (invariant text, detail text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM enter_tenant_v1(p_client_id::text, p_business_id::text);

  RETURN QUERY
    WITH truth AS (
      SELECT t.external_account_id, count(*) AS transactions, sum(s.amount) AS sum,
             count(*) FILTER (WHERE s.waits) AS waiting, coalesce(sum(s.amount) FILTER (WHERE s.waits), 0) AS waiting_sum
        FROM bank_transactions t
        CROSS JOIN LATERAL (SELECT CASE t.direction WHEN 'CREDIT' THEN t.amount ELSE -t.amount END AS amount,
                                   t.status IN ('PENDING', 'READY_FOR_INPUT') AS waits) s
       WHERE t.business_id = p_business_id GROUP BY t.external_account_id
    ), kept AS (
      SELECT k.external_account_id, k.transaction_count AS transactions, k.transaction_sum AS sum,
             k.uncategorized_count AS waiting, k.uncategorized_sum AS waiting_sum
        FROM external_account_totals k WHERE k.business_id = p_business_id
    )
    SELECT 'the totals of an external account are those of its transactions',
           format('external account %s: kept %s transactions of %s, %s of %s waiting; there are %s of %s, %s of %s',
                  external_account_id, coalesce(k.transactions, 0), coalesce(k.sum, 0), coalesce(k.waiting, 0),
                  coalesce(k.waiting_sum, 0), coalesce(t.transactions, 0), coalesce(t.sum, 0), coalesce(t.waiting, 0),
                  coalesce(t.waiting_sum, 0))
      FROM truth t FULL JOIN kept k USING (external_account_id)
     WHERE (coalesce(t.transactions, 0), coalesce(t.sum, 0), coalesce(t.waiting, 0), coalesce(t.waiting_sum, 0))
        <> (coalesce(k.transactions, 0), coalesce(k.sum, 0), coalesce(k.waiting, 0), coalesce(k.waiting_sum, 0));

  RETURN QUERY
    SELECT 'a split has parts that sum to its amount, and nothing else has parts',
           format('transaction %s, %s of %s: parts of %s', t.id, t.status, t.amount, coalesce(s.sum, 0))
      FROM bank_transactions t
      LEFT JOIN (SELECT transaction_id, sum(amount) AS sum FROM split_entries
                  WHERE business_id = p_business_id GROUP BY transaction_id) s ON s.transaction_id = t.id
     WHERE t.business_id = p_business_id AND s.sum IS DISTINCT FROM CASE t.status WHEN 'SPLIT' THEN t.amount END;

  RETURN QUERY
    SELECT 'a transaction names a posting where its state needs one, and only there',
           format('transaction %s, %s of %s: %s', t.id, t.status, t.amount, coalesce(t.live_posting_key, 'none'))
      FROM bank_transactions t
     WHERE t.business_id = p_business_id
       AND (t.live_posting_key IS NOT NULL)
        <> (t.status IN ('CATEGORIZED', 'SPLIT') AND NOT t.is_excluded AND t.amount > 0);

  RETURN QUERY
    WITH said AS (
      SELECT 'bank_transaction' AS source_type, id AS source_id, live_posting_key AS posting_key FROM bank_transactions
       WHERE business_id = p_business_id AND live_posting_key IS NOT NULL
      UNION ALL
      SELECT 'bank_match', id, matches.posting_key FROM matches
       WHERE business_id = p_business_id AND matches.posting_key IS NOT NULL AND ended_at IS NULL
      UNION ALL
      SELECT 'opening_balance', id, opening_balances.posting_key FROM opening_balances
       WHERE business_id = p_business_id AND opening_balances.posting_key IS NOT NULL AND deleted_at IS NULL
    ), standing AS (
      SELECT p.source_type, p.source_id, p.posting_key FROM postings p
       WHERE p.business_id = p_business_id AND p.reverses IS NULL
         AND NOT EXISTS (SELECT FROM postings r WHERE r.business_id = p_business_id AND r.reverses = p.posting_key)
    )
    SELECT 'just that posting stands which its source names',
           format('%s %s: %s %s', source_type, source_id, posting_key,
                  CASE WHEN s.here THEN 'is named and does not stand' ELSE 'stands and is not named' END)
      FROM (SELECT said.*, true AS here FROM said) s
      FULL JOIN (SELECT standing.*, true AS here FROM standing) p USING (source_type, source_id, posting_key)
     WHERE s.here IS NULL OR p.here IS NULL;

  -- Money in is a debit of the bank account. A transaction's posting is known whole; of others, what the bank accounts get.
  RETURN QUERY
    WITH moved AS (
      SELECT t.id, t.live_posting_key, t.match_id, t.status, t.category_account_id, b.ledger_account_id,
             CASE t.direction WHEN 'CREDIT' THEN 1 ELSE -1 END AS sign, t.amount
        FROM bank_transactions t JOIN bank_accounts b ON b.business_id = p_business_id AND b.id = t.bank_account_id
       WHERE t.business_id = p_business_id AND t.status IN ('CATEGORIZED', 'SPLIT', 'MATCHED')
    ), meant AS (
      SELECT l.posting_key, l.account_id, l.is_whole, sum(l.amount) AS amount
        FROM (SELECT live_posting_key, ledger_account_id, true, sign * amount FROM moved
               WHERE live_posting_key IS NOT NULL
              UNION ALL
              SELECT live_posting_key, category_account_id, true, -sign * amount FROM moved
               WHERE live_posting_key IS NOT NULL AND status = 'CATEGORIZED'
              UNION ALL
              SELECT m.live_posting_key, s.category_account_id, true, -m.sign * s.amount
                FROM moved m JOIN split_entries s ON s.business_id = p_business_id AND s.transaction_id = m.id
               WHERE m.live_posting_key IS NOT NULL AND m.status = 'SPLIT'
              UNION ALL
              SELECT h.posting_key, m.ledger_account_id, false, m.sign * m.amount
                FROM moved m JOIN matches h ON h.business_id = p_business_id AND h.id = m.match_id
               WHERE h.posting_key IS NOT NULL
              UNION ALL
              -- A document is cleared of all that it left in its account; where that is the one of differences, of more.
              SELECT h.posting_key, h.clearing_account_id, false, -m.sign * h.cleared_amount
                FROM moved m JOIN matches h ON h.business_id = p_business_id AND h.id = m.match_id
               WHERE h.posting_key IS NOT NULL AND h.cleared_amount IS NOT NULL
                 AND NOT EXISTS (SELECT FROM accounts a WHERE a.business_id = p_business_id
                                    AND a.account_id = h.clearing_account_id AND a.stable_name = 'MATCH_ADJUSTMENTS')
              UNION ALL
              SELECT o.posting_key, b.ledger_account_id, false, o.balance
                FROM opening_balances o
                JOIN external_accounts e ON e.business_id = p_business_id AND e.id = o.external_account_id
                JOIN bank_accounts b ON b.business_id = p_business_id AND b.id = e.bank_account_id
               WHERE o.business_id = p_business_id AND o.posting_key IS NOT NULL AND o.deleted_at IS NULL
             ) AS l(posting_key, account_id, is_whole, amount)
       GROUP BY l.posting_key, l.account_id, l.is_whole
    ), posted AS (
      SELECT p.posting_key, k.is_whole, (l.line #>> '{account_identifier,id}')::uuid AS account_id,
             sum((l.line ->> 'amount')::bigint * CASE l.line ->> 'direction' WHEN 'DEBIT' THEN 1 ELSE -1 END) AS amount
        FROM postings p
        JOIN (SELECT DISTINCT meant.posting_key, meant.is_whole FROM meant) k ON k.posting_key = p.posting_key
        CROSS JOIN LATERAL jsonb_array_elements(p.posting::jsonb -> 'line_items') AS l(line)
       WHERE p.business_id = p_business_id GROUP BY 1, 2, 3
    )
    SELECT 'a posting has the lines that its source says',
           format('%s on account %s: %s, posted %s', posting_key, account_id, coalesce(m.amount, 0), coalesce(p.amount, 0))
      FROM meant m FULL JOIN posted p USING (posting_key, account_id)
     WHERE coalesce(m.amount, 0) <> coalesce(p.amount, 0)
       AND (m.posting_key IS NOT NULL OR p.is_whole);

  RETURN QUERY
    SELECT 'the postings of a transaction are those that it counts',
           format('transaction %s: counts %s, has %s', t.id, t.posting_revision, coalesce(p.postings, 0))
      FROM bank_transactions t
      LEFT JOIN (SELECT source_id, count(*) AS postings FROM postings
                  WHERE business_id = p_business_id AND source_type = 'bank_transaction' GROUP BY source_id) p
             ON p.source_id = t.id
     WHERE t.business_id = p_business_id AND t.posting_revision <> coalesce(p.postings, 0);

  RETURN QUERY
    WITH sides AS (
      SELECT m.id AS match_id, s.transaction_id
        FROM matches m CROSS JOIN LATERAL (VALUES (m.transaction_id), (m.counterpart_id)) AS s(transaction_id)
       WHERE m.business_id = p_business_id AND m.ended_at IS NULL AND s.transaction_id IS NOT NULL
    ), matched AS (
      SELECT t.match_id, t.id AS transaction_id FROM bank_transactions t
       WHERE t.business_id = p_business_id AND t.match_id IS NOT NULL
    )
    SELECT 'a match that holds and the transactions it holds name each other',
           format('match %s, transaction %s: %s', match_id, transaction_id,
                  CASE WHEN s.here THEN 'the transaction does not say so' ELSE 'the match does not hold it' END)
      FROM (SELECT sides.*, true AS here FROM sides) s
      FULL JOIN (SELECT matched.*, true AS here FROM matched) t USING (match_id, transaction_id)
     WHERE s.here IS NULL OR t.here IS NULL;

  RETURN QUERY
    SELECT 'a match that holds and what it is matched to name each other',
           format('candidate %s: names %s, held by %s', candidate_id, coalesce(c.match_id::text, 'none'),
                  coalesce(m.match_id::text, 'none'))
      FROM (SELECT id AS candidate_id, match_candidates.match_id FROM match_candidates
             WHERE business_id = p_business_id AND match_candidates.match_id IS NOT NULL) c
      FULL JOIN (SELECT matches.candidate_id, id AS match_id FROM matches
                  WHERE business_id = p_business_id AND ended_at IS NULL AND matches.candidate_id IS NOT NULL) m
             USING (candidate_id)
     WHERE c.match_id IS DISTINCT FROM m.match_id;

  RETURN QUERY
    WITH documents AS (
      SELECT h.posting_key, h.clearing_account_id, h.allocations,
             -- Money in clears by a credit; what goes the other way is below zero.
             t.direction AS clears
        FROM matches h JOIN bank_transactions t ON t.business_id = p_business_id AND t.id = h.transaction_id
       WHERE h.business_id = p_business_id AND h.ended_at IS NULL AND h.posting_key IS NOT NULL
         AND h.cleared_amount IS NOT NULL
         AND NOT EXISTS (SELECT FROM accounts a WHERE a.business_id = p_business_id
                            AND a.account_id = h.clearing_account_id AND a.stable_name = 'MATCH_ADJUSTMENTS')
    ), meant AS (
      SELECT d.posting_key, t.tags, sum((a.part ->> 'amount')::bigint) AS amount
        FROM documents d
        CROSS JOIN LATERAL jsonb_array_elements(d.allocations) AS a(part)
        CROSS JOIN LATERAL (SELECT coalesce(string_agg(tag ->> 'definitionId', ' ' ORDER BY tag ->> 'definitionId'), '')
                              FROM jsonb_array_elements(a.part -> 'tags') AS tag) AS t(tags)
       GROUP BY 1, 2
    ), posted AS (
      SELECT d.posting_key, t.tags,
             sum((l.line ->> 'amount')::bigint * CASE l.line ->> 'direction' WHEN d.clears THEN 1 ELSE -1 END) AS amount
        FROM documents d
        JOIN postings p ON p.business_id = p_business_id AND p.posting_key = d.posting_key
        CROSS JOIN LATERAL jsonb_array_elements(p.posting::jsonb -> 'line_items') AS l(line)
        CROSS JOIN LATERAL (SELECT coalesce(string_agg(tag ->> 'definition_id', ' ' ORDER BY tag ->> 'definition_id'), '')
                              FROM jsonb_array_elements(l.line -> 'tags') AS tag) AS t(tags)
       WHERE (l.line #>> '{account_identifier,id}')::uuid = d.clearing_account_id
       GROUP BY 1, 2
    )
    SELECT 'a match clears its document under the tags of each part',
           format('%s under %s: %s, posted %s', posting_key, coalesce(nullif(tags, ''), 'no tags'), coalesce(m.amount, 0),
                  coalesce(p.amount, 0))
      FROM meant m FULL JOIN posted p USING (posting_key, tags)
     WHERE m.amount IS DISTINCT FROM p.amount;

  RETURN QUERY SELECT c.invariant, c.detail FROM check_postings_v1(p_business_id) c;
  RETURN QUERY SELECT c.invariant, c.detail FROM check_records_v1(p_business_id) c;
  RETURN QUERY SELECT c.invariant, c.detail FROM check_seals_v1(p_business_id) c;
END $$;
