-- Posts one entry that reverses nothing and carries no tags, as most do: what post_entries_v2 does with it, with the same
-- outcomes, locks and constraints, in straight statements.
--
-- The key is claimed by writing its answer, once the books are as they were: a statement less than looking for it first.
CREATE OR REPLACE FUNCTION post_entry_v1(
  p_client_id uuid, p_business_id uuid, p_books_epoch bigint, p_asked_epoch bigint, p_alone boolean, p_now timestamptz, p_slot smallint,
  p_operation text, p_key text, p_request_hash text, p_answer text, p_request_id text, p_actor text,
  e_id uuid, e_external_id text, e_posting_key text, e_type text, e_basis text, e_agent text,
  e_entry_at timestamptz, e_memo text, e_metadata text, e_reference text, e_source_type text, e_source_id text, e_asked text,
  l_ids uuid[], l_account_ids uuid[], l_amounts bigint[], l_directions text[],
  l_memos text[], l_document_ids uuid[], l_customer_ids uuid[], l_vendor_ids uuid[],
  o_id uuid, o_subject text, o_event text,
  OUT outcome text, OUT answer text, OUT long_account_ids uuid[], OUT long_days date[]
) LANGUAGE plpgsql AS $$
DECLARE
  journal constant uuid := '00000000-0000-0000-0000-000000000000';
  all_lines constant uuid := '00000000-0000-0000-0000-000000000000';
  -- as the tables keep it
  at constant timestamptz(3) := e_entry_at;
  day constant date := (at AT TIME ZONE 'UTC')::date;
  month constant date := date_trunc('month', at AT TIME ZONE 'UTC')::date;
  books record;
  claim record;
  some_blocks boolean;
  largest_month bigint;
