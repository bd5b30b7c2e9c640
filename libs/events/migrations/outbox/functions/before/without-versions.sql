-- What the version before calls: its functions had no version in their names. Each is the one that came after it.

CREATE OR REPLACE FUNCTION claim_unsent(p_limit int) RETURNS TABLE (place text, id uuid, subject text, event text)
LANGUAGE sql AS $$
  SELECT * FROM claim_unsent_v1(p_limit)
$$;
