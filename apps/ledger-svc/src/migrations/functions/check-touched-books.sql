-- What check_books_v1 says of the books, of the entries alone that were recorded after p_since up to p_through, and of the sums that
-- their lines are in: for several businesses at a cost of what was touched. The transaction sees rows of these alone. Each invariant
-- is the same sentence as there. Each statement says all that it compares as of one moment.
--
-- Not said here, because it takes more than what was touched: the totals of a month of the journal and its entries by type, the
-- safe range of balances, lines and windows of closings, and seals.
CREATE OR REPLACE FUNCTION check_touched_books_v1(p_business_ids uuid[], p_since bigint[], p_through bigint[])
RETURNS TABLE (invariant text, detail text, business_id uuid)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  all_lines constant uuid := '00000000-0000-0000-0000-000000000000';
  business_ids uuid[];
  entry_ids uuid[];
  closing_business_ids uuid[];
  closing_ids uuid[];
BEGIN
  -- OFFSET 0 keeps each look-up one by its key, whatever is known of how large a business is. A reversal also touches what it
  -- reverses.
  WITH recorded AS (
    SELECT DISTINCT g.business_id, r.aggregate_id AS id
      FROM unnest(p_business_ids, p_since, p_through) AS g(business_id, since, through)
     CROSS JOIN LATERAL (SELECT a.aggregate_id FROM records a
                          WHERE a.business_id = g.business_id AND a.position > g.since AND a.position <= g.through
                            AND a.aggregate_type = 'entry'
                         OFFSET 0) r
  )
  SELECT array_agg(t.business_id), array_agg(t.id) INTO business_ids, entry_ids
    FROM (SELECT r.business_id, r.id FROM recorded r
           UNION
          SELECT r.business_id, e.reversal_of_id FROM recorded r
           CROSS JOIN LATERAL (SELECT j.reversal_of_id FROM journal_entries j WHERE j.business_id = r.business_id AND j.id = r.id OFFSET 0) e
           WHERE e.reversal_of_id IS NOT NULL) t;

  -- Each entry, line and tag is read once for all that is said of it.
  RETURN QUERY
    WITH entries AS MATERIALIZED (
      SELECT e.* FROM unnest(business_ids, entry_ids) AS t(business_id, id)
       CROSS JOIN LATERAL (SELECT j.business_id, j.id, j.entry_type, j.basis, j.entry_at, j.reversal_of_id, j.line_count, j.asked_epoch
                             FROM journal_entries j WHERE j.business_id = t.business_id AND j.id = t.id OFFSET 0) e
    ), lines AS MATERIALIZED (
      SELECT l.* FROM unnest(business_ids, entry_ids) AS t(business_id, id)
       CROSS JOIN LATERAL (SELECT i.business_id, i.id, i.entry_id, i.account_id, i.direction, i.amount, i.basis, i.entry_at, i.seq, i.is_reversal
                             FROM line_items i WHERE i.business_id = t.business_id AND i.entry_id = t.id OFFSET 0) l
    ), tags AS MATERIALIZED (
      SELECT g.*, l.entry_id AS of_entry_id, l.account_id AS of_account_id, l.entry_at AS of_entry_at, l.seq AS of_seq,
             CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE -l.amount END AS excess
        FROM lines l
       CROSS JOIN LATERAL (SELECT * FROM line_item_tags x WHERE x.business_id = l.business_id AND x.line_id = l.id OFFSET 0) g
    )
    SELECT 'an entry balances and has all its lines', format('entry %s: excess %s, %s of %s lines', e.id, l.excess, l.lines, e.line_count), e.business_id
      FROM entries e
      LEFT JOIN (SELECT i.business_id, i.entry_id, count(*) AS lines, sum(CASE i.direction WHEN 'DEBIT' THEN i.amount ELSE -i.amount END) AS excess
                   FROM lines i GROUP BY i.business_id, i.entry_id) l ON l.business_id = e.business_id AND l.entry_id = e.id
     WHERE l.excess IS DISTINCT FROM 0 OR l.lines IS DISTINCT FROM e.line_count
    UNION ALL
    SELECT 'a business knows its first entry', format('kept %s, the journal has one at %s', b.first_entry_at, f.at), f.business_id
      FROM (SELECT e.business_id, min(e.entry_at) AS at FROM entries e
             WHERE e.entry_type <> 'CLOSING_ACTION_RETAINED_EARNINGS' GROUP BY e.business_id) f
     CROSS JOIN LATERAL (SELECT s.first_entry_at FROM businesses s WHERE s.id = f.business_id OFFSET 0) b
     WHERE b.first_entry_at IS NULL OR f.at < b.first_entry_at
    UNION ALL
    SELECT 'a line agrees with its entry', format('line %s of entry %s', l.id, l.entry_id), l.business_id
      FROM lines l LEFT JOIN entries e ON e.business_id = l.business_id AND e.id = l.entry_id
     WHERE e.id IS NULL OR l.basis <> e.basis OR l.entry_at <> e.entry_at OR l.is_reversal <> (e.reversal_of_id IS NOT NULL)
    UNION ALL
    SELECT 'an entry balances by each value of a BALANCING dimension', format('entry %s, %s: excess %s', x.of_entry_id, d.key, x.excess), x.business_id
      FROM (SELECT g.business_id, g.of_entry_id, g.dimension_id, g.definition_id, sum(g.excess) AS excess FROM tags g
             GROUP BY g.business_id, g.of_entry_id, g.dimension_id, g.definition_id HAVING sum(g.excess) <> 0) x
     CROSS JOIN LATERAL (SELECT n.key, n.balancing_epoch FROM tag_dimensions n
                          WHERE n.business_id = x.business_id AND n.id = x.dimension_id AND n.strictness = 'BALANCING' OFFSET 0) d
      JOIN entries e ON e.business_id = x.business_id AND e.id = x.of_entry_id
      JOIN entries o ON o.business_id = x.business_id AND o.id = coalesce(e.reversal_of_id, e.id)
     WHERE coalesce(o.asked_epoch, d.balancing_epoch) >= d.balancing_epoch
    UNION ALL
    SELECT 'a tag of a line agrees with the line', format('line %s', g.line_id), g.business_id
      FROM tags g
     WHERE (g.of_entry_id, g.of_account_id, g.of_entry_at, g.of_seq) IS DISTINCT FROM (g.entry_id, g.account_id, g.entry_at, g.seq)
    UNION ALL
    SELECT 'the tags of an entry are on all of its lines', format('line %s of entry %s', l.id, l.entry_id), l.business_id
      FROM entries e
     CROSS JOIN LATERAL (SELECT x.dimension_id, x.definition_id FROM entry_tags x WHERE x.business_id = e.business_id AND x.entry_id = e.id OFFSET 0) t
      JOIN lines l ON l.business_id = e.business_id AND l.entry_id = e.id
      LEFT JOIN tags g ON g.business_id = l.business_id AND g.line_id = l.id AND g.dimension_id = t.dimension_id AND g.definition_id = t.definition_id
     WHERE g.line_id IS NULL;

  -- The days that the lines are in, under all lines, under each of their tags and under those that were taken away; then the months
  -- of these, which have a sum where they are not read by day.
  RETURN QUERY
    WITH lines AS MATERIALIZED (
      SELECT t.business_id, l.id, l.account_id, (l.entry_at AT TIME ZONE 'UTC')::date AS day
        FROM unnest(business_ids, entry_ids) AS t(business_id, id)
       CROSS JOIN LATERAL (SELECT i.id, i.account_id, i.entry_at FROM line_items i
                            WHERE i.business_id = t.business_id AND i.entry_id = t.id OFFSET 0) l
    ), days AS MATERIALIZED (
      SELECT l.business_id, l.account_id, all_lines AS definition_id, l.day FROM lines l
       UNION
      SELECT l.business_id, l.account_id, g.definition_id, l.day FROM lines l
       CROSS JOIN LATERAL (SELECT x.definition_id FROM line_item_tags x WHERE x.business_id = l.business_id AND x.line_id = l.id OFFSET 0) g
       UNION
      SELECT l.business_id, l.account_id, m.definition_id, l.day
        FROM unnest(business_ids, entry_ids) AS t(business_id, id)
       CROSS JOIN LATERAL (SELECT v.line_id, v.definition_id FROM entry_tag_moves v
                            WHERE v.business_id = t.business_id AND v.entry_id = t.id AND NOT v.is_applied OFFSET 0) m
        JOIN lines l ON l.business_id = t.business_id AND l.id = m.line_id
    ), of_days AS (
      SELECT d.business_id, d.account_id, d.definition_id, 'D'::"char" AS grain, d.day AS period, c.*
        FROM days d
       CROSS JOIN LATERAL (
         SELECT basis, k.debits, k.credits, k.lines, k.hidden, u.debits AS true_debits, u.credits AS true_credits, u.lines AS true_lines, u.hidden AS true_hidden
           FROM (SELECT b.basis, sum(b.debits) AS debits, sum(b.credits) AS credits, sum(b.line_count) AS lines, sum(b.hidden_count) AS hidden
                   FROM account_balances b
                  WHERE b.business_id = d.business_id AND b.account_id = d.account_id AND b.tag_definition_id = d.definition_id
                    AND b.grain = 'D' AND b.period = d.day
                  GROUP BY b.basis) k
           FULL JOIN (SELECT i.basis, coalesce(sum(i.amount) FILTER (WHERE i.direction = 'DEBIT'), 0) AS debits,
                             coalesce(sum(i.amount) FILTER (WHERE i.direction = 'CREDIT'), 0) AS credits, count(*) AS lines,
                             count(*) FILTER (WHERE i.is_reversal OR EXISTS (SELECT FROM journal_entries r
                                                                              WHERE r.business_id = d.business_id AND r.reversal_of_id = i.entry_id)) AS hidden
                        FROM (SELECT n.* FROM line_items n
                               WHERE d.definition_id = all_lines AND n.business_id = d.business_id AND n.account_id = d.account_id
                                 AND n.entry_at >= d.day::timestamp AT TIME ZONE 'UTC' AND n.entry_at < (d.day + 1)::timestamp AT TIME ZONE 'UTC'
                               UNION ALL
                              SELECT n.* FROM line_item_tags x
                               CROSS JOIN LATERAL (SELECT y.* FROM line_items y WHERE y.business_id = d.business_id AND y.id = x.line_id OFFSET 0) n
                               WHERE d.definition_id <> all_lines AND x.business_id = d.business_id AND x.account_id = d.account_id
                                 AND x.definition_id = d.definition_id
                                 AND x.entry_at >= d.day::timestamp AT TIME ZONE 'UTC' AND x.entry_at < (d.day + 1)::timestamp AT TIME ZONE 'UTC') i
                       GROUP BY i.basis) u USING (basis)) c
    ), of_months AS (
      SELECT m.business_id, m.account_id, m.definition_id, 'M'::"char" AS grain, m.month AS period, c.*
        FROM (SELECT DISTINCT d.business_id, d.account_id, d.definition_id, date_trunc('month', d.day::timestamp)::date AS month FROM days d) m
       CROSS JOIN LATERAL (
         SELECT basis, k.debits, k.credits, k.lines, k.hidden, u.debits AS true_debits, u.credits AS true_credits, u.lines AS true_lines, u.hidden AS true_hidden
           FROM (SELECT b.basis, sum(b.debits) AS debits, sum(b.credits) AS credits, sum(b.line_count) AS lines, sum(b.hidden_count) AS hidden
                   FROM account_balances b
                  WHERE b.business_id = m.business_id AND b.account_id = m.account_id AND b.tag_definition_id = m.definition_id
                    AND b.grain = 'M' AND b.period = m.month
                  GROUP BY b.basis) k
           FULL JOIN (SELECT b.basis, sum(b.debits) AS debits, sum(b.credits) AS credits, sum(b.line_count) AS lines, sum(b.hidden_count) AS hidden
                        FROM account_balances b
                       WHERE b.business_id = m.business_id AND b.account_id = m.account_id AND b.tag_definition_id = m.definition_id
                         AND b.grain = 'D' AND b.period >= m.month AND b.period < (m.month + interval '1 month')::date
                         AND (m.definition_id <> all_lines
                              OR m.month < (SELECT s.months_before FROM businesses s WHERE s.id = m.business_id))
                       GROUP BY b.basis) u USING (basis)) c
    )
    -- A day without a line has a row where it got ranges.
    SELECT 'a kept sum equals the sum of its lines',
           format('account %s tag %s %s %s %s: kept %s/%s (%s lines, %s hidden), lines say %s/%s (%s, %s)',
                  s.account_id, s.definition_id, s.grain, s.period, s.basis, s.debits, s.credits, s.lines, s.hidden, s.true_debits, s.true_credits, s.true_lines, s.true_hidden),
           s.business_id
      FROM (SELECT * FROM of_days UNION ALL SELECT * FROM of_months) s
     WHERE (coalesce(s.debits, 0), coalesce(s.credits, 0), coalesce(s.lines, 0), coalesce(s.hidden, 0))
           <> (coalesce(s.true_debits, 0), coalesce(s.true_credits, 0), coalesce(s.true_lines, 0), coalesce(s.true_hidden, 0));

  RETURN QUERY
    WITH pairs AS (
      SELECT t.business_id, t.id, r.id AS reversal_id
        FROM unnest(business_ids, entry_ids) AS t(business_id, id)
       CROSS JOIN LATERAL (SELECT j.id FROM journal_entries j WHERE j.business_id = t.business_id AND j.reversal_of_id = t.id OFFSET 0) r
    )
    SELECT 'an entry and its reversal carry the same tags', format('entry %s, line %s', p.id, x.position), p.business_id
      FROM pairs p
     CROSS JOIN LATERAL (
       SELECT l.position, g.definition_id
         FROM line_items l JOIN line_item_tags g ON g.business_id = l.business_id AND g.line_id = l.id
        WHERE l.business_id = p.business_id AND l.entry_id IN (p.id, p.reversal_id)
        UNION ALL
       SELECT NULL, g.definition_id FROM entry_tags g WHERE g.business_id = p.business_id AND g.entry_id IN (p.id, p.reversal_id)) x
     GROUP BY p.business_id, p.id, x.position, x.definition_id HAVING count(*) <> 2;

  RETURN QUERY
    WITH days AS MATERIALIZED (
      SELECT DISTINCT t.business_id, l.account_id, (l.entry_at AT TIME ZONE 'UTC')::date AS day
        FROM unnest(business_ids, entry_ids) AS t(business_id, id)
       CROSS JOIN LATERAL (SELECT i.account_id, i.entry_at FROM line_items i WHERE i.business_id = t.business_id AND i.entry_id = t.id OFFSET 0) l
    ), chained AS (
      SELECT d.*, b.*, lag(b.until_at) OVER w AS previous_at, lag(b.until_seq) OVER w AS previous_seq
        FROM days d
       CROSS JOIN LATERAL (SELECT x.from_at, x.from_seq, x.until_at, x.until_seq, sum(x.debits) AS debits, sum(x.credits) AS credits, sum(x.line_count) AS lines
                             FROM account_day_blocks x
                            WHERE x.business_id = d.business_id AND x.account_id = d.account_id AND x.day = d.day
                            GROUP BY 1, 2, 3, 4) b
      WINDOW w AS (PARTITION BY d.business_id, d.account_id, d.day ORDER BY b.from_at, b.from_seq)
    )
    SELECT 'the ranges of a long day follow each other and hold their lines',
           format('account %s %s from %s/%s: kept %s/%s (%s lines), lines say %s/%s (%s)', c.account_id, c.day, c.from_at, c.from_seq,
                  c.debits, c.credits, c.lines, l.debits, l.credits, l.lines), c.business_id
      FROM chained c
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(i.amount) FILTER (WHERE i.direction = 'DEBIT'), 0) AS debits,
              coalesce(sum(i.amount) FILTER (WHERE i.direction = 'CREDIT'), 0) AS credits, count(*) AS lines
         FROM line_items i
        WHERE i.business_id = c.business_id AND i.account_id = c.account_id
          AND (i.entry_at, i.seq) >= (c.from_at, c.from_seq) AND (i.entry_at, i.seq) < (c.until_at, c.until_seq)) l
     WHERE (c.debits, c.credits, c.lines) IS DISTINCT FROM (l.debits, l.credits, l.lines)
        OR (c.from_at, c.from_seq) IS DISTINCT FROM (coalesce(c.previous_at, c.day::timestamp AT TIME ZONE 'UTC'), coalesce(c.previous_seq, 0));

  SELECT array_agg(t.business_id), array_agg(t.id) INTO closing_business_ids, closing_ids
    FROM unnest(business_ids, entry_ids) AS t(business_id, id)
   CROSS JOIN LATERAL (SELECT FROM journal_entries j
                        WHERE j.business_id = t.business_id AND j.id = t.id AND j.reversal_of_id IS NULL
                          AND (j.entry_type = 'CLOSING_ACTION_RETAINED_EARNINGS' OR j.source_type = 'closing_action')
                       OFFSET 0) e;

  RETURN QUERY
    SELECT 'an entry that closes belongs to a closing', format('entry %s', t.id), t.business_id
      FROM unnest(closing_business_ids, closing_ids) AS t(business_id, id)
     WHERE NOT EXISTS (SELECT FROM closing_actions c
                        WHERE c.business_id = t.business_id AND t.id IN (c.primary_entry_id, c.secondary_entry_id) OFFSET 0);

  RETURN QUERY
    SELECT 'a closing is reversed when its entries are', format('closing %s, entry %s', c.id, t.id), t.business_id
      FROM unnest(closing_business_ids, closing_ids) AS t(business_id, id)
     CROSS JOIN LATERAL (SELECT a.id, a.reversed_at FROM closing_actions a
                          WHERE a.business_id = t.business_id AND t.id IN (a.primary_entry_id, a.secondary_entry_id) OFFSET 0) c
     CROSS JOIN LATERAL (SELECT j.entry_at FROM journal_entries j WHERE j.business_id = t.business_id AND j.id = t.id OFFSET 0) e
      LEFT JOIN LATERAL (SELECT j.id, j.entry_at FROM journal_entries j
                          WHERE j.business_id = t.business_id AND j.reversal_of_id = t.id OFFSET 0) r ON true
     WHERE (c.reversed_at IS NULL) <> (r.id IS NULL) OR r.entry_at <> e.entry_at;

  RETURN QUERY SELECT * FROM check_touched_records_v1(p_business_ids, p_since, p_through);
END $$;
