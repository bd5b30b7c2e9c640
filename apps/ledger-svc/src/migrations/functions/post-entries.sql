-- Posts the entries of one or more requests whole or not at all, in one round trip: claims the callers' Idempotency-Keys,
-- locks the books, checks what the pure core relied on, inserts, moves the balances last and in key order, the journal's own
-- after all accounts, and keeps the answers.
--
-- k_operations, k_keys, k_request_hashes and k_answers have an element for each request, null where it has no key. No two
-- requests have the same key: the second would not see that the first has claimed it.
-- outcomes, of each request: POSTED; NO_BUSINESS; STALE (the books changed since p_books_epoch, or the
-- tags of what is reversed since r_tag_revisions: decide again); or what became of its key
-- (IN_PROGRESS, REUSED, FORGOTTEN, REPLAY with the kept answer; NEW where that of another request was not). Nothing is
-- written unless POSTED. An external_id, posting_key,
-- reversal or tag value that exists already violates its unique index: the caller reads it then and leaves it out.
-- o_events are JSON texts joined by the record separator, which JSON never holds: as an array of texts every quote in
-- them would be escaped and unescaped.
-- l_document_ids, l_customer_ids and l_vendor_ids are empty where no line has one, and e_asked where no entry can be asked for again.
-- p_request_id is what new tags, and entries without one of their own, come from; e_request_ids is empty where no entry has
-- one of its own. e_actors are who asked for each entry, as JSON.
-- long_account_ids/long_days: days that may want sums within (seal_account_day_v1).
CREATE OR REPLACE FUNCTION post_entries_v2(
  p_client_id uuid, p_business_id uuid, p_books_epoch bigint, p_asked_epoch bigint, p_alone boolean, p_now timestamptz, p_slot smallint,
  k_operations text[], k_keys text[], k_request_hashes text[], k_answers text[],
  e_ids uuid[], e_external_ids text[], e_posting_keys text[], e_types text[], e_bases text[], e_agents text[],
  e_entry_ats timestamptz[], e_recorded_ats timestamptz[], e_memos text[], e_metadata text[], e_references text[], e_source_types text[],
  e_source_ids text[], e_reversal_of_ids uuid[], e_line_counts integer[], e_asked text[],
  r_entry_ids uuid[], r_tag_revisions integer[],
  l_ids uuid[], l_entries integer[], l_positions integer[], l_account_ids uuid[], l_amounts bigint[], l_directions text[],
  l_memos text[], l_document_ids uuid[], l_customer_ids uuid[], l_vendor_ids uuid[],
  d_ids uuid[], d_keys text[], d_display_names text[],
  v_ids uuid[], v_dimension_ids uuid[], v_values text[], v_display_names text[],
  et_entry_ids uuid[], et_dimension_ids uuid[], et_definition_ids uuid[], et_ids uuid[],
  lt_line_ids uuid[], lt_dimension_ids uuid[], lt_definition_ids uuid[], lt_ids uuid[],
  o_ids uuid[], o_aggregate_ids uuid[], o_versions bigint[], o_subjects text[], o_events text,
  p_request_id text, e_request_ids text[], e_actors text[],
  OUT outcomes text[], OUT answers text[], OUT long_account_ids uuid[], OUT long_days date[]
) LANGUAGE plpgsql AS $$
DECLARE
  requests constant integer := cardinality(k_keys);
  books record;
  claim record;
  some_blocks boolean;
  is_grown boolean;
  moves record;
  -- lines that are hidden from now on, because the entries that hold them are reversed here, each under "all lines" and
  -- under its tags
  h_account_ids uuid[];
  h_definition_ids uuid[];
  h_entry_ats timestamptz[];
  h_bases text[];
