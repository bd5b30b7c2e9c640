-- Takes tags away from posted entries and their lines and gives them others, moves the balances kept per tag value, and
-- records the change. The caller has locked the books exclusively and has decided what is allowed; every entry is named
-- with the number of this change of it.
CREATE OR REPLACE FUNCTION change_entry_tags_v1(
  p_business_id uuid, p_now timestamptz, c_entry_ids uuid[], c_revisions integer[],
  re_entry_ids uuid[], re_dimension_ids uuid[], re_definition_ids uuid[],
  rl_line_ids uuid[], rl_dimension_ids uuid[], rl_definition_ids uuid[],
  ae_entry_ids uuid[], ae_dimension_ids uuid[], ae_definition_ids uuid[], ae_ids uuid[],
  al_line_ids uuid[], al_dimension_ids uuid[], al_definition_ids uuid[], al_ids uuid[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moves record;
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  INSERT INTO entry_tag_moves (business_id, entry_id, version, line_id, dimension_id, definition_id, is_applied, id)
    SELECT p_business_id, c.entry_id, c.revision + 1 + EXISTS (SELECT FROM journal_entries r
                                                                WHERE r.business_id = p_business_id AND r.reversal_of_id = c.entry_id)::int,
           m.line_id, m.dimension_id, m.definition_id, m.is_applied, m.id
      FROM (SELECT t.entry_id, nobody AS line_id, t.dimension_id, t.definition_id, false AS is_applied, t.id
              FROM unnest(re_entry_ids, re_definition_ids) AS r(entry_id, definition_id)
              JOIN entry_tags t ON t.business_id = p_business_id AND t.entry_id = r.entry_id AND t.definition_id = r.definition_id
             UNION ALL
            SELECT a.entry_id, nobody, a.dimension_id, a.definition_id, true, a.id
              FROM unnest(ae_entry_ids, ae_dimension_ids, ae_definition_ids, ae_ids) AS a(entry_id, dimension_id, definition_id, id)
             UNION ALL
            SELECT t.entry_id, t.line_id, t.dimension_id, t.definition_id, false, t.id
              FROM unnest(rl_line_ids, rl_dimension_ids, rl_definition_ids) AS r(line_id, dimension_id, definition_id)
             CROSS JOIN LATERAL (SELECT * FROM line_item_tags i
                                  WHERE i.business_id = p_business_id AND i.line_id = r.line_id AND i.dimension_id = r.dimension_id
                                 OFFSET 0) t
             WHERE t.definition_id = r.definition_id
             UNION ALL
            SELECT l.entry_id, l.id, a.dimension_id, a.definition_id, true, a.id
              FROM unnest(al_line_ids, al_dimension_ids, al_definition_ids, al_ids) AS a(line_id, dimension_id, definition_id, id)
             CROSS JOIN LATERAL (SELECT * FROM line_items i WHERE i.business_id = p_business_id AND i.id = a.line_id OFFSET 0) l) m
      JOIN unnest(c_entry_ids, c_revisions) AS c(entry_id, revision) ON c.entry_id = m.entry_id;

  DELETE FROM entry_tags t USING unnest(re_entry_ids, re_dimension_ids, re_definition_ids) AS r(entry_id, dimension_id, definition_id)
   WHERE t.business_id = p_business_id AND t.entry_id = r.entry_id AND t.dimension_id = r.dimension_id AND t.definition_id = r.definition_id;
  INSERT INTO entry_tags (business_id, entry_id, dimension_id, definition_id, id)
    SELECT p_business_id, a.entry_id, a.dimension_id, a.definition_id, a.id
      FROM unnest(ae_entry_ids, ae_dimension_ids, ae_definition_ids, ae_ids) AS a(entry_id, dimension_id, definition_id, id);

  WITH removed AS (
    DELETE FROM line_item_tags t USING unnest(rl_line_ids, rl_dimension_ids, rl_definition_ids) AS r(line_id, dimension_id, definition_id)
     WHERE t.business_id = p_business_id AND t.line_id = r.line_id AND t.dimension_id = r.dimension_id AND t.definition_id = r.definition_id
    RETURNING t.line_id, t.entry_id, t.definition_id
  ), added AS (
    INSERT INTO line_item_tags (business_id, line_id, dimension_id, definition_id, id, entry_id, account_id, entry_at, seq)
      SELECT p_business_id, l.id, a.dimension_id, a.definition_id, a.id, l.entry_id, l.account_id, l.entry_at, l.seq
        FROM unnest(al_line_ids, al_dimension_ids, al_definition_ids, al_ids) AS a(line_id, dimension_id, definition_id, id)
       -- OFFSET 0 keeps the lookup a lookup: without fresh statistics the planner would compare every line with every tag.
       CROSS JOIN LATERAL (SELECT * FROM line_items i WHERE i.business_id = p_business_id AND i.id = a.line_id OFFSET 0) l
    RETURNING line_id, entry_id, definition_id
  ), changes AS (
    INSERT INTO entry_tag_changes (business_id, entry_id, revision, changed_at, applied_definition_ids, removed_definition_ids)
      SELECT p_business_id, c.entry_id, c.revision, p_now,
             coalesce(array_agg(n.definition_id) FILTER (WHERE n.applied), '{}'),
             coalesce(array_agg(n.definition_id) FILTER (WHERE NOT n.applied), '{}')
        FROM unnest(c_entry_ids, c_revisions) AS c(entry_id, revision)
        LEFT JOIN (SELECT entry_id, definition_id, true AS applied FROM added
                    UNION SELECT a.entry_id, a.definition_id, true FROM unnest(ae_entry_ids, ae_definition_ids) AS a(entry_id, definition_id)
                    UNION SELECT entry_id, definition_id, false FROM removed
                    UNION SELECT r.entry_id, r.definition_id, false FROM unnest(re_entry_ids, re_definition_ids) AS r(entry_id, definition_id)) n
          ON n.entry_id = c.entry_id
       GROUP BY c.entry_id, c.revision
  ), moves AS (
    SELECT l.account_id, m.definition_id, l.entry_at, l.basis, m.sign,
           CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE 0 END AS debits,
           CASE l.direction WHEN 'CREDIT' THEN l.amount ELSE 0 END AS credits,
           (l.is_reversal OR EXISTS (SELECT FROM journal_entries r
                                      WHERE r.business_id = p_business_id AND r.reversal_of_id = l.entry_id))::integer AS hidden
      FROM (SELECT line_id, definition_id, 1 AS sign FROM added
            UNION ALL SELECT line_id, definition_id, -1 FROM removed) m
     CROSS JOIN LATERAL (SELECT * FROM line_items i WHERE i.business_id = p_business_id AND i.id = m.line_id OFFSET 0) l
  ), deltas AS (
    SELECT m.account_id, m.definition_id, (m.entry_at AT TIME ZONE 'UTC')::date AS day, m.basis, sum(m.sign * m.debits)::bigint AS debits,
           sum(m.sign * m.credits)::bigint AS credits, sum(m.sign) AS lines, sum(m.sign * m.hidden) AS hidden
      FROM moves m
     GROUP BY m.account_id, m.definition_id, day, m.basis
  )
  -- Any slot will do: no posting is concurrent. Months under tag values all have sums.
  SELECT array_agg(p_business_id) AS business_ids, array_agg('infinity'::date) AS months_before, array_agg(0::smallint) AS slots,
         array_agg(d.account_id) AS account_ids, array_agg(d.definition_id) AS definition_ids, array_agg(d.day) AS days, array_agg(d.basis) AS bases,
         array_agg(d.debits) AS debits, array_agg(d.credits) AS credits, array_agg(d.lines) AS lines, array_agg(d.hidden) AS hidden,
         array_agg(NULL::bigint) AS nothing
    INTO moves FROM deltas d;
  PERFORM move_balances_v1(moves.business_ids, moves.months_before, moves.slots, moves.account_ids, moves.definition_ids, moves.days, moves.bases,
                           moves.debits, moves.credits, moves.lines, moves.hidden, moves.nothing, moves.nothing, moves.nothing);
END $$;
