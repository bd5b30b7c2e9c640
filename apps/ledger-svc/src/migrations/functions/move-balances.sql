-- Moves balances by what new or tagged lines change, added up by account, tag value, UTC day and basis: the sum of the day, that
-- of its month where there is one, and of the journal's own the month alone. In the order of their keys, and of each business its
-- own last, which all its postings share: a posting that waits for an account does not block those that do not need that account.
-- post_entry_v1 does the same in its statement for the lines, since a statement more is a tenth of what it costs.
--
-- m_months_before and m_slots are those of the business of each.
-- block_business_ids: some day that was moved has ranges. grown_business_ids: a month of the journal exceeds 2^31 in a slot.
-- long_*: days of accounts that got 250 lines more.
CREATE OR REPLACE FUNCTION move_balances_v1(
  m_business_ids uuid[], m_months_before date[], m_slots smallint[], m_account_ids uuid[], m_definition_ids uuid[], m_days date[], m_bases text[],
  m_debits bigint[], m_credits bigint[], m_lines bigint[], m_hidden bigint[], m_bank bigint[], m_manual bigint[], m_other bigint[],
  OUT block_business_ids uuid[], OUT grown_business_ids uuid[],
  OUT long_business_ids uuid[], OUT long_account_ids uuid[], OUT long_days date[]
) LANGUAGE plpgsql AS $$
DECLARE
  journal constant uuid := '00000000-0000-0000-0000-000000000000';
  all_lines constant uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  WITH deltas AS (
    SELECT m.business_id, m.slot, m.account_id, m.definition_id, g.grain, g.period, m.basis, sum(m.debits)::bigint AS debits,
           sum(m.credits)::bigint AS credits, sum(m.lines)::bigint AS lines, sum(m.hidden)::bigint AS hidden,
           sum(m.bank)::bigint AS bank, sum(m.manual)::bigint AS manual, sum(m.other)::bigint AS other
      FROM unnest(m_business_ids, m_months_before, m_slots, m_account_ids, m_definition_ids, m_days, m_bases, m_debits, m_credits, m_lines,
                  m_hidden, m_bank, m_manual, m_other)
           AS m(business_id, months_before, slot, account_id, definition_id, day, basis, debits, credits, lines, hidden, bank, manual, other)
      CROSS JOIN LATERAL periods_of_v1(m.day, CASE WHEN m.account_id <> journal AND m.definition_id = all_lines THEN m.months_before ELSE 'infinity' END) g
     WHERE m.account_id <> journal OR g.grain = 'M'
     GROUP BY m.business_id, m.slot, m.account_id, m.definition_id, g.grain, g.period, m.basis
  ), moved AS (
    INSERT INTO account_balances AS b (business_id, account_id, tag_definition_id, grain, period, basis, slot,
                                       debits, credits, line_count, hidden_count, bank_count, manual_count, other_count)
      SELECT d.business_id, d.account_id, d.definition_id, d.grain, d.period, d.basis, d.slot, d.debits, d.credits, d.lines, d.hidden,
             d.bank, d.manual, d.other
        FROM deltas d
       ORDER BY d.business_id, d.account_id = journal, d.account_id, d.definition_id, d.grain, d.period, d.basis
      ON CONFLICT (business_id, account_id, tag_definition_id, grain, period, basis, slot) DO UPDATE
        SET debits = b.debits + excluded.debits, credits = b.credits + excluded.credits,
            line_count = b.line_count + excluded.line_count, hidden_count = b.hidden_count + excluded.hidden_count,
            -- null stays null: the migration counts an older row
            bank_count = b.bank_count + excluded.bank_count, manual_count = b.manual_count + excluded.manual_count,
            other_count = b.other_count + excluded.other_count
      RETURNING b.business_id, b.account_id, b.tag_definition_id, b.grain, b.period, b.basis, b.debits, b.line_count, b.day_has_blocks
  )
  SELECT array_agg(DISTINCT k.business_id) FILTER (WHERE k.day_has_blocks),
         array_agg(DISTINCT k.business_id) FILTER (WHERE k.account_id = journal AND k.debits > 2147483648),
         array_agg(k.business_id) FILTER (WHERE k.is_long), array_agg(k.account_id) FILTER (WHERE k.is_long),
         array_agg(k.period) FILTER (WHERE k.is_long)
    INTO block_business_ids, grown_business_ids, long_business_ids, long_account_ids, long_days
    -- What was moved beside by how much: grouped, because a join of two CTEs would be a nested loop.
    FROM (SELECT u.business_id, u.account_id, u.period, bool_or(u.day_has_blocks) AS day_has_blocks, max(u.debits) AS debits,
                 u.grain = 'D' AND max(u.line_count) / 250 > (max(u.line_count) - max(u.lines)) / 250 AS is_long
            FROM (SELECT m.business_id, m.account_id, m.tag_definition_id, m.grain, m.period, m.basis, m.day_has_blocks, m.debits, m.line_count, 0 AS lines
                    FROM moved m
                  UNION ALL
                  SELECT d.business_id, d.account_id, d.definition_id, d.grain, d.period, d.basis, false, NULL, NULL, d.lines FROM deltas d) u
           WHERE u.tag_definition_id = all_lines
           GROUP BY u.business_id, u.account_id, u.grain, u.period, u.basis) k;
END $$;
