-- The part of check_books_v1 that concerns closings; the tenant is set.
CREATE OR REPLACE FUNCTION check_closings_v1(p_business_id uuid) RETURNS TABLE (invariant text, detail text) LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY
    SELECT 'a closing has its entries, at its close and with its lines', format('closing %s: %s', c.id, to_json(e))
      FROM closing_actions c
      LEFT JOIN LATERAL (
        SELECT count(*) AS entries, sum(j.line_count) AS lines, string_agg(j.basis, ', ' ORDER BY j.basis) AS bases,
               bool_and(j.entry_at = c.closes_at AND j.entry_type = 'CLOSING_ACTION_RETAINED_EARNINGS') AS fitting
          FROM journal_entries j
         WHERE j.business_id = p_business_id AND j.source_type = 'closing_action' AND j.source_id = c.id::text
           AND j.reversal_of_id IS NULL AND j.id IN (c.primary_entry_id, c.secondary_entry_id)) e ON true
     WHERE c.business_id = p_business_id
       AND (e.entries <> 1 + (c.secondary_entry_id IS NOT NULL)::integer OR e.lines <> c.line_count OR e.fitting IS NOT TRUE
            OR (c.secondary_entry_id IS NOT NULL AND e.bases <> 'ACCRUAL, CASH'));

  RETURN QUERY
    SELECT 'an entry that closes belongs to a closing', format('entry %s of %s %s', j.id, j.source_type, j.source_id)
      FROM journal_entries j
     WHERE j.business_id = p_business_id AND j.reversal_of_id IS NULL
       AND (j.entry_type = 'CLOSING_ACTION_RETAINED_EARNINGS' OR j.source_type = 'closing_action')
       AND NOT EXISTS (SELECT FROM closing_actions c
                        WHERE c.business_id = p_business_id AND j.id IN (c.primary_entry_id, c.secondary_entry_id));

  RETURN QUERY
    SELECT 'a closing is reversed when its entries are', format('closing %s, entry %s', c.id, j.id)
      FROM closing_actions c
      JOIN journal_entries j ON j.business_id = p_business_id AND j.id IN (c.primary_entry_id, c.secondary_entry_id)
      LEFT JOIN journal_entries r ON r.business_id = p_business_id AND r.reversal_of_id = j.id
     WHERE c.business_id = p_business_id
       AND ((c.reversed_at IS NULL) <> (r.id IS NULL) OR r.entry_at <> j.entry_at);

  RETURN QUERY
    WITH live AS (
      SELECT c.request_id, c.starts_at, c.closes_at, max(c.seq) AS seq FROM closing_actions c
       WHERE c.business_id = p_business_id AND c.reversed_at IS NULL GROUP BY c.request_id, c.starts_at, c.closes_at
    )
    SELECT 'a closing cuts into no earlier one', format('requests %s and %s', later.request_id, earlier.request_id)
      FROM live later JOIN live earlier ON earlier.seq < later.seq
     WHERE later.starts_at <= earlier.closes_at AND later.closes_at >= earlier.starts_at
       AND (later.starts_at > earlier.starts_at OR later.closes_at < earlier.closes_at);

  RETURN QUERY
    SELECT 'a closing has the window of its request', format('closing %s', c.id)
      FROM closing_actions c JOIN closing_requests q ON q.business_id = p_business_id AND q.id = c.request_id
     WHERE c.business_id = p_business_id AND (c.starts_at, c.closes_at) IS DISTINCT FROM (q.starts_at, q.closes_at);
END $$;
