-- Posts entries of several requests, to one business or to many, that reverse nothing and make no tags: what post_entry_v1
-- does with each of them, with the same locks and constraints, in a few statements for all. The transaction sees and writes
-- rows of these businesses alone (enter_businesses_v1), and each row names its own.
--
-- outcomes, of each request: POSTED; NO_BUSINESS; STALE (the books changed since its epoch in r_books_epochs); IN_PROGRESS
-- (another request has its key); APART: it needs what is not done here, such as an answer that was kept, a lock that is not
-- free, or a refusal, and is to be sent alone. Nothing is written of a request that is not POSTED, and the others are posted
-- all the same. What raises an error is undone for all.
--
-- Whoever posts to several businesses takes the locks that it may wait for in one order: all keys of entries, then all
-- balances, each by business. It waits p_lock_timeout_ms for one, then it raises lock_not_available.
--
-- No two requests have the same key: the second would not see that the first has claimed it. All of one business have the
-- same slot. r_answers and o_events are JSON texts joined by the record separator, which JSON never holds, an empty one where
-- a request has no key. Each entry has one event. e_requests and l_entries count from 1.
CREATE OR REPLACE FUNCTION post_together_v1(
  r_client_ids uuid[], r_business_ids uuid[], r_books_epochs bigint[], r_asked_epochs bigint[], r_nows timestamptz[], r_slots smallint[],
  r_operations text[], r_keys text[], r_request_hashes text[], r_answers text,
  e_requests integer[], e_ids uuid[], e_external_ids text[], e_posting_keys text[], e_types text[], e_bases text[], e_agents text[],
  e_entry_ats timestamptz[], e_memos text[], e_metadata text[], e_references text[], e_source_types text[], e_source_ids text[],
  e_line_counts integer[], e_asked text[], e_request_ids text[], e_actors text[],
  l_ids uuid[], l_entries integer[], l_positions integer[], l_account_ids uuid[], l_amounts bigint[], l_directions text[],
  l_memos text[], l_document_ids uuid[], l_customer_ids uuid[], l_vendor_ids uuid[],
  et_entry_ids uuid[], et_dimension_ids uuid[], et_definition_ids uuid[], et_ids uuid[],
  lt_line_ids uuid[], lt_dimension_ids uuid[], lt_definition_ids uuid[], lt_ids uuid[],
  o_ids uuid[], o_subjects text[], o_events text, p_lock_timeout_ms integer,
  OUT outcomes text[], OUT long_business_ids uuid[], OUT long_account_ids uuid[], OUT long_days date[]
) LANGUAGE plpgsql AS $$
DECLARE
  journal constant uuid := '00000000-0000-0000-0000-000000000000';
  all_lines constant uuid := '00000000-0000-0000-0000-000000000000';
  -- of each request, null where the business is not one of its client
  known_business_ids uuid[];
  months_before date[];
  large_business_ids uuid[];
  grown_business_ids uuid[];
  business_ids_of_blocks uuid[];
  one_business_id uuid;
  moved record;
