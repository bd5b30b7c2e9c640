-- What the pure core decided is checked again: after tags of lines come or go, the entries concerned balance under every
-- value of a BALANCING dimension. An entry that its service decided before the dimension became BALANCING is
-- accepted as it is, and so is its reversal. Costs a look at the changed rows where no such dimension is among them.
CREATE OR REPLACE FUNCTION check_balancing_tags() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong record;
BEGIN
  IF NOT EXISTS (SELECT FROM changed) THEN
    RETURN NULL;
  END IF;
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT business_id, dimension_id FROM changed) c
                   JOIN tag_dimensions d ON d.business_id = c.business_id AND d.id = c.dimension_id
                  WHERE d.strictness = 'BALANCING') THEN
    RETURN NULL;
  END IF;
  -- One value of one entry at a time, by its key: joined as sets, a business that is larger than the planner thinks would
  -- be read as a whole for each of them. Whether an entry is excepted is asked only of the few that do not balance.
  FOR wrong IN
    SELECT c.business_id, c.entry_id, d.key, d.balancing_epoch, s.excess
      FROM (SELECT DISTINCT x.business_id, x.entry_id, x.dimension_id, x.definition_id FROM changed x) c
      JOIN tag_dimensions d ON d.business_id = c.business_id AND d.id = c.dimension_id AND d.strictness = 'BALANCING'
     CROSS JOIN LATERAL (
       SELECT sum(CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE -l.amount END) AS excess
         FROM line_item_tags t JOIN line_items l ON l.business_id = t.business_id AND l.id = t.line_id
        WHERE t.business_id = c.business_id AND t.definition_id = c.definition_id AND t.entry_id = c.entry_id) s
     WHERE s.excess <> 0
  LOOP
    IF EXISTS (SELECT FROM journal_entries e
                 JOIN journal_entries o ON o.business_id = e.business_id AND o.id = coalesce(e.reversal_of_id, e.id)
                WHERE e.business_id = wrong.business_id AND e.id = wrong.entry_id
                  AND coalesce(o.asked_epoch, wrong.balancing_epoch) >= wrong.balancing_epoch) THEN
      RAISE EXCEPTION 'entry % does not balance by its tags %: debits exceed credits by %', wrong.entry_id, wrong.key, wrong.excess
        USING ERRCODE = 'check_violation', CONSTRAINT = 'line_item_tags_balance';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER line_item_tags_balance_added AFTER INSERT ON line_item_tags
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION check_balancing_tags();
CREATE OR REPLACE TRIGGER line_item_tags_balance_removed AFTER DELETE ON line_item_tags
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION check_balancing_tags();
