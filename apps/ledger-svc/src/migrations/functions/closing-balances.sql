-- Balances of some accounts in [p_from, p_before), debits less credits, in the books of either basis, for every
-- combination of values that lines carry in some dimensions. definition_ids holds the values in order, and is empty for
-- lines with none of them. Rows where both are zero are left out.
--
-- p_narrowed_to: only lines with one of these values, which are of one of the dimensions; all lines when null.
--
-- One dimension is read from the sums kept per value, and what is untagged is the remainder of the total. Sums of values
-- do not show how values meet on a line, so with several dimensions the tagged lines of the window are read. Everything
-- in here is STABLE: one call, one snapshot.
CREATE OR REPLACE FUNCTION closing_balances_v1(
  p_business_id uuid, p_account_ids uuid[], p_dimension_ids uuid[], p_narrowed_to uuid[], p_from timestamptz, p_before timestamptz
) RETURNS TABLE (account_id uuid, definition_ids uuid[], accrual numeric, cash numeric) LANGUAGE plpgsql STABLE AS $$
DECLARE
  values_in_play constant uuid[] := coalesce(p_narrowed_to, ARRAY(
    SELECT v.id FROM tag_definitions v WHERE v.business_id = p_business_id AND v.dimension_id = ANY (p_dimension_ids)));
BEGIN
  RETURN QUERY
    WITH tagged AS MATERIALIZED (
      SELECT t.account_id, ARRAY[t.definition_id] AS definition_ids, t.accrual, t.cash
        FROM closing_balances_by_value_v1(p_business_id, p_account_ids, values_in_play, p_from, p_before) t
       WHERE cardinality(p_dimension_ids) = 1
      UNION ALL
      SELECT t.account_id, t.definition_ids, t.accrual, t.cash
        FROM closing_balances_of_lines_v1(p_business_id, p_account_ids, p_dimension_ids, values_in_play, p_from, p_before) t
       WHERE cardinality(p_dimension_ids) > 1
    ), rest (account_id, definition_ids, accrual, cash) AS (
      SELECT t.account_id, '{}'::uuid[], t.accrual - coalesce(s.accrual, 0), t.cash - coalesce(s.cash, 0)
        FROM closing_balances_of_all_v1(p_business_id, p_account_ids, p_from, p_before) t
        LEFT JOIN (SELECT g.account_id, sum(g.accrual) AS accrual, sum(g.cash) AS cash FROM tagged g GROUP BY g.account_id) s
               ON s.account_id = t.account_id
       WHERE p_narrowed_to IS NULL
    )
    SELECT b.* FROM (SELECT * FROM tagged UNION ALL SELECT * FROM rest) b
     WHERE b.accrual <> 0 OR b.cash <> 0;
END $$;

-- All lines, from the kept sums.
CREATE OR REPLACE FUNCTION closing_balances_of_all_v1(p_business_id uuid, p_account_ids uuid[], p_from timestamptz, p_before timestamptz)
RETURNS TABLE (account_id uuid, accrual numeric, cash numeric) LANGUAGE sql STABLE AS $$
  SELECT t.account_id,
         coalesce(sum(t.net) FILTER (WHERE t.basis = 'ACCRUAL'), 0), coalesce(sum(t.net) FILTER (WHERE t.basis = 'CASH'), 0)
    FROM (
      SELECT 'ACCRUAL' AS basis, a.account_id, a.debits - a.credits AS net FROM account_totals_v1(p_business_id, 'CASH', p_before) a
      UNION ALL
      SELECT 'ACCRUAL', a.account_id, a.credits - a.debits FROM account_totals_v1(p_business_id, 'CASH', p_from) a
      UNION ALL
      SELECT 'CASH', a.account_id, a.debits - a.credits FROM account_totals_v1(p_business_id, 'ACCRUAL', p_before) a
      UNION ALL
      SELECT 'CASH', a.account_id, a.credits - a.debits FROM account_totals_v1(p_business_id, 'ACCRUAL', p_from) a
    ) t
   WHERE t.account_id = ANY (p_account_ids)
   GROUP BY t.account_id
$$;

-- The lines with each of some tag values: whole months and days from the sums kept per value, the parts of days at the
-- ends from the tagged lines.
CREATE OR REPLACE FUNCTION closing_balances_by_value_v1(
  p_business_id uuid, p_account_ids uuid[], p_definition_ids uuid[], p_from timestamptz, p_before timestamptz
) RETURNS TABLE (account_id uuid, definition_id uuid, accrual numeric, cash numeric) LANGUAGE plpgsql STABLE AS $$
DECLARE
  -- the first whole UTC day and month, and the first ones that are not whole any more
  first_day constant date := (p_from AT TIME ZONE 'UTC' + interval '1 day' - interval '1 microsecond')::date;
  end_day constant date := (p_before AT TIME ZONE 'UTC')::date;
  first_month constant date := date_trunc('month', first_day + interval '1 month' - interval '1 day')::date;
  end_month constant date := date_trunc('month', end_day)::date;
  -- A range that ends before it begins holds nothing, so a window without a whole day or month needs no other rule.
  days_begin constant timestamptz := first_day::timestamp AT TIME ZONE 'UTC';
  days_end constant timestamptz := greatest(first_day, end_day)::timestamp AT TIME ZONE 'UTC';