BEGIN
  PERFORM enter_businesses_v1(r_business_ids, '', p_lock_timeout_ms);

  -- As lock_books_for_posting_v1 and claim_idempotency_key_v1 take them, and none is waited for.
  FOR n IN 1 .. cardinality(r_keys) LOOP
    outcomes[n] := CASE
      WHEN NOT (pg_try_advisory_xact_lock_shared(hashtextextended(r_client_ids[n]::text, 3))
                AND pg_try_advisory_xact_lock_shared(hashtextextended(r_business_ids[n]::text, 2))) THEN 'APART'
      WHEN r_keys[n] IS NULL THEN 'POSTED'
      WHEN pg_try_advisory_xact_lock(hashtextextended(concat_ws(chr(31), r_business_ids[n], r_client_ids[n], r_operations[n], r_keys[n]), 1)) THEN 'POSTED'
      ELSE 'IN_PROGRESS' END;
  END LOOP;

  -- APART: also what the core has refused already, and the first entry of a business, which its row keeps.
  SELECT array_agg(CASE WHEN r.outcome <> 'POSTED' THEN r.outcome
                        -- A repeat is answered, however the books have changed.
                        WHEN r.key IS NOT NULL AND b.books_epoch IS DISTINCT FROM r.books_epoch THEN 'APART'
                        WHEN b.id IS NULL THEN 'NO_BUSINESS'
                        WHEN b.books_epoch <> r.books_epoch THEN 'STALE'
                        WHEN b.first_entry_at IS NULL OR e.earliest < b.first_entry_at
                          OR r.asked_epoch >= b.closed_epoch AND e.earliest <= b.closed_through
                          OR octet_length(r.answer) > 16384
                          OR r.n = ANY (ARRAY(SELECT e_requests[l.entry] FROM unnest(l_entries, l_account_ids) AS l(entry, account_id)
                                               WHERE NOT EXISTS (SELECT FROM accounts a
                                                                  WHERE a.business_id = r_business_ids[e_requests[l.entry]] AND a.id = l.account_id)))
                          OR r.n = ANY (ARRAY(SELECT k.request FROM unnest(e_requests, e_external_ids) AS k(request, external_id)
                                               WHERE k.external_id IS NOT NULL
                                                 AND EXISTS (SELECT FROM journal_entries j
                                                              WHERE j.business_id = r_business_ids[k.request] AND j.external_id = k.external_id)))
                          OR r.n = ANY (ARRAY(SELECT k.request FROM unnest(e_requests, e_posting_keys) AS k(request, posting_key)
                                               WHERE k.posting_key IS NOT NULL
                                                 AND EXISTS (SELECT FROM journal_entries j
                                                              WHERE j.business_id = r_business_ids[k.request] AND j.posting_key = k.posting_key)))
                          THEN 'APART'
                        ELSE 'POSTED' END ORDER BY r.n),
         array_agg(b.id ORDER BY r.n), array_agg(b.id) FILTER (WHERE b.large_amounts), array_agg(b.months_before ORDER BY r.n)
    INTO outcomes, known_business_ids, large_business_ids, months_before
    FROM unnest(outcomes, r_client_ids, r_business_ids, r_books_epochs, r_asked_epochs, r_keys, string_to_array(r_answers, E'\x1e'))
         WITH ORDINALITY AS r(outcome, client_id, business_id, books_epoch, asked_epoch, key, answer, n)
    LEFT JOIN businesses b ON b.id = r.business_id AND b.client_id = r.client_id
    LEFT JOIN (SELECT t.request, min(t.at)::timestamptz(3) AS earliest FROM unnest(e_requests, e_entry_ats) AS t(request, at)
                GROUP BY t.request) e ON e.request = r.n;
  IF NOT r_business_ids <@ array_remove(known_business_ids, NULL) THEN
    PERFORM set_config('app.business_ids', array_remove(known_business_ids, NULL)::text, true);
  END IF;

  WITH kept AS (
    INSERT INTO idempotency_keys (business_id, client_id, operation, key, request_hash, answer, created_at)
      SELECT k.business_id, k.client_id, k.operation, k.key, k.request_hash, k.answer, k.at
        FROM unnest(outcomes, r_business_ids, r_client_ids, r_operations, r_keys, r_request_hashes,
                    string_to_array(r_answers, E'\x1e'), r_nows)
             AS k(outcome, business_id, client_id, operation, key, request_hash, answer, at)
       WHERE k.outcome = 'POSTED' AND k.key IS NOT NULL
       ORDER BY k.business_id, k.client_id, k.operation, k.key
      ON CONFLICT DO NOTHING
      RETURNING business_id, client_id, operation, key
  )
  SELECT array_agg(CASE WHEN r.outcome = 'POSTED' AND r.key IS NOT NULL AND k.key IS NULL THEN 'APART' ELSE r.outcome END ORDER BY r.n)
    INTO outcomes
    FROM unnest(outcomes, r_business_ids, r_client_ids, r_operations, r_keys)
         WITH ORDINALITY AS r(outcome, business_id, client_id, operation, key, n)
    LEFT JOIN kept k ON k.business_id = r.business_id AND k.client_id = r.client_id AND k.operation = r.operation AND k.key = r.key;

  INSERT INTO journal_entries (business_id, id, seq, external_id, posting_key, entry_type, basis, agent, entry_at, recorded_at,
                               memo, metadata, reference_number, source_type, source_id, line_count, asked_epoch, asked, request_id, actor)
    SELECT e.business_id, e.id, e.seq, e.external_id, e.posting_key, e.type, e.basis, e.agent, e.entry_at, e.recorded_at,
           e.memo, e.metadata::json, e.reference, e.source_type, e.source_id, e.line_count, e.asked_epoch, e.asked::jsonb, e.request_id, e.actor
      -- Numbered in the order given, inserted in the order of their keys, as post_entries_v2 does.
      FROM (SELECT t.*, r_business_ids[t.request] AS business_id, r_nows[t.request] AS recorded_at,
                   CASE WHEN r_asked_epochs[t.request] < r_books_epochs[t.request] THEN r_asked_epochs[t.request] END AS asked_epoch,
                   nextval('journal_entries_seq_seq') AS seq
              FROM unnest(e_requests, e_ids, e_external_ids, e_posting_keys, e_types, e_bases, e_agents, e_entry_ats, e_memos,
                          e_metadata, e_references, e_source_types, e_source_ids, e_line_counts, e_asked, e_request_ids, e_actors)
                   AS t(request, id, external_id, posting_key, type, basis, agent, entry_at, memo,
                        metadata, reference, source_type, source_id, line_count, asked, request_id, actor)
             WHERE outcomes[t.request] = 'POSTED') e
     ORDER BY e.business_id, e.external_id, e.posting_key, e.seq;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  IF cardinality(et_ids) > 0 THEN
    INSERT INTO entry_tags (business_id, entry_id, dimension_id, definition_id, id)
      SELECT r_business_ids[e.request], e.id, t.dimension_id, t.definition_id, t.id
        FROM unnest(et_entry_ids, et_dimension_ids, et_definition_ids, et_ids) AS t(entry_id, dimension_id, definition_id, id)
        JOIN unnest(e_requests, e_ids) AS e(request, id) ON e.id = t.entry_id
       WHERE outcomes[e.request] = 'POSTED';
  END IF;

  PERFORM write_events_v1(array_agg(r_business_ids[o.request]), array_agg(o.id), array_agg(o.entry_id), array_agg(1::bigint),
                          array_agg(o.subject), array_agg(o.event), array_agg(r_nows[o.request]))
     FROM unnest(e_requests, e_ids, o_ids, o_subjects, string_to_array(o_events, E'\x1e'))
          AS o(request, entry_id, id, subject, event)
    WHERE outcomes[o.request] = 'POSTED';

  -- Lines, their tags, and what was really inserted moves the balances, as in post_entries_v2.
  WITH lines AS (
    INSERT INTO line_items (business_id, id, entry_id, position, account_id, amount, direction, basis, entry_at, created_at, is_reversal, memo,
                            document_id, customer_id, vendor_id)
      SELECT r_business_ids[e_requests[l.entry]], l.id, e_ids[l.entry], l.position, l.account_id, l.amount, l.direction, e_bases[l.entry],
             e_entry_ats[l.entry], r_nows[e_requests[l.entry]], false, l.memo, l.document_id, l.customer_id, l.vendor_id
        FROM unnest(l_ids, l_entries, l_positions, l_account_ids, l_amounts, l_directions, l_memos, l_document_ids,
                    l_customer_ids, l_vendor_ids)
             WITH ORDINALITY AS l(id, entry, position, account_id, amount, direction, memo, document_id, customer_id, vendor_id, n)
       WHERE outcomes[e_requests[l.entry]] = 'POSTED'
       ORDER BY l.n
      RETURNING business_id, id, seq, entry_id, account_id, amount, direction, basis, entry_at
  ), tags AS (
    INSERT INTO line_item_tags (business_id, line_id, dimension_id, definition_id, id, entry_id, account_id, entry_at, seq)
      SELECT l.business_id, l.id, t.dimension_id, t.definition_id, t.id, l.entry_id, l.account_id, l.entry_at, l.seq
        FROM unnest(lt_line_ids, lt_dimension_ids, lt_definition_ids, lt_ids) AS t(line_id, dimension_id, definition_id, id)
        JOIN lines l ON l.id = t.line_id
      RETURNING line_id, definition_id
  ), moves AS (
    SELECT l.business_id, l.account_id, l.definition_id, l.basis, l.entry_at,
           CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE 0 END AS debits,
           CASE l.direction WHEN 'CREDIT' THEN l.amount ELSE 0 END AS credits,
           1 AS lines, NULL::integer AS bank, NULL::integer AS manual, NULL::integer AS other
      FROM (SELECT line.*, all_lines AS definition_id FROM lines line
            UNION ALL SELECT line.*, t.definition_id FROM lines line JOIN tags t ON t.line_id = line.id) l
    UNION ALL
    -- the journal itself: what its lines move, and its entries
    SELECT l.business_id, journal, all_lines, l.basis, l.entry_at,
           CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE 0 END,
           CASE l.direction WHEN 'CREDIT' THEN l.amount ELSE 0 END,
           0, NULL, NULL, NULL
      FROM lines l
    UNION ALL
    SELECT r_business_ids[e.request], journal, all_lines, e.basis, e.entry_at::timestamptz(3), 0, 0,
           1, (e.type = 'BANK')::integer, (e.type = 'MANUAL')::integer, (e.type NOT IN ('BANK', 'MANUAL'))::integer
      FROM unnest(e_requests, e_types, e_bases, e_entry_ats) AS e(request, type, basis, entry_at)
     WHERE outcomes[e.request] = 'POSTED'
  ), deltas AS (
    SELECT m.business_id, m.account_id, m.definition_id, (m.entry_at AT TIME ZONE 'UTC')::date AS day, m.basis, array_position(known_business_ids, m.business_id) AS request,
           sum(m.debits)::bigint AS debits, sum(m.credits)::bigint AS credits, sum(m.lines) AS lines,
           sum(m.bank) AS bank, sum(m.manual) AS manual, sum(m.other) AS other
      FROM moves m
     GROUP BY m.business_id, m.account_id, m.definition_id, day, m.basis
  )
  SELECT array_agg(d.business_id) AS business_ids, array_agg(months_before[d.request]) AS months_before, array_agg(r_slots[d.request]) AS slots,
         array_agg(d.account_id) AS account_ids, array_agg(d.definition_id) AS definition_ids, array_agg(d.day) AS days, array_agg(d.basis) AS bases,
         array_agg(d.debits) AS debits, array_agg(d.credits) AS credits, array_agg(d.lines) AS lines,
         array_agg(d.bank) AS bank, array_agg(d.manual) AS manual, array_agg(d.other) AS other
    INTO moved FROM deltas d;
  SELECT m.block_business_ids, m.grown_business_ids, m.long_business_ids, m.long_account_ids, m.long_days
    INTO business_ids_of_blocks, grown_business_ids, long_business_ids, long_account_ids, long_days
    FROM move_balances_v1(moved.business_ids, moved.months_before, moved.slots, moved.account_ids, moved.definition_ids, moved.days, moved.bases,
                          moved.debits, moved.credits, moved.lines, array_fill(0::bigint, ARRAY[cardinality(moved.lines)]),
                          moved.bank, moved.manual, moved.other) m;

  -- As in post_entries_v2, where these are explained.
  FOR one_business_id IN SELECT DISTINCT u.id FROM unnest(large_business_ids || grown_business_ids) AS u(id) ORDER BY u.id LOOP
    PERFORM watch_balances_v1(one_business_id, false, array_agg(l.account_id), sum(l.amount) FILTER (WHERE l.direction = 'DEBIT'))
       FROM unnest(l_entries, l_account_ids, l_amounts, l_directions) AS l(entry, account_id, amount, direction)
      WHERE r_business_ids[e_requests[l.entry]] = one_business_id AND outcomes[e_requests[l.entry]] = 'POSTED'
     -- Without a line there would be one row all the same, which watches all accounts.
     HAVING count(*) > 0;
  END LOOP;
  FOR one_business_id IN SELECT u.id FROM unnest(business_ids_of_blocks) AS u(id) ORDER BY u.id LOOP
    PERFORM add_to_day_blocks_v1(one_business_id, ARRAY(SELECT e.id FROM unnest(e_requests, e_ids) AS e(request, id)
                                                         WHERE r_business_ids[e.request] = one_business_id AND outcomes[e.request] = 'POSTED'));
  END LOOP;
END $$;