BEGIN
  PERFORM set_config('app.client_id', p_client_id::text, true), set_config('app.business_id', p_business_id::text, true),
          set_config('app.request_id', coalesce(p_request_id, ''), true);

  outcomes := array_fill('NEW'::text, ARRAY[requests]);
  answers := array_fill(NULL::text, ARRAY[requests]);
  FOR n IN 1 .. requests LOOP
    IF k_keys[n] IS NOT NULL THEN
      SELECT * INTO claim
        FROM claim_idempotency_key_v1(p_business_id, p_client_id, k_operations[n], k_keys[n], k_request_hashes[n], p_now);
      outcomes[n] := claim.outcome;
      answers[n] := claim.answer;
    END IF;
  END LOOP;
  IF 'NEW' <> ANY (outcomes) THEN
    RETURN;
  END IF;

  IF p_alone THEN PERFORM lock_books_for_change_v1(p_business_id);
  ELSE PERFORM lock_books_for_posting_v1(p_business_id);
  END IF;
  SELECT b.books_epoch, b.closed_through, b.closed_epoch, b.large_amounts, b.first_entry_at, b.months_before INTO books
    FROM businesses b WHERE b.id = p_business_id AND b.client_id = p_client_id;
  IF NOT FOUND THEN
    outcomes := array_fill('NO_BUSINESS'::text, ARRAY[requests]);
    RETURN;
  END IF;
  IF books.books_epoch <> p_books_epoch THEN
    outcomes := array_fill('STALE'::text, ARRAY[requests]);
    RETURN;
  END IF;
  -- A reversal carries the tags of what it reverses; if those have changed since they were read, it is decided again.
  IF EXISTS (SELECT FROM unnest(r_entry_ids, r_tag_revisions) AS r(entry_id, tag_revision)
              WHERE r.tag_revision <> (SELECT count(*) FROM entry_tag_changes c
                                        WHERE c.business_id = p_business_id AND c.entry_id = r.entry_id)) THEN
    outcomes := array_fill('STALE'::text, ARRAY[requests]);
    RETURN;
  END IF;
  -- The core has refused these already: whatever gets here all the same is a defect, and stops.
  IF p_asked_epoch >= books.closed_epoch AND EXISTS (SELECT FROM unnest(e_entry_ats) AS t(at) WHERE t.at <= books.closed_through) THEN
    RAISE EXCEPTION 'an entry falls into the closed period' USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entries_open_period';
  END IF;
  IF EXISTS (SELECT FROM (SELECT DISTINCT unnest(l_account_ids) AS id) used
              WHERE NOT EXISTS (SELECT FROM accounts a WHERE a.business_id = p_business_id AND a.id = used.id)) THEN
    RAISE EXCEPTION 'a line names an account the business does not have' USING ERRCODE = 'check_violation', CONSTRAINT = 'line_items_account';
  END IF;

  -- In the order of their keys, like everything that concurrent requests may insert.
  IF cardinality(d_ids) > 0 THEN
    INSERT INTO tag_dimensions (business_id, id, key, display_name, created_at, updated_at)
      SELECT p_business_id, t.id, t.key, t.display_name, p_now, p_now
        FROM unnest(d_ids, d_keys, d_display_names) AS t(id, key, display_name)
       ORDER BY t.key;
  END IF;
  IF cardinality(v_ids) > 0 THEN
    INSERT INTO tag_definitions (business_id, id, dimension_id, value, display_name, created_at, updated_at)
      SELECT p_business_id, t.id, t.dimension_id, t.value, t.display_name, p_now, p_now
        FROM unnest(v_ids, v_dimension_ids, v_values, v_display_names) AS t(id, dimension_id, value, display_name)
       ORDER BY t.dimension_id, t.value;
  END IF;

  INSERT INTO journal_entries (business_id, id, seq, external_id, posting_key, entry_type, basis, agent, entry_at, recorded_at,
                               memo, metadata, reference_number, source_type, source_id, reversal_of_id, line_count,
                               asked_epoch, asked, request_id, actor)
    SELECT p_business_id, e.id, e.seq, e.external_id, e.posting_key, e.type, e.basis, e.agent, e.entry_at, e.recorded_at,
           e.memo, e.metadata::json, e.reference, e.source_type, e.source_id, e.reversal_of_id, e.line_count,
           CASE WHEN p_asked_epoch < books.books_epoch THEN p_asked_epoch END, e.asked::jsonb,
           coalesce(e.request_id, p_request_id), e.actor
      -- Numbered in the order given, inserted in the order of their keys: two requests that bring the same keys in
      -- different orders would otherwise wait for each other.
      FROM (SELECT ordered.*, nextval('journal_entries_seq_seq') AS seq
              FROM (SELECT *
                      FROM unnest(e_ids, e_external_ids, e_posting_keys, e_types, e_bases, e_agents, e_entry_ats, e_recorded_ats, e_memos,
                                  e_metadata, e_references, e_source_types, e_source_ids, e_reversal_of_ids, e_line_counts, e_asked,
                                  e_request_ids, e_actors)
                           WITH ORDINALITY AS t(id, external_id, posting_key, type, basis, agent, entry_at, recorded_at, memo, metadata,
                                                reference, source_type, source_id, reversal_of_id, line_count, asked, request_id, actor, n)
                     ORDER BY t.n) ordered) e
     ORDER BY e.external_id, e.posting_key, e.reversal_of_id, e.seq;

  INSERT INTO entry_tags (business_id, entry_id, dimension_id, definition_id, id)
    SELECT p_business_id, t.entry_id, t.dimension_id, t.definition_id, t.id
      FROM unnest(et_entry_ids, et_dimension_ids, et_definition_ids, et_ids) AS t(entry_id, dimension_id, definition_id, id);

  PERFORM write_events_v1(array_fill(p_business_id, ARRAY[cardinality(o_ids)]), o_ids, o_aggregate_ids, o_versions, o_subjects,
                          string_to_array(o_events, E'\x1e'), array_fill(p_now, ARRAY[cardinality(o_ids)]));

  FOR n IN 1 .. requests LOOP
    IF k_keys[n] IS NOT NULL THEN
      PERFORM keep_answer_v1(p_business_id, p_client_id, k_operations[n], k_keys[n], k_request_hashes[n], k_answers[n], p_now);
    END IF;
  END LOOP;

  IF cardinality(array_remove(e_reversal_of_ids, NULL)) > 0 THEN
    SELECT array_agg(l.account_id), array_agg(k.definition_id), array_agg(l.entry_at), array_agg(l.basis)
      INTO h_account_ids, h_definition_ids, h_entry_ats, h_bases
      FROM line_items l
      CROSS JOIN LATERAL (SELECT '00000000-0000-0000-0000-000000000000'::uuid AS definition_id
                          UNION ALL SELECT t.definition_id FROM line_item_tags t WHERE t.business_id = p_business_id AND t.line_id = l.id) k
     WHERE l.business_id = p_business_id AND l.entry_id = ANY (e_reversal_of_ids);
  END IF;

  -- Lines, their tags, and what was really inserted moves the balances.
  WITH entries AS (
    SELECT e.* FROM unnest(e_ids, e_types, e_bases, e_entry_ats, e_recorded_ats, e_reversal_of_ids)
                    WITH ORDINALITY AS e(id, type, basis, entry_at, recorded_at, reversal_of_id, n)
  ), lines AS (
    INSERT INTO line_items (business_id, id, entry_id, position, account_id, amount, direction, basis, entry_at, created_at, is_reversal, memo,
                            document_id, customer_id, vendor_id)
      SELECT p_business_id, l.id, e.id, l.position, l.account_id, l.amount, l.direction, e.basis, e.entry_at, e.recorded_at,
             e.reversal_of_id IS NOT NULL, l.memo,
             l.document_id, l.customer_id, l.vendor_id
        FROM unnest(l_ids, l_entries, l_positions, l_account_ids, l_amounts, l_directions, l_memos, l_document_ids,
                    l_customer_ids, l_vendor_ids)
             WITH ORDINALITY AS l(id, entry, position, account_id, amount, direction, memo, document_id, customer_id, vendor_id, n)
        JOIN entries e ON e.n = l.entry
       ORDER BY l.n
      RETURNING id, seq, entry_id, account_id, amount, direction, basis, entry_at, is_reversal
  ), tags AS (
    INSERT INTO line_item_tags (business_id, line_id, dimension_id, definition_id, id, entry_id, account_id, entry_at, seq)
      SELECT p_business_id, l.id, t.dimension_id, t.definition_id, t.id, l.entry_id, l.account_id, l.entry_at, l.seq
        FROM unnest(lt_line_ids, lt_dimension_ids, lt_definition_ids, lt_ids) AS t(line_id, dimension_id, definition_id, id)
        JOIN lines l ON l.id = t.line_id
      RETURNING line_id, definition_id
  ), moves AS (
    -- every new line, under "all lines" and under each of its tags; joined, because a subquery per line would read all
    -- tags each time
    SELECT l.account_id, l.definition_id, l.entry_at, l.basis,
           CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE 0 END AS debits,
           CASE l.direction WHEN 'CREDIT' THEN l.amount ELSE 0 END AS credits,
           1 AS lines, l.is_reversal::integer AS hidden, NULL::integer AS bank, NULL::integer AS manual, NULL::integer AS other
      FROM (SELECT line.*, '00000000-0000-0000-0000-000000000000'::uuid AS definition_id FROM lines line
            UNION ALL SELECT line.*, t.definition_id FROM lines line JOIN tags t ON t.line_id = line.id) l
    UNION ALL
    SELECT h.account_id, h.definition_id, h.entry_at, h.basis, 0, 0, 0, 1, NULL, NULL, NULL
      FROM unnest(h_account_ids, h_definition_ids, h_entry_ats, h_bases) AS h(account_id, definition_id, entry_at, basis)
    UNION ALL
    -- the journal itself
    SELECT '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', l.entry_at, l.basis,
           sum(CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE 0 END * CASE WHEN l.is_reversal THEN -1 ELSE 1 END)::bigint,
           sum(CASE l.direction WHEN 'CREDIT' THEN l.amount ELSE 0 END * CASE WHEN l.is_reversal THEN -1 ELSE 1 END)::bigint,
           1, bool_or(l.is_reversal)::integer, NULL, NULL, NULL
      FROM lines l GROUP BY l.entry_id, l.entry_at, l.basis
    UNION ALL
    -- its entries by type: the same rows once more, because lines do not know the type, and a join would cost more
    SELECT '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', e.entry_at::timestamptz(3), e.basis,
           0, 0, 0, 0, (e.type = 'BANK')::integer, (e.type = 'MANUAL')::integer, (e.type NOT IN ('BANK', 'MANUAL'))::integer
      FROM entries e
  ), deltas AS (
    SELECT m.account_id, m.definition_id, (m.entry_at AT TIME ZONE 'UTC')::date AS day, m.basis, sum(m.debits)::bigint AS debits,
           sum(m.credits)::bigint AS credits, sum(m.lines) AS lines, sum(m.hidden) AS hidden,
           sum(m.bank) AS bank, sum(m.manual) AS manual, sum(m.other) AS other
      FROM moves m
     GROUP BY m.account_id, m.definition_id, day, m.basis
  )
  SELECT array_agg(p_business_id) AS business_ids, array_agg(books.months_before) AS months_before, array_agg(p_slot) AS slots,
         array_agg(d.account_id) AS account_ids, array_agg(d.definition_id) AS definition_ids, array_agg(d.day) AS days, array_agg(d.basis) AS bases,
         array_agg(d.debits) AS debits, array_agg(d.credits) AS credits, array_agg(d.lines) AS lines, array_agg(d.hidden) AS hidden,
         array_agg(d.bank) AS bank, array_agg(d.manual) AS manual, array_agg(d.other) AS other
    INTO moves FROM deltas d;
  SELECT m.block_business_ids IS NOT NULL, m.grown_business_ids IS NOT NULL, m.long_account_ids, m.long_days
    INTO some_blocks, is_grown, long_account_ids, long_days
    FROM move_balances_v1(moves.business_ids, moves.months_before, moves.slots, moves.account_ids, moves.definition_ids, moves.days, moves.bases,
                          moves.debits, moves.credits, moves.lines, moves.hidden, moves.bank, moves.manual, moves.other) m;

  -- The balance of each account stays in the safe-integer range, in the books of either basis; how much has passed through
  -- it matters only for the sums. As long as no month of the journal holds more than this in one slot, no balance can get
  -- there. From the first posting on that brings more, those of its accounts are watched. A reversal always passes.
  IF (books.large_amounts OR is_grown) AND array_position(e_reversal_of_ids, NULL) IS NOT NULL THEN
    PERFORM watch_balances_v1(p_business_id, p_alone, l_account_ids,
                              (SELECT sum(t.amount) FROM unnest(l_amounts, l_directions) AS t(amount, direction) WHERE t.direction = 'DEBIT'));
  END IF;
  IF some_blocks THEN
    PERFORM add_to_day_blocks_v1(p_business_id, e_ids);
  END IF;
  PERFORM keep_first_entry_v1(p_business_id, books.first_entry_at, e_types, e_entry_ats);
  outcomes := array_fill('POSTED'::text, ARRAY[requests]);