BEGIN
  PERFORM set_config('app.client_id', p_client_id::text, true), set_config('app.business_id', p_business_id::text, true),
          set_config('app.request_id', coalesce(p_request_id, ''), true);

  IF p_alone THEN PERFORM lock_books_for_change_v1(p_business_id);
  -- As that function does, without a statement where both are free.
  ELSIF NOT (pg_try_advisory_xact_lock_shared(client_lock_v1()) AND pg_try_advisory_xact_lock_shared(hashtextextended(p_business_id::text, 2))) THEN
    PERFORM lock_books_for_posting_v1(p_business_id);
  END IF;
  SELECT b.books_epoch, b.closed_through, b.closed_epoch, b.large_amounts, b.first_entry_at,
         b.months_before,
         NOT EXISTS (SELECT FROM unnest(l_account_ids) AS used(id)
                      WHERE NOT EXISTS (SELECT FROM accounts a WHERE a.business_id = p_business_id AND a.id = used.id)) AS have_accounts
    INTO books FROM businesses b WHERE b.id = p_business_id AND b.client_id = p_client_id;
  outcome := CASE WHEN NOT FOUND THEN 'NO_BUSINESS' WHEN books.books_epoch <> p_books_epoch THEN 'STALE' ELSE 'POSTED' END;
  IF p_key IS NOT NULL THEN
    -- A repeat is answered, however the books have changed.
    claim := CASE outcome
      WHEN 'POSTED' THEN keep_new_answer_v1(p_business_id, p_client_id, p_operation, p_key, p_request_hash, p_answer, p_now)
      ELSE claim_idempotency_key_v1(p_business_id, p_client_id, p_operation, p_key, p_request_hash, p_now) END;
    IF claim.outcome <> 'NEW' THEN
      outcome := claim.outcome;
      answer := claim.answer;
    END IF;
  END IF;
  IF outcome <> 'POSTED' THEN
    RETURN;
  END IF;
  -- The core has refused these already: whatever gets here all the same is a defect, and stops.
  IF p_asked_epoch >= books.closed_epoch AND at <= books.closed_through THEN
    RAISE EXCEPTION 'an entry falls into the closed period' USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entries_open_period';
  END IF;
  IF NOT books.have_accounts THEN
    RAISE EXCEPTION 'a line names an account the business does not have' USING ERRCODE = 'check_violation', CONSTRAINT = 'line_items_account';
  END IF;

  INSERT INTO journal_entries (business_id, id, external_id, posting_key, entry_type, basis, agent, entry_at, recorded_at,
                               memo, metadata, reference_number, source_type, source_id, line_count, asked_epoch, asked, request_id, actor)
  VALUES (p_business_id, e_id, e_external_id, e_posting_key, e_type, e_basis, e_agent, at, p_now,
          e_memo, e_metadata::json, e_reference, e_source_type, e_source_id, cardinality(l_ids),
          CASE WHEN p_asked_epoch < books.books_epoch THEN p_asked_epoch END, e_asked::jsonb, p_request_id, p_actor);

  PERFORM write_event_v1(p_business_id, o_id, e_id, 1, o_subject, o_event, p_now);

  -- Lines, and with what was really inserted the balances: in the order that move_balances_v1 moves them.
  WITH lines AS (
    INSERT INTO line_items (business_id, id, entry_id, position, account_id, amount, direction, basis, entry_at, created_at, is_reversal, memo,
                            document_id, customer_id, vendor_id)
      SELECT p_business_id, l.id, e_id, l.n - 1, l.account_id, l.amount, l.direction, e_basis, at, p_now, false, l.memo,
             l.document_id, l.customer_id, l.vendor_id
        FROM unnest(l_ids, l_account_ids, l_amounts, l_directions, l_memos, l_document_ids, l_customer_ids, l_vendor_ids)
             WITH ORDINALITY AS l(id, account_id, amount, direction, memo, document_id, customer_id, vendor_id, n)
       ORDER BY l.n
      RETURNING account_id, amount, direction
  ), deltas AS (
    SELECT a.account_id, g.grain, g.period, a.debits, a.credits, a.lines, NULL::integer AS bank, NULL::integer AS manual, NULL::integer AS other
      FROM (SELECT l.account_id, coalesce(sum(l.amount) FILTER (WHERE l.direction = 'DEBIT'), 0)::bigint AS debits,
                   coalesce(sum(l.amount) FILTER (WHERE l.direction = 'CREDIT'), 0)::bigint AS credits, count(*) AS lines
              FROM lines l GROUP BY l.account_id) a
     CROSS JOIN periods_of_v1(day, books.months_before) g
    UNION ALL
    SELECT journal, 'M', month, coalesce(sum(l.amount) FILTER (WHERE l.direction = 'DEBIT'), 0)::bigint,
           coalesce(sum(l.amount) FILTER (WHERE l.direction = 'CREDIT'), 0)::bigint, 1,
           (e_type = 'BANK')::integer, (e_type = 'MANUAL')::integer, (e_type NOT IN ('BANK', 'MANUAL'))::integer
      FROM lines l
  ), moved AS (
    INSERT INTO account_balances AS b (business_id, account_id, tag_definition_id, grain, period, basis, slot,
                                       debits, credits, line_count, hidden_count, bank_count, manual_count, other_count)
      SELECT p_business_id, d.account_id, all_lines, d.grain, d.period, e_basis, p_slot, d.debits, d.credits, d.lines, 0,
             d.bank, d.manual, d.other
        FROM deltas d
       ORDER BY d.account_id = journal, d.account_id, d.grain
      ON CONFLICT (business_id, account_id, tag_definition_id, grain, period, basis, slot) DO UPDATE
        SET debits = b.debits + excluded.debits, credits = b.credits + excluded.credits,
            line_count = b.line_count + excluded.line_count,
            bank_count = b.bank_count + excluded.bank_count, manual_count = b.manual_count + excluded.manual_count,
            other_count = b.other_count + excluded.other_count
      RETURNING b.account_id, b.grain, b.debits, b.line_count, b.day_has_blocks
  )
  SELECT bool_or(m.day_has_blocks), max(m.debits) FILTER (WHERE m.account_id = journal),
         array_agg(m.account_id) FILTER (WHERE m.grain = 'D' AND m.line_count / 250 > (m.line_count - cardinality(array_positions(l_account_ids, m.account_id))) / 250)
    INTO some_blocks, largest_month, long_account_ids
    FROM moved m;
  IF long_account_ids IS NOT NULL THEN
    long_days := array_fill(day, ARRAY[cardinality(long_account_ids)]);
  END IF;

  -- As in post_entries_v2, where these are explained.
  IF books.large_amounts OR largest_month > 2147483648 THEN
    PERFORM watch_balances_v1(p_business_id, p_alone, l_account_ids,
                              (SELECT sum(t.amount) FROM unnest(l_amounts, l_directions) AS t(amount, direction) WHERE t.direction = 'DEBIT'));
  END IF;
  IF some_blocks THEN
    PERFORM add_to_day_blocks_v1(p_business_id, ARRAY[e_id]);
  END IF;
  IF books.first_entry_at IS NULL OR at < books.first_entry_at THEN
    PERFORM keep_first_entry_v1(p_business_id, books.first_entry_at, ARRAY[e_type], ARRAY[e_entry_at]);
  END IF;
END $$;
