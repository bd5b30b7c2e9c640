-- Sums the days of the first month that is read by day, where it ends by p_before, the first day of a month, and moves
-- businesses.months_before past it; months without a day are passed over. Answers whether more are left.
--
-- The books are locked as for a change of them: what was posted before is in the days, and what is posted from now on sees where
-- months end now, and moves the sum itself.
CREATE OR REPLACE FUNCTION sum_months_v1(p_client_id uuid, p_business_id uuid, p_before date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  since date;
  until date;
BEGIN
  PERFORM enter_tenant_v1(p_client_id::text, p_business_id::text);
  -- Nearly always they are summed; finding that out needs no lock.
  IF months_before_v1(p_business_id) >= p_before THEN
    RETURN false;
  END IF;
  PERFORM lock_books_for_change_v1(p_business_id);
  since := months_before_v1(p_business_id);
  IF since >= p_before THEN
    RETURN false;
  END IF;
  until := coalesce((SELECT (date_trunc('month', b.period) + interval '1 month')::date
                       FROM account_balances b
                      WHERE b.business_id = p_business_id AND b.tag_definition_id = '00000000-0000-0000-0000-000000000000'
                        AND b.grain = 'D' AND b.period >= since AND b.period < p_before
                      ORDER BY b.period LIMIT 1), p_before);
  -- None may be there, and it would count twice.
  IF EXISTS (SELECT FROM account_balances b
              WHERE b.business_id = p_business_id AND b.tag_definition_id = '00000000-0000-0000-0000-000000000000'
                AND b.account_id <> '00000000-0000-0000-0000-000000000000'
                AND b.grain = 'M' AND b.period >= since AND b.period < until) THEN
    RAISE EXCEPTION 'a month of business % from % on has a sum already', p_business_id, since;
  END IF;
  -- One row takes all slots. Days without a line have rows where they got ranges.
  INSERT INTO account_balances (business_id, account_id, tag_definition_id, grain, period, basis, slot, debits, credits, line_count, hidden_count)
    SELECT p_business_id, b.account_id, b.tag_definition_id, 'M', date_trunc('month', b.period)::date, b.basis, 0,
           sum(b.debits)::bigint, sum(b.credits)::bigint, sum(b.line_count)::bigint, sum(b.hidden_count)::bigint
      FROM account_balances b
     WHERE b.business_id = p_business_id AND b.tag_definition_id = '00000000-0000-0000-0000-000000000000'
       AND b.grain = 'D' AND b.period >= since AND b.period < until
     GROUP BY b.account_id, b.tag_definition_id, date_trunc('month', b.period)::date, b.basis
    HAVING sum(b.line_count) > 0;
  UPDATE businesses SET months_before = until WHERE id = p_business_id;
  RETURN until < p_before;
END $$;