END $$;

-- The earliest entry of a business that closes nothing. The row of the business is locked last, and only by a posting that
-- comes before all others. Without one so far it is looked for: entries may be older than this column.
CREATE OR REPLACE FUNCTION keep_first_entry_v1(p_business_id uuid, p_known timestamptz, e_types text[], e_entry_ats timestamptz[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  earliest timestamptz := (SELECT min(e.at) FROM unnest(e_types, e_entry_ats) AS e(type, at)
                            WHERE e.type <> 'CLOSING_ACTION_RETAINED_EARNINGS');
BEGIN
  IF earliest IS NULL OR earliest >= p_known THEN
    RETURN;
  END IF;
  IF p_known IS NULL THEN
    earliest := (SELECT j.entry_at FROM journal_entries j
                  WHERE j.business_id = p_business_id AND j.entry_type <> 'CLOSING_ACTION_RETAINED_EARNINGS'
                  ORDER BY j.entry_at LIMIT 1);
  END IF;
  UPDATE businesses SET first_entry_at = earliest
   WHERE id = p_business_id AND (first_entry_at IS NULL OR first_entry_at > earliest);
END $$;

-- Concurrent postings do not see each other: 256 of them, each of at most 2^44, cannot lead a balance from 2^52
-- past 2^53. A larger posting, or one when a balance is larger, has to be repeated alone. Sums are bigint: with what is
-- reversed they stay below 2^63.
CREATE OR REPLACE FUNCTION watch_balances_v1(p_business_id uuid, p_alone boolean, p_account_ids uuid[], p_moved numeric)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  extremes constant record := largest_balance_v1(p_business_id, p_account_ids);
BEGIN
  IF NOT p_alone AND (p_moved > 17592186044416 OR extremes.balance > 4503599627370496
                      OR NOT (SELECT b.large_amounts FROM businesses b WHERE b.id = p_business_id)) THEN
    RAISE EXCEPTION 'this posting has to come alone' USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_alone';
  END IF;
  IF extremes.balance > 9007199254740991 THEN
    RAISE EXCEPTION 'a balance of business % leaves the safe range', p_business_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'balance_range';
  END IF;
  IF extremes.turnover > 2305843009213693952 THEN
    RAISE EXCEPTION 'too much has passed through an account of business %', p_business_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'turnover_range';
  END IF;
  IF p_alone THEN
    UPDATE businesses SET large_amounts = true WHERE id = p_business_id AND NOT large_amounts;
  END IF;
END $$;

-- Of these accounts, or all: the largest balance on either side in the books of either basis, and the largest sum of debits
-- or of credits. From the kept sums.
CREATE OR REPLACE FUNCTION largest_balance_v1(p_business_id uuid, p_account_ids uuid[], OUT balance numeric, OUT turnover numeric)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(greatest(abs(s.accrual), abs(s.cash))), 0), coalesce(max(s.turnover), 0)
    FROM (SELECT sum(b.debits - b.credits) FILTER (WHERE b.basis <> 'CASH') AS accrual,
                 sum(b.debits - b.credits) FILTER (WHERE b.basis <> 'ACCRUAL') AS cash,
                 greatest(sum(b.debits), sum(b.credits)) AS turnover
            FROM account_sums_v1(p_business_id, months_before_v1(p_business_id), 'infinity') b
           WHERE p_account_ids IS NULL OR b.account_id = ANY (p_account_ids)
           GROUP BY b.account_id) s
$$;

-- Lines that fall into a range which already has sums are added to it. A posting to a day locks one of its balance rows,
-- and making ranges locks all of them, so neither misses the other.
CREATE OR REPLACE FUNCTION add_to_day_blocks_v1(p_business_id uuid, p_entry_ids uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO account_day_blocks AS b (business_id, account_id, day, from_at, from_seq, until_at, until_seq, basis, debits, credits, line_count)
    SELECT p_business_id, l.account_id, r.day, r.from_at, r.from_seq, r.until_at, r.until_seq, l.basis,
           coalesce(sum(l.amount) FILTER (WHERE l.direction = 'DEBIT'), 0)::bigint,
           coalesce(sum(l.amount) FILTER (WHERE l.direction = 'CREDIT'), 0)::bigint,
           count(*)
      FROM line_items l
      CROSS JOIN LATERAL (
        SELECT x.day, x.from_at, x.from_seq, x.until_at, x.until_seq
          FROM account_day_blocks x
         WHERE x.business_id = p_business_id AND x.account_id = l.account_id
           AND x.day = (l.entry_at AT TIME ZONE 'UTC')::date AND (x.until_at, x.until_seq) > (l.entry_at, l.seq)
         ORDER BY x.until_at, x.until_seq LIMIT 1) r
     WHERE l.business_id = p_business_id AND l.entry_id = ANY (p_entry_ids)
     GROUP BY l.account_id, r.day, r.from_at, r.from_seq, r.until_at, r.until_seq, l.basis
     ORDER BY l.account_id, r.day, r.from_at, r.from_seq, l.basis
  ON CONFLICT (business_id, account_id, day, from_at, from_seq, basis) DO UPDATE
    SET debits = b.debits + excluded.debits, credits = b.credits + excluded.credits, line_count = b.line_count + excluded.line_count
$$;

-- Makes ranges of 1,000 lines of what a long day has beyond its last range, and divides ranges that grew past 1,000.
-- Returns how many ranges it made. p_block_lines is an argument so that tests can work with small days.
CREATE OR REPLACE FUNCTION seal_account_day_v1(p_client_id uuid, p_business_id uuid, p_account_id uuid, p_day date, p_block_lines integer DEFAULT 1000)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  day_start constant timestamptz := p_day::timestamp AT TIME ZONE 'UTC';
  day_end constant timestamptz := (p_day + 1)::timestamp AT TIME ZONE 'UTC';
  tail_at timestamptz;
  tail_seq bigint;
  full_block record;
  made integer := 0;
BEGIN
  PERFORM enter_tenant_v1(p_client_id::text, p_business_id::text);
  -- Nearly always there is not enough yet; finding that out needs no lock.
  IF NOT day_needs_blocks_v1(p_business_id, p_account_id, p_day, p_block_lines) THEN
    RETURN 0;
  END IF;
  -- All rows of the day, in key order: postings to it have finished, and the next ones wait.
  INSERT INTO account_balances AS b (business_id, account_id, tag_definition_id, grain, period, basis, slot, debits, credits, line_count, hidden_count, day_has_blocks)
    SELECT p_business_id, p_account_id, '00000000-0000-0000-0000-000000000000', 'D', p_day, basis, slot, 0, 0, 0, 0, true
      FROM unnest(ARRAY['ACCRUAL', 'BOTH', 'CASH']) AS basis, generate_series(0, 15) AS slot
     ORDER BY basis, slot
  ON CONFLICT (business_id, account_id, tag_definition_id, grain, period, basis, slot) DO UPDATE SET day_has_blocks = true;

  SELECT b.until_at, b.until_seq INTO tail_at, tail_seq
    FROM account_day_blocks b
   WHERE b.business_id = p_business_id AND b.account_id = p_account_id AND b.day = p_day
   ORDER BY b.until_at DESC, b.until_seq DESC LIMIT 1;
  made := make_day_blocks_v1(p_business_id, p_account_id, p_day, coalesce(tail_at, day_start), coalesce(tail_seq, 0), day_end, 0, p_block_lines, false);

  FOR full_block IN
    SELECT b.from_at, b.from_seq, b.until_at, b.until_seq
      FROM account_day_blocks b
     WHERE b.business_id = p_business_id AND b.account_id = p_account_id AND b.day = p_day
     GROUP BY b.from_at, b.from_seq, b.until_at, b.until_seq
    HAVING sum(b.line_count) > p_block_lines
  LOOP
    DELETE FROM account_day_blocks b
     WHERE b.business_id = p_business_id AND b.account_id = p_account_id AND b.day = p_day
       AND b.from_at = full_block.from_at AND b.from_seq = full_block.from_seq;
    made := made + make_day_blocks_v1(p_business_id, p_account_id, p_day, full_block.from_at, full_block.from_seq,
                                   full_block.until_at, full_block.until_seq, greatest(p_block_lines / 2, 1), true);
  END LOOP;
  RETURN made;
END $$;

-- Whether a day has lines for a whole range beyond its last one, or a range that has grown too long.
CREATE OR REPLACE FUNCTION day_needs_blocks_v1(p_business_id uuid, p_account_id uuid, p_day date, p_block_lines integer)
RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  lines bigint;
  summed bigint;
  longest bigint;
BEGIN
  SELECT coalesce(sum(b.line_count), 0) INTO lines FROM account_balances b
   WHERE b.business_id = p_business_id AND b.account_id = p_account_id AND b.grain = 'D' AND b.period = p_day
     AND b.tag_definition_id = '00000000-0000-0000-0000-000000000000';
  SELECT coalesce(sum(r.lines), 0), coalesce(max(r.lines), 0) INTO summed, longest
    FROM (SELECT sum(b.line_count) AS lines FROM account_day_blocks b
           WHERE b.business_id = p_business_id AND b.account_id = p_account_id AND b.day = p_day
           GROUP BY b.from_at, b.from_seq) r;
  RETURN lines - summed >= p_block_lines OR longest > p_block_lines;
END $$;

-- Cuts [from, until) into consecutive ranges of p_block_lines; the rest becomes a range too if p_whole, else stays out.
CREATE OR REPLACE FUNCTION make_day_blocks_v1(
  p_business_id uuid, p_account_id uuid, p_day date, p_from_at timestamptz, p_from_seq bigint,
  p_until_at timestamptz, p_until_seq bigint, p_block_lines integer, p_whole boolean
) RETURNS integer LANGUAGE sql AS $$
  WITH numbered AS (
    SELECT l.entry_at, l.seq, l.basis, l.direction, l.amount,
           (row_number() OVER (ORDER BY l.entry_at, l.seq) - 1) / p_block_lines AS block
      FROM line_items l
     WHERE l.business_id = p_business_id AND l.account_id = p_account_id
       AND (l.entry_at, l.seq) >= (p_from_at, p_from_seq) AND (l.entry_at, l.seq) < (p_until_at, p_until_seq)
  ), ends AS (
    SELECT n.block, count(*) AS lines, (array_agg(n.entry_at ORDER BY n.entry_at DESC, n.seq DESC))[1] AS last_at,
           (array_agg(n.seq ORDER BY n.entry_at DESC, n.seq DESC))[1] AS last_seq,
           row_number() OVER (ORDER BY n.block DESC) = 1 AS is_last
      FROM numbered n GROUP BY n.block
  ), ranges AS (
    SELECT e.block,
           coalesce(lag(e.last_at) OVER w, p_from_at) AS from_at,
           coalesce(lag(e.last_seq + 1) OVER w, p_from_seq) AS from_seq,
           CASE WHEN p_whole AND e.is_last THEN p_until_at ELSE e.last_at END AS until_at,
           CASE WHEN p_whole AND e.is_last THEN p_until_seq ELSE e.last_seq + 1 END AS until_seq
      FROM ends e WHERE p_whole OR e.lines = p_block_lines
    WINDOW w AS (ORDER BY e.block)
  ), sums AS (
    -- Summed before they are joined: whatever the planner expects, the lines are read once, not once for each range.
    SELECT n.block, n.basis,
           coalesce(sum(n.amount) FILTER (WHERE n.direction = 'DEBIT'), 0)::bigint AS debits,
           coalesce(sum(n.amount) FILTER (WHERE n.direction = 'CREDIT'), 0)::bigint AS credits,
           count(*) AS line_count
      FROM numbered n GROUP BY n.block, n.basis
  ), made AS (
    INSERT INTO account_day_blocks (business_id, account_id, day, from_at, from_seq, until_at, until_seq, basis, debits, credits, line_count)
      SELECT p_business_id, p_account_id, p_day, r.from_at, r.from_seq, r.until_at, r.until_seq, s.basis,
             s.debits, s.credits, s.line_count
        FROM ranges r JOIN sums s ON s.block = r.block
      RETURNING from_at, from_seq
  )
  SELECT count(DISTINCT (from_at, from_seq))::integer FROM made
$$;

-- The sums of an account before (p_at, p_seq), in the books of one basis: whole months, the days after them, the
-- ranges of its day, and at most a range of lines. Four statements rather than one, because only then does the planner
-- see each bound.
CREATE OR REPLACE FUNCTION account_before_v1(
  p_business_id uuid, p_account_id uuid, p_other_basis text, p_at timestamptz, p_seq bigint,
  OUT debits bigint, OUT credits bigint, OUT line_count bigint
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  p_day constant date := (p_at AT TIME ZONE 'UTC')::date;
  month constant date := least(date_trunc('month', p_at AT TIME ZONE 'UTC')::date, months_before_v1(p_business_id));
  part record;
  start_at timestamptz := p_day::timestamp AT TIME ZONE 'UTC';
  start_seq bigint := 0;
BEGIN
  SELECT coalesce(sum(b.debits), 0) AS debits, coalesce(sum(b.credits), 0) AS credits, coalesce(sum(b.line_count), 0) AS lines
    INTO part FROM account_balances b
   WHERE b.business_id = p_business_id AND b.account_id = p_account_id AND b.basis <> p_other_basis
     AND b.tag_definition_id = '00000000-0000-0000-0000-000000000000' AND b.grain = 'M' AND b.period < month;
  debits := part.debits; credits := part.credits; line_count := part.lines;

  SELECT coalesce(sum(b.debits), 0) AS debits, coalesce(sum(b.credits), 0) AS credits, coalesce(sum(b.line_count), 0) AS lines
    INTO part FROM account_balances b
   WHERE b.business_id = p_business_id AND b.account_id = p_account_id AND b.basis <> p_other_basis
     AND b.tag_definition_id = '00000000-0000-0000-0000-000000000000' AND b.grain = 'D' AND b.period >= month AND b.period < p_day;
  debits := debits + part.debits; credits := credits + part.credits; line_count := line_count + part.lines;

  SELECT b.until_at, b.until_seq INTO part
    FROM account_day_blocks b
   WHERE b.business_id = p_business_id AND b.account_id = p_account_id AND b.day = p_day
     AND (b.until_at, b.until_seq) <= (p_at, p_seq)
   ORDER BY b.until_at DESC, b.until_seq DESC LIMIT 1;
  IF FOUND THEN
    start_at := part.until_at;
    start_seq := part.until_seq;
    SELECT coalesce(sum(b.debits), 0) AS debits, coalesce(sum(b.credits), 0) AS credits, coalesce(sum(b.line_count), 0) AS lines
      INTO part FROM account_day_blocks b
     WHERE b.business_id = p_business_id AND b.account_id = p_account_id AND b.day = p_day
       AND b.basis <> p_other_basis AND (b.until_at, b.until_seq) <= (start_at, start_seq);
    debits := debits + part.debits; credits := credits + part.credits; line_count := line_count + part.lines;
  END IF;

  SELECT coalesce(sum(l.amount) FILTER (WHERE l.direction = 'DEBIT'), 0) AS debits,
         coalesce(sum(l.amount) FILTER (WHERE l.direction = 'CREDIT'), 0) AS credits, count(*) AS lines
    INTO part FROM line_items l
   WHERE l.business_id = p_business_id AND l.account_id = p_account_id AND l.basis <> p_other_basis
     AND (l.entry_at, l.seq) >= (start_at, start_seq) AND (l.entry_at, l.seq) < (p_at, p_seq);
  debits := debits + part.debits; credits := credits + part.credits; line_count := line_count + part.lines;
END $$;