BEGIN
  RETURN QUERY
    SELECT t.account_id, t.definition_id,
           coalesce(sum(t.net) FILTER (WHERE t.basis <> 'CASH'), 0), coalesce(sum(t.net) FILTER (WHERE t.basis <> 'ACCRUAL'), 0)
      FROM (
        SELECT b.account_id, b.tag_definition_id AS definition_id, b.basis, b.debits - b.credits AS net
          FROM account_balances b
         WHERE b.business_id = p_business_id AND b.tag_definition_id = ANY (p_definition_ids)
           AND b.tag_definition_id <> '00000000-0000-0000-0000-000000000000'
           AND b.grain = 'M' AND b.period >= first_month AND b.period < end_month
        UNION ALL
        SELECT b.account_id, b.tag_definition_id, b.basis, b.debits - b.credits
          FROM account_balances b
         WHERE b.business_id = p_business_id AND b.tag_definition_id = ANY (p_definition_ids)
           AND b.tag_definition_id <> '00000000-0000-0000-0000-000000000000'
           AND b.grain = 'D' AND b.period >= first_day AND b.period < least(first_month, end_day)
        UNION ALL
        SELECT b.account_id, b.tag_definition_id, b.basis, b.debits - b.credits
          FROM account_balances b
         WHERE b.business_id = p_business_id AND b.tag_definition_id = ANY (p_definition_ids)
           AND b.tag_definition_id <> '00000000-0000-0000-0000-000000000000'
           AND b.grain = 'D' AND b.period >= greatest(first_month, end_month) AND b.period < end_day
        UNION ALL
        SELECT l.account_id, g.definition_id, l.basis, CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE -l.amount END
          FROM line_item_tags g JOIN line_items l ON l.business_id = g.business_id AND l.id = g.line_id
         WHERE g.business_id = p_business_id AND g.account_id = ANY (p_account_ids) AND g.definition_id = ANY (p_definition_ids)
           AND g.entry_at >= p_from AND g.entry_at < least(days_begin, p_before)
        UNION ALL
        SELECT l.account_id, g.definition_id, l.basis, CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE -l.amount END
          FROM line_item_tags g JOIN line_items l ON l.business_id = g.business_id AND l.id = g.line_id
         WHERE g.business_id = p_business_id AND g.account_id = ANY (p_account_ids) AND g.definition_id = ANY (p_definition_ids)
           AND g.entry_at >= days_end AND g.entry_at < p_before
      ) t
     WHERE t.account_id = ANY (p_account_ids)
     GROUP BY t.account_id, t.definition_id;
END $$;

-- The lines with any of some tag values, by all the values they carry in some dimensions.
CREATE OR REPLACE FUNCTION closing_balances_of_lines_v1(
  p_business_id uuid, p_account_ids uuid[], p_dimension_ids uuid[], p_definition_ids uuid[], p_from timestamptz, p_before timestamptz
) RETURNS TABLE (account_id uuid, definition_ids uuid[], accrual numeric, cash numeric) LANGUAGE sql STABLE AS $$
  SELECT t.account_id, t.definition_ids,
         coalesce(sum(t.net) FILTER (WHERE t.basis <> 'CASH'), 0), coalesce(sum(t.net) FILTER (WHERE t.basis <> 'ACCRUAL'), 0)
    FROM (
      SELECT l.account_id, l.basis, CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE -l.amount END AS net,
             ARRAY(SELECT x.definition_id FROM line_item_tags x
                    WHERE x.business_id = p_business_id AND x.line_id = l.id AND x.dimension_id = ANY (p_dimension_ids)
                    ORDER BY x.definition_id) AS definition_ids
        FROM (SELECT DISTINCT g.line_id FROM line_item_tags g
               WHERE g.business_id = p_business_id AND g.account_id = ANY (p_account_ids)
                 AND g.definition_id = ANY (p_definition_ids) AND g.entry_at >= p_from AND g.entry_at < p_before) seen
        JOIN line_items l ON l.business_id = p_business_id AND l.id = seen.line_id
    ) t
   GROUP BY t.account_id, t.definition_ids
$$;
