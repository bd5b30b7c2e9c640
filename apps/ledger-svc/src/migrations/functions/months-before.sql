-- Where a business's sums of months end (businesses.months_before): what comes before is read by month, what comes after by day.
-- It only ever moves on, and days are kept, so a reader may have seen it in an older snapshot than the sums, and never in a
-- newer one.
CREATE OR REPLACE FUNCTION months_before_v1(p_business_id uuid) RETURNS date LANGUAGE plpgsql STABLE AS $$
DECLARE
  found_before constant date := (SELECT b.months_before FROM businesses b WHERE b.id = p_business_id);
BEGIN
  -- Null would be a balance of nothing.
  IF found_before IS NULL THEN
    RAISE EXCEPTION 'balances of business % are read, and it is not that of the tenant', p_business_id;
  END IF;
  RETURN found_before;
END $$;

-- The periods whose sums a line of an account moves: its day, and its month where that has a sum. Inlined into what calls it.
CREATE OR REPLACE FUNCTION periods_of_v1(p_day date, p_months_before date) RETURNS TABLE (grain "char", period date)
LANGUAGE sql IMMUTABLE AS $$
  SELECT g.grain, g.period
    FROM (VALUES ('D'::"char", p_day), ('M'::"char", date_trunc('month', p_day::timestamp)::date)) g(grain, period)
   WHERE g.grain = 'D' OR g.period < p_months_before
$$;

-- The kept sums of all accounts before a day, under all lines: by month before p_months_before, by day from there on. Inlined, too.
CREATE OR REPLACE FUNCTION account_sums_v1(p_business_id uuid, p_months_before date, p_before date)
RETURNS TABLE (account_id uuid, basis text, debits bigint, credits bigint, line_count bigint) LANGUAGE sql STABLE AS $$
  SELECT b.account_id, b.basis, b.debits, b.credits, b.line_count
    FROM account_balances b
   WHERE b.business_id = p_business_id AND b.tag_definition_id = '00000000-0000-0000-0000-000000000000'
     AND b.account_id <> '00000000-0000-0000-0000-000000000000'
     AND b.grain = 'M' AND b.period < p_months_before
  UNION ALL
  SELECT b.account_id, b.basis, b.debits, b.credits, b.line_count
    FROM account_balances b
   WHERE b.business_id = p_business_id AND b.tag_definition_id = '00000000-0000-0000-0000-000000000000'
     AND b.account_id <> '00000000-0000-0000-0000-000000000000'
     AND b.grain = 'D' AND b.period >= p_months_before AND b.period < p_before
$$;
