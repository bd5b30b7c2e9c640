-- The result of account_before_v1 for each of several places in the order of an account's lines, which have to ascend: from one to
-- the next it goes on with what it has, so every stored sum is read once, and every line at most once.
CREATE OR REPLACE FUNCTION account_before_each_v1(
  p_business_id uuid, p_account_id uuid, p_other_basis text, p_ats timestamptz[], p_seqs bigint[]
) RETURNS TABLE (debits bigint, credits bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  months_before constant date := months_before_v1(p_business_id);
  -- from which on days are added
  month date := '-infinity';
  day date;
  since date;
  next_month date;
  next_day date;
  -- where the ranges and the lines that are added so far end
  range_at timestamptz;
  range_seq bigint;
  done_at timestamptz;
  done_seq bigint;
  -- before the month, before the day, before the end of the ranges
  m record;
  d record;
  r record;
  part record;
BEGIN
  SELECT 0::bigint AS debits, 0::bigint AS credits INTO m;
  d := m;
  FOR i IN 1 .. cardinality(p_ats) LOOP
    next_day := (p_ats[i] AT TIME ZONE 'UTC')::date;
    next_month := least(date_trunc('month', next_day)::date, months_before);
    IF next_month <> month THEN
      SELECT m.debits + coalesce(sum(b.debits), 0)::bigint AS debits, m.credits + coalesce(sum(b.credits), 0)::bigint AS credits
        INTO m FROM account_balances b
       WHERE b.business_id = p_business_id AND b.account_id = p_account_id AND b.tag_definition_id = nil
         AND b.grain = 'M' AND b.period >= month AND b.period < next_month AND b.basis <> p_other_basis;
      month := next_month;
      day := NULL;
      d := m;
    END IF;
    IF day IS DISTINCT FROM next_day THEN
      -- A variable, for only then it is a bound of the index.
      since := coalesce(day, month);
      SELECT d.debits + coalesce(sum(b.debits), 0)::bigint AS debits, d.credits + coalesce(sum(b.credits), 0)::bigint AS credits
        INTO d FROM account_balances b
       WHERE b.business_id = p_business_id AND b.account_id = p_account_id AND b.tag_definition_id = nil
         AND b.grain = 'D' AND b.period >= since AND b.period < next_day AND b.basis <> p_other_basis;
      day := next_day;
      r := d;
      debits := d.debits;
      credits := d.credits;
      range_at := day::timestamp AT TIME ZONE 'UTC';
      range_seq := 0;
      done_at := range_at;
      done_seq := 0;
    END IF;
    SELECT b.until_at, b.until_seq INTO part
      FROM account_day_blocks b
     WHERE b.business_id = p_business_id AND b.account_id = p_account_id AND b.day = next_day
       AND (b.until_at, b.until_seq) <= (p_ats[i], p_seqs[i]) AND (b.until_at, b.until_seq) > (done_at, done_seq)
     ORDER BY b.until_at DESC, b.until_seq DESC LIMIT 1;
    IF FOUND THEN
      done_at := part.until_at;
      done_seq := part.until_seq;
      SELECT r.debits + coalesce(sum(b.debits), 0)::bigint AS debits, r.credits + coalesce(sum(b.credits), 0)::bigint AS credits
        INTO r FROM account_day_blocks b
       WHERE b.business_id = p_business_id AND b.account_id = p_account_id AND b.day = next_day AND b.basis <> p_other_basis
         AND (b.until_at, b.until_seq) <= (done_at, done_seq) AND (b.until_at, b.until_seq) > (range_at, range_seq);
      range_at := done_at;
      range_seq := done_seq;
      debits := r.debits;
      credits := r.credits;
    END IF;
    SELECT coalesce(sum(l.amount) FILTER (WHERE l.direction = 'DEBIT'), 0)::bigint AS debits,
           coalesce(sum(l.amount) FILTER (WHERE l.direction = 'CREDIT'), 0)::bigint AS credits
      INTO part FROM line_items l
     WHERE l.business_id = p_business_id AND l.account_id = p_account_id AND l.basis <> p_other_basis
       AND (l.entry_at, l.seq) >= (done_at, done_seq) AND (l.entry_at, l.seq) < (p_ats[i], p_seqs[i]);
    debits := debits + part.debits;
    credits := credits + part.credits;
    done_at := p_ats[i];
    done_seq := p_seqs[i];
    RETURN NEXT;
  END LOOP;
END $$;
