-- The sums of every account before p_before (all time when null), in the books of one basis: whole months, the days
-- after them, and of the last UTC day the ranges and lines before the instant. Accounts that only have lines in the
-- partial day are found by their balance row of that day. With p_definition_ids only the lines count that carry one of
-- these tag values, which are of one dimension: a line with two of them would count twice.
CREATE OR REPLACE FUNCTION account_totals_v1(p_business_id uuid, p_other_basis text, p_before timestamptz, p_definition_ids uuid[] DEFAULT NULL)
RETURNS TABLE (account_id uuid, debits bigint, credits bigint, line_count bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
  day constant date := coalesce((p_before AT TIME ZONE 'UTC')::date, 'infinity');
  month constant date := coalesce(date_trunc('month', p_before AT TIME ZONE 'UTC')::date, 'infinity');
  months_before date;
BEGIN
  IF p_definition_ids IS NOT NULL THEN
    RETURN QUERY SELECT * FROM tagged_account_totals_v1(p_business_id, p_other_basis, p_before, p_definition_ids);
    RETURN;
  END IF;
  months_before := least(month, months_before_v1(p_business_id));
  RETURN QUERY
    SELECT t.account_id, sum(t.debits)::bigint, sum(t.credits)::bigint, sum(t.line_count)::bigint
      FROM (
        SELECT b.account_id, b.debits, b.credits, b.line_count
          FROM account_sums_v1(p_business_id, months_before, day) b
         WHERE b.basis <> p_other_basis
        UNION ALL
        SELECT d.account_id, x.debits - m.debits, x.credits - m.credits, x.line_count - m.line_count
          FROM (SELECT DISTINCT b.account_id FROM account_balances b
                 WHERE b.business_id = p_business_id AND b.grain = 'D' AND b.period = day
                   AND b.tag_definition_id = '00000000-0000-0000-0000-000000000000') d
          CROSS JOIN LATERAL account_before_v1(p_business_id, d.account_id, p_other_basis, p_before, 0) x
          CROSS JOIN LATERAL account_before_v1(p_business_id, d.account_id, p_other_basis, day::timestamp AT TIME ZONE 'UTC', 0) m
      ) t
     GROUP BY t.account_id;
END $$;

-- The same for the lines with one of these tag values: months and days from the sums kept per value, the lines of the
-- last UTC day by the index of their tags. Never history.
CREATE OR REPLACE FUNCTION tagged_account_totals_v1(p_business_id uuid, p_other_basis text, p_before timestamptz, p_definition_ids uuid[])
RETURNS TABLE (account_id uuid, debits bigint, credits bigint, line_count bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
  day constant date := coalesce((p_before AT TIME ZONE 'UTC')::date, 'infinity');
  month constant date := coalesce(date_trunc('month', p_before AT TIME ZONE 'UTC')::date, 'infinity');
BEGIN
  RETURN QUERY
    SELECT t.account_id, sum(t.debits)::bigint, sum(t.credits)::bigint, sum(t.line_count)::bigint
      FROM (
        SELECT b.account_id, b.debits, b.credits, b.line_count
          FROM account_balances b
         WHERE b.business_id = p_business_id AND b.tag_definition_id = ANY (p_definition_ids)
           AND b.tag_definition_id <> '00000000-0000-0000-0000-000000000000'
           AND b.grain = 'M' AND b.period < month AND b.basis <> p_other_basis
        UNION ALL
        SELECT b.account_id, b.debits, b.credits, b.line_count
          FROM account_balances b
         WHERE b.business_id = p_business_id AND b.tag_definition_id = ANY (p_definition_ids)
           AND b.tag_definition_id <> '00000000-0000-0000-0000-000000000000'
           AND b.grain = 'D' AND b.period >= month AND b.period < day AND b.basis <> p_other_basis
        UNION ALL
        SELECT d.account_id, x.debits, x.credits, x.line_count
          FROM (SELECT DISTINCT b.account_id, b.tag_definition_id FROM account_balances b
                 WHERE b.business_id = p_business_id AND b.tag_definition_id = ANY (p_definition_ids)
                   AND b.tag_definition_id <> '00000000-0000-0000-0000-000000000000'
                   AND b.grain = 'D' AND b.period = day AND b.line_count <> 0) d
          CROSS JOIN LATERAL (
            SELECT coalesce(sum(l.amount) FILTER (WHERE l.direction = 'DEBIT'), 0)::bigint AS debits,
                   coalesce(sum(l.amount) FILTER (WHERE l.direction = 'CREDIT'), 0)::bigint AS credits, count(*) AS line_count
              FROM line_item_tags t JOIN line_items l ON l.business_id = t.business_id AND l.id = t.line_id
             WHERE t.business_id = p_business_id AND t.account_id = d.account_id AND t.definition_id = d.tag_definition_id
               AND t.entry_at >= day::timestamp AT TIME ZONE 'UTC' AND t.entry_at < p_before AND l.basis <> p_other_basis) x
      ) t
     GROUP BY t.account_id HAVING sum(t.line_count) <> 0;
END $$;
