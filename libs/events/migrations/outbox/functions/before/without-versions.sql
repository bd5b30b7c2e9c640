-- What the version before calls: its functions had no version in their names. Each is the one that came after it.

-- It marks what it claimed by where the rows lie, which holds while they are locked. A row that a replay marked as unsent
-- just now is seen here where it lay before, and waits for the next call.
CREATE OR REPLACE FUNCTION claim_unsent(p_limit int) RETURNS TABLE (place text, id uuid, subject text, event text)
LANGUAGE sql AS $$
  SELECT o.ctid::text, c.id, c.subject, c.event
    FROM claim_unsent_v1(p_limit) WITH ORDINALITY AS c(business_id, id, subject, event, turn)
    JOIN outbox o ON o.business_id = c.business_id AND o.id = c.id AND o.sent_at IS NULL
   ORDER BY c.turn
$$;
