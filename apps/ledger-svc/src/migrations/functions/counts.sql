-- How many entries the books of one basis have in [p_from, p_before), null meaning no bound.
CREATE OR REPLACE FUNCTION journal_entry_count_v1(p_business_id uuid, p_other_basis text, p_from timestamptz, p_before timestamptz)
RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT journal_entry_count_of_type_v1(p_business_id, NULL, p_other_basis, p_from, p_before)
$$;

-- The same of one type, or of all when null: whole UTC months from the counters of the journal, the parts of months at
-- the ends from the index. Openings and closings are few in any books: the index alone counts them.
CREATE OR REPLACE FUNCTION journal_entry_count_of_type_v1(
  p_business_id uuid, p_entry_type text, p_other_basis text, p_from timestamptz, p_before timestamptz
) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  -- the first whole month, and the first month that is not whole any more
  first_month date := CASE WHEN p_from IS NULL THEN '-infinity'::date
    WHEN date_trunc('month', p_from AT TIME ZONE 'UTC') = p_from AT TIME ZONE 'UTC' THEN (p_from AT TIME ZONE 'UTC')::date
    ELSE (date_trunc('month', p_from AT TIME ZONE 'UTC') + interval '1 month')::date END;
  end_month date := coalesce(date_trunc('month', p_before AT TIME ZONE 'UTC')::date, 'infinity'::date);
  total bigint;
BEGIN
  IF p_entry_type NOT IN ('BANK', 'MANUAL') OR (p_from IS NOT NULL AND p_before IS NOT NULL AND first_month >= end_month) THEN
    RETURN journal_entries_between_v1(p_business_id, p_entry_type, p_other_basis, p_from, p_before);
  END IF;
  total := journal_entries_of_months_v1(p_business_id, p_entry_type, p_other_basis, first_month, end_month);
  IF p_from IS NOT NULL THEN
    total := total + journal_entries_between_v1(p_business_id, p_entry_type, p_other_basis, p_from,
                                                first_month::timestamp AT TIME ZONE 'UTC');
  END IF;
  IF p_before IS NOT NULL THEN
    total := total + journal_entries_between_v1(p_business_id, p_entry_type, p_other_basis,
                                                end_month::timestamp AT TIME ZONE 'UTC', p_before);
  END IF;
  RETURN total;
END $$;

-- Entries of whole months, from the counters. Those by type are used where together they are all entries of the month
-- in a basis: a row of before has none, and functions of the version before, as its migration program may bring them
-- back, move the number of all entries alone. Such a month is counted by the index.
CREATE OR REPLACE FUNCTION journal_entries_of_months_v1(
  p_business_id uuid, p_entry_type text, p_other_basis text, p_first_month date, p_end_month date
) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(CASE
           WHEN p_entry_type IS NULL THEN m.entries
           WHEN m.bank + m.manual + m.other = m.entries THEN CASE p_entry_type WHEN 'BANK' THEN m.bank ELSE m.manual END
           ELSE (SELECT count(*) FROM journal_entries e
                  WHERE e.business_id = p_business_id AND e.entry_type = p_entry_type AND e.basis = m.basis
                    AND e.entry_at >= m.period::timestamp AT TIME ZONE 'UTC'
                    AND e.entry_at < (m.period + interval '1 month') AT TIME ZONE 'UTC')
         END), 0)::bigint
    FROM (SELECT b.period, b.basis, sum(b.line_count) AS entries, sum(b.bank_count) AS bank, sum(b.manual_count) AS manual,
                 sum(b.other_count) AS other
            FROM account_balances b
           WHERE b.business_id = p_business_id AND b.account_id = '00000000-0000-0000-0000-000000000000'
             AND b.tag_definition_id = '00000000-0000-0000-0000-000000000000' AND b.grain = 'M'
             AND b.period >= p_first_month AND b.period < p_end_month AND b.basis <> p_other_basis
           GROUP BY b.period, b.basis) m
$$;

-- The same by counting what an index finds.
CREATE OR REPLACE FUNCTION journal_entries_between_v1(
  p_business_id uuid, p_entry_type text, p_other_basis text, p_from timestamptz, p_before timestamptz
) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  beginning constant timestamptz := coalesce(p_from, '-infinity');
  ending constant timestamptz := coalesce(p_before, 'infinity');
