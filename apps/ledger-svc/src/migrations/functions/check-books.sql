-- The invariants of docs/POSTING-RULES.md that concern the journal, checked from the lines up: one row per violation, none
-- when the books are right. Reads every line of the business; for operators and tests.
CREATE OR REPLACE FUNCTION check_books_v1(p_client_id uuid, p_business_id uuid)
RETURNS TABLE (invariant text, detail text) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enter_tenant_v1(p_client_id::text, p_business_id::text);

  RETURN QUERY
    SELECT 'an entry balances and has all its lines', format('entry %s: excess %s, %s of %s lines', e.id, l.excess, l.lines, e.line_count)
      FROM journal_entries e
      LEFT JOIN (SELECT entry_id, count(*) AS lines, sum(CASE direction WHEN 'DEBIT' THEN amount ELSE -amount END) AS excess
                   FROM line_items WHERE business_id = p_business_id GROUP BY entry_id) l ON l.entry_id = e.id
     WHERE e.business_id = p_business_id AND (l.excess IS DISTINCT FROM 0 OR l.lines IS DISTINCT FROM e.line_count);

  RETURN QUERY
    SELECT 'a business knows its first entry', format('kept %s, the journal says %s', b.first_entry_at, f.at)
      FROM businesses b
      CROSS JOIN (SELECT min(e.entry_at) AS at FROM journal_entries e
                   WHERE e.business_id = p_business_id AND e.entry_type <> 'CLOSING_ACTION_RETAINED_EARNINGS') f
     WHERE b.id = p_business_id AND b.first_entry_at IS DISTINCT FROM f.at;

  RETURN QUERY
    SELECT 'a line agrees with its entry', format('line %s of entry %s', l.id, l.entry_id)
      FROM line_items l LEFT JOIN journal_entries e ON e.business_id = l.business_id AND e.id = l.entry_id
     WHERE l.business_id = p_business_id
       AND (e.id IS NULL OR l.basis <> e.basis OR l.entry_at <> e.entry_at OR l.is_reversal <> (e.reversal_of_id IS NOT NULL));

  RETURN QUERY
    WITH shown AS (
      SELECT l.*, l.is_reversal OR EXISTS (SELECT FROM journal_entries r WHERE r.business_id = p_business_id AND r.reversal_of_id = l.entry_id) AS hidden
        FROM line_items l WHERE l.business_id = p_business_id
    ), under AS (
      SELECT s.account_id, '00000000-0000-0000-0000-000000000000'::uuid AS definition_id, s.entry_at, s.basis, s.direction, s.amount, s.hidden FROM shown s
      UNION ALL
      SELECT s.account_id, t.definition_id, s.entry_at, s.basis, s.direction, s.amount, s.hidden
        FROM shown s JOIN line_item_tags t ON t.business_id = p_business_id AND t.line_id = s.id
    ), truth AS (
      SELECT u.account_id, u.definition_id, g.grain, g.period, u.basis,
             coalesce(sum(u.amount) FILTER (WHERE u.direction = 'DEBIT'), 0) AS debits,
             coalesce(sum(u.amount) FILTER (WHERE u.direction = 'CREDIT'), 0) AS credits,
             count(*) AS lines, count(*) FILTER (WHERE u.hidden) AS hidden
        FROM under u
        CROSS JOIN LATERAL (VALUES ('D'::"char", (u.entry_at AT TIME ZONE 'UTC')::date),
                                   ('M'::"char", date_trunc('month', u.entry_at AT TIME ZONE 'UTC')::date)) g(grain, period)
       -- Of a month that is read by day no sum may be kept: it would not be moved, and count once the month is summed.
       WHERE g.grain = 'D' OR u.definition_id <> '00000000-0000-0000-0000-000000000000' OR g.period < (SELECT months_before_v1(p_business_id))
       GROUP BY 1, 2, 3, 4, 5
      UNION ALL
      SELECT '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', 'M',
             date_trunc('month', e.entry_at AT TIME ZONE 'UTC')::date, e.basis,
             sum(l.debits * CASE WHEN e.reversal_of_id IS NULL THEN 1 ELSE -1 END),
             sum(l.credits * CASE WHEN e.reversal_of_id IS NULL THEN 1 ELSE -1 END), count(*), NULL
        FROM journal_entries e
        JOIN (SELECT entry_id, sum(amount) FILTER (WHERE direction = 'DEBIT') AS debits, sum(amount) FILTER (WHERE direction = 'CREDIT') AS credits
                FROM line_items WHERE business_id = p_business_id GROUP BY entry_id) l ON l.entry_id = e.id
       WHERE e.business_id = p_business_id GROUP BY 4, 5
    ), kept AS (
      SELECT b.account_id, b.tag_definition_id AS definition_id, b.grain, b.period, b.basis, sum(b.debits) AS debits,
             sum(b.credits) AS credits, sum(b.line_count) AS lines,
             CASE WHEN b.account_id <> '00000000-0000-0000-0000-000000000000' THEN sum(b.hidden_count) END AS hidden
        FROM account_balances b WHERE b.business_id = p_business_id
       GROUP BY 1, 2, 3, 4, 5 HAVING sum(b.line_count) <> 0 OR sum(b.debits) <> 0 OR sum(b.credits) <> 0
    )
    SELECT 'a kept sum equals the sum of its lines',
           format('account %s tag %s %s %s %s: kept %s/%s (%s lines, %s hidden), lines say %s/%s (%s, %s)',
                  account_id, definition_id, grain, period, basis, k.debits, k.credits, k.lines, k.hidden, t.debits, t.credits, t.lines, t.hidden)
      FROM truth t FULL JOIN kept k USING (account_id, definition_id, grain, period, basis)
     WHERE (k.debits, k.credits, k.lines, k.hidden) IS DISTINCT FROM (t.debits, t.credits, t.lines, t.hidden);

  -- Where they are fewer than the entries, the month was not counted yet or older functions posted into it, and they
  -- are not read.
  RETURN QUERY
    SELECT 'entries are counted by type as they are', format('%s %s: kept %s BANK, %s MANUAL, %s other, entries say %s, %s, %s',
             period, basis, k.bank, k.manual, k.other, t.bank, t.manual, t.other)
      FROM (SELECT b.period, b.basis, sum(b.bank_count) AS bank, sum(b.manual_count) AS manual, sum(b.other_count) AS other
              FROM account_balances b
             WHERE b.business_id = p_business_id AND b.account_id = '00000000-0000-0000-0000-000000000000'
               AND b.tag_definition_id = '00000000-0000-0000-0000-000000000000' AND b.grain = 'M'
             GROUP BY 1, 2 HAVING sum(b.bank_count) + sum(b.manual_count) + sum(b.other_count) >= sum(b.line_count)) k
      LEFT JOIN (SELECT date_trunc('month', e.entry_at AT TIME ZONE 'UTC')::date AS period, e.basis,
                        count(*) FILTER (WHERE e.entry_type = 'BANK') AS bank, count(*) FILTER (WHERE e.entry_type = 'MANUAL') AS manual,
                        count(*) FILTER (WHERE e.entry_type NOT IN ('BANK', 'MANUAL')) AS other
                   FROM journal_entries e WHERE e.business_id = p_business_id GROUP BY 1, 2) t USING (period, basis)
     WHERE (k.bank, k.manual, k.other) IS DISTINCT FROM (t.bank, t.manual, t.other);

  RETURN QUERY
    SELECT 'each balance stays in the safe-integer range', format('the largest is %s', x.balance)
      FROM largest_balance_v1(p_business_id, NULL) x WHERE x.balance > 9007199254740991;

  RETURN QUERY
    SELECT 'an entry balances by each value of a BALANCING dimension', format('entry %s, %s: excess %s', l.entry_id, d.key, sum(CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE -l.amount END))
      FROM tag_dimensions d
      JOIN line_item_tags t ON t.business_id = d.business_id AND t.dimension_id = d.id
      JOIN line_items l ON l.business_id = t.business_id AND l.id = t.line_id
      JOIN journal_entries e ON e.business_id = l.business_id AND e.id = l.entry_id
      JOIN journal_entries o ON o.business_id = e.business_id AND o.id = coalesce(e.reversal_of_id, e.id)
     WHERE d.business_id = p_business_id AND d.strictness = 'BALANCING' AND coalesce(o.asked_epoch, d.balancing_epoch) >= d.balancing_epoch
     GROUP BY l.entry_id, d.key, t.definition_id
    HAVING sum(CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE -l.amount END) <> 0;

  RETURN QUERY
    SELECT 'the tags of an entry are on all of its lines', format('line %s of entry %s', l.id, l.entry_id)
      FROM entry_tags t JOIN line_items l ON l.business_id = t.business_id AND l.entry_id = t.entry_id
     WHERE t.business_id = p_business_id
       AND NOT EXISTS (SELECT FROM line_item_tags x WHERE x.business_id = p_business_id AND x.line_id = l.id
                          AND x.dimension_id = t.dimension_id AND x.definition_id = t.definition_id);

  RETURN QUERY
    SELECT 'a tag of a line agrees with the line', format('line %s', t.line_id)
      FROM line_item_tags t LEFT JOIN line_items l ON l.business_id = t.business_id AND l.id = t.line_id
     WHERE t.business_id = p_business_id
       AND (l.entry_id, l.account_id, l.entry_at, l.seq) IS DISTINCT FROM (t.entry_id, t.account_id, t.entry_at, t.seq);

  RETURN QUERY
    WITH tagged AS (
      SELECT coalesce(e.reversal_of_id, e.id) AS entry_id, e.reversal_of_id IS NOT NULL AS of_reversal, l.position, t.definition_id
        FROM line_item_tags t
        JOIN line_items l ON l.business_id = t.business_id AND l.id = t.line_id
        JOIN journal_entries e ON e.business_id = l.business_id AND e.id = l.entry_id
       WHERE t.business_id = p_business_id
      UNION ALL
      SELECT coalesce(e.reversal_of_id, e.id), e.reversal_of_id IS NOT NULL, NULL, t.definition_id
        FROM entry_tags t JOIN journal_entries e ON e.business_id = t.business_id AND e.id = t.entry_id
       WHERE t.business_id = p_business_id
    )
    SELECT 'an entry and its reversal carry the same tags', format('entry %s, line %s', t.entry_id, t.position)
      FROM tagged t
     WHERE EXISTS (SELECT FROM journal_entries r WHERE r.business_id = p_business_id AND r.reversal_of_id = t.entry_id)
     GROUP BY t.entry_id, t.position, t.definition_id HAVING count(*) <> 2;

  RETURN QUERY
    WITH blocks AS (
      SELECT b.account_id, b.day, b.from_at, b.from_seq, b.until_at, b.until_seq, sum(b.debits) AS debits, sum(b.credits) AS credits, sum(b.line_count) AS lines
        FROM account_day_blocks b WHERE b.business_id = p_business_id GROUP BY 1, 2, 3, 4, 5, 6
    ), chained AS (
      SELECT b.*, lag(b.until_at) OVER w AS previous_at, lag(b.until_seq) OVER w AS previous_seq
        FROM blocks b WINDOW w AS (PARTITION BY b.account_id, b.day ORDER BY b.from_at, b.from_seq)
    )
    SELECT 'the ranges of a long day follow each other and hold their lines',
           format('account %s %s from %s/%s: kept %s/%s (%s lines), lines say %s/%s (%s)', c.account_id, c.day, c.from_at, c.from_seq,
                  c.debits, c.credits, c.lines, t.debits, t.credits, t.lines)
      FROM chained c
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(l.amount) FILTER (WHERE l.direction = 'DEBIT'), 0) AS debits,
               coalesce(sum(l.amount) FILTER (WHERE l.direction = 'CREDIT'), 0) AS credits, count(*) AS lines
          FROM line_items l
         WHERE l.business_id = p_business_id AND l.account_id = c.account_id
           AND (l.entry_at, l.seq) >= (c.from_at, c.from_seq) AND (l.entry_at, l.seq) < (c.until_at, c.until_seq)) t
     WHERE (c.debits, c.credits, c.lines) IS DISTINCT FROM (t.debits, t.credits, t.lines)
        OR (c.from_at, c.from_seq) IS DISTINCT FROM (coalesce(c.previous_at, c.day::timestamp AT TIME ZONE 'UTC'), coalesce(c.previous_seq, 0));

  RETURN QUERY SELECT * FROM check_closings_v1(p_business_id);
  RETURN QUERY SELECT * FROM check_records_v1(p_business_id);

  -- Entries of before there was a history are in none.
  RETURN QUERY
    SELECT 'each entry is in the history', format('entry %s', e.id)
      FROM journal_entries e
     WHERE e.business_id = p_business_id AND e.recorded_at > (SELECT since FROM records_since)
       AND NOT EXISTS (SELECT FROM records r
                        WHERE r.business_id = p_business_id AND r.aggregate_type = 'entry' AND r.aggregate_id = e.id AND r.version = 1)
       AND NOT EXISTS (SELECT FROM waiting_versions_v1(p_business_id) w WHERE w.aggregate_type = 'entry' AND w.aggregate_id = e.id);

  -- Postings look at nothing else. A day ends where its zone says; of that, two libraries may know different things by an hour or two.
  RETURN QUERY
    WITH settings AS (
      SELECT b.closed_through, b.own_closed_through, b.time_zone, own.closing_day AS own_day, own.closing_date AS own_date,
             client.closing_day AS client_day, client.closing_date AS client_date
        FROM businesses b
        LEFT JOIN accounting_configurations own ON own.business_id = b.id
        LEFT JOIN client_accounting_configurations client ON client.client_id = b.client_id
       WHERE b.id = p_business_id
    ), said AS (
      SELECT s.*, coalesce(s.own_date, (s.own_day + 1)::timestamp AT TIME ZONE s.time_zone - interval '1 millisecond') AS own,
             coalesce(s.client_date, (s.client_day + 1)::timestamp AT TIME ZONE s.time_zone - interval '1 millisecond') AS client
        FROM settings s
    )
    SELECT 'the books are closed through what is set', format('kept %s, set is %s', kept.at, kept.said)
      FROM said, LATERAL (VALUES (own_closed_through, own), (closed_through, greatest(own, client))) AS kept (at, said)
     WHERE (kept.at IS NULL) <> (kept.said IS NULL) OR abs(extract(epoch FROM kept.at - kept.said)) > 3 * 3600;

  RETURN QUERY SELECT * FROM check_seals_v1(p_business_id);
END $$;