BEGIN
  -- Two statements, because a condition on the type that may be none would keep its index from being used.
  IF p_entry_type IS NULL THEN
    RETURN (SELECT count(*) FROM journal_entries e
             WHERE e.business_id = p_business_id AND e.entry_at >= beginning AND e.entry_at < ending AND e.basis <> p_other_basis);
  END IF;
  RETURN (SELECT count(*) FROM journal_entries e
           WHERE e.business_id = p_business_id AND e.entry_type = p_entry_type
             AND e.entry_at >= beginning AND e.entry_at < ending AND e.basis <> p_other_basis);
END $$;

-- Counts the entries of one month in one basis by type, once, for rows of before. The books are locked as for a change of
-- them: what is posted is counted here or by its posting, never by both, whichever slot it falls to. One row takes all,
-- since entries do not know their slot.
CREATE OR REPLACE FUNCTION count_month_by_type_v1(p_business_id uuid, p_month date, p_basis text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(p_business_id::text, 2));
  WITH counted AS (
    SELECT count(*) FILTER (WHERE e.entry_type = 'BANK') AS bank, count(*) FILTER (WHERE e.entry_type = 'MANUAL') AS manual,
           count(*) FILTER (WHERE e.entry_type NOT IN ('BANK', 'MANUAL')) AS other
      FROM journal_entries e
     WHERE e.business_id = p_business_id AND e.basis = p_basis
       AND e.entry_at >= p_month::timestamp AT TIME ZONE 'UTC' AND e.entry_at < (p_month + interval '1 month') AT TIME ZONE 'UTC'
  ), slots AS (
    SELECT b.slot, b.slot = min(b.slot) OVER () AS takes_all
      FROM account_balances b
     WHERE b.business_id = p_business_id AND b.account_id = '00000000-0000-0000-0000-000000000000'
       AND b.tag_definition_id = '00000000-0000-0000-0000-000000000000' AND b.grain = 'M' AND b.period = p_month AND b.basis = p_basis
  )
  UPDATE account_balances b
     SET bank_count = CASE WHEN s.takes_all THEN c.bank ELSE 0 END, manual_count = CASE WHEN s.takes_all THEN c.manual ELSE 0 END,
         other_count = CASE WHEN s.takes_all THEN c.other ELSE 0 END
    FROM slots s CROSS JOIN counted c
   WHERE b.business_id = p_business_id AND b.account_id = '00000000-0000-0000-0000-000000000000'
     AND b.tag_definition_id = '00000000-0000-0000-0000-000000000000' AND b.grain = 'M' AND b.period = p_month AND b.basis = p_basis
     AND b.slot = s.slot;
END $$;

-- How many lines of an account, under all lines or under some tag values, a listing over [p_from, p_before) shows:
-- whole months and days from the counters, the parts of days at the ends from the lines.
CREATE OR REPLACE FUNCTION account_line_count_v1(
  p_business_id uuid, p_account_id uuid, p_definition_ids uuid[], p_other_basis text, p_with_reversals boolean,
  p_from timestamptz, p_before timestamptz
) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  first_day date := CASE WHEN p_from IS NULL THEN '-infinity'::date
    WHEN date_trunc('day', p_from AT TIME ZONE 'UTC') = p_from AT TIME ZONE 'UTC' THEN (p_from AT TIME ZONE 'UTC')::date
    ELSE (p_from AT TIME ZONE 'UTC')::date + 1 END;
  end_day date := coalesce((p_before AT TIME ZONE 'UTC')::date, 'infinity'::date);
  -- Under tag values every month has its sum.
  months_before constant date := CASE WHEN p_definition_ids = ARRAY['00000000-0000-0000-0000-000000000000'::uuid]
    THEN months_before_v1(p_business_id) ELSE 'infinity' END;
  first_month date;
  end_month date;
  total bigint;
  part bigint;
BEGIN
  IF p_from IS NOT NULL AND p_before IS NOT NULL AND first_day > end_day THEN
    RETURN account_line_count_between_v1(p_business_id, p_account_id, p_definition_ids, p_other_basis, p_with_reversals, p_from, p_before);
  END IF;
  first_month := CASE WHEN first_day = '-infinity' THEN first_day
    WHEN date_trunc('month', first_day)::date = first_day THEN first_day ELSE (date_trunc('month', first_day) + interval '1 month')::date END;
  end_month := least(CASE WHEN end_day = 'infinity' THEN end_day ELSE date_trunc('month', end_day)::date END, months_before);
  IF first_month < end_month THEN
    total := counted_lines_v1(p_business_id, p_account_id, p_definition_ids, p_other_basis, p_with_reversals, 'M', first_month, end_month);
    IF p_from IS NOT NULL THEN
      total := total + counted_lines_v1(p_business_id, p_account_id, p_definition_ids, p_other_basis, p_with_reversals, 'D', first_day, first_month);
    END IF;
    IF end_month < end_day THEN
      total := total + counted_lines_v1(p_business_id, p_account_id, p_definition_ids, p_other_basis, p_with_reversals, 'D', end_month, end_day);
    END IF;
  ELSE
    total := counted_lines_v1(p_business_id, p_account_id, p_definition_ids, p_other_basis, p_with_reversals, 'D', first_day, end_day);
  END IF;
  IF p_from IS NOT NULL THEN
    part := account_line_count_between_v1(p_business_id, p_account_id, p_definition_ids, p_other_basis, p_with_reversals,
                                       p_from, first_day::timestamp AT TIME ZONE 'UTC');
    total := total + part;
  END IF;
  IF p_before IS NOT NULL THEN
    part := account_line_count_between_v1(p_business_id, p_account_id, p_definition_ids, p_other_basis, p_with_reversals,
                                       end_day::timestamp AT TIME ZONE 'UTC', p_before);
    total := total + part;
  END IF;
  RETURN total;
END $$;

-- Lines of whole days or months, from the counters.
CREATE OR REPLACE FUNCTION counted_lines_v1(
  p_business_id uuid, p_account_id uuid, p_definition_ids uuid[], p_other_basis text, p_with_reversals boolean,
  p_grain "char", p_from date, p_before date
) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(CASE WHEN p_with_reversals THEN b.line_count ELSE b.line_count - b.hidden_count END), 0)::bigint
    FROM account_balances b
   WHERE b.business_id = p_business_id AND b.account_id = p_account_id AND b.tag_definition_id = ANY (p_definition_ids)
     AND b.grain = p_grain AND b.period >= p_from AND b.period < p_before AND b.basis <> p_other_basis
$$;

-- The same by counting lines: for less than a day.
CREATE OR REPLACE FUNCTION account_line_count_between_v1(
  p_business_id uuid, p_account_id uuid, p_definition_ids uuid[], p_other_basis text, p_with_reversals boolean,
  p_from timestamptz, p_before timestamptz
) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  total bigint;
BEGIN
  IF p_from >= p_before THEN
    RETURN 0;
  END IF;
  IF p_definition_ids = ARRAY['00000000-0000-0000-0000-000000000000'::uuid] AND p_with_reversals THEN
    RETURN (SELECT b.line_count - a.line_count
              FROM account_before_v1(p_business_id, p_account_id, p_other_basis, p_from, 0) a,
                   account_before_v1(p_business_id, p_account_id, p_other_basis, p_before, 0) b);
  END IF;
  -- Lines under tags by the index of their tags, which are of one dimension: no line is met twice.
  IF p_definition_ids <> ARRAY['00000000-0000-0000-0000-000000000000'::uuid] THEN
    RETURN (SELECT count(*)
              FROM unnest(p_definition_ids) AS wanted(definition_id)
             CROSS JOIN LATERAL (SELECT t.line_id FROM line_item_tags t
                                  WHERE t.business_id = p_business_id AND t.account_id = p_account_id
                                    AND t.definition_id = wanted.definition_id
                                    AND t.entry_at >= p_from AND t.entry_at < p_before) t
              JOIN line_items l ON l.business_id = p_business_id AND l.id = t.line_id
             WHERE l.basis <> p_other_basis
               AND (p_with_reversals OR NOT l.is_reversal
                    AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.business_id = p_business_id AND r.reversal_of_id = l.entry_id)));
  END IF;
  SELECT count(*) INTO total
    FROM line_items l
   WHERE l.business_id = p_business_id AND l.account_id = p_account_id AND l.basis <> p_other_basis
     AND l.entry_at >= p_from AND l.entry_at < p_before
     AND NOT l.is_reversal
     AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.business_id = p_business_id AND r.reversal_of_id = l.entry_id);
  RETURN total;
END $$;
