-- Writes events in the transaction of their changes, to where event_slots says. One event is the most frequent case, which
-- straight statements serve best.
CREATE OR REPLACE FUNCTION write_event_v1(
  p_business_id uuid, p_id uuid, p_aggregate_id uuid, p_version bigint, p_subject text, p_event text, p_created_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  current_slot smallint;
  next_position bigint;
  kind constant text := split_part(p_subject, '.', 3);
BEGIN
  SELECT s.slot INTO current_slot FROM event_slots s WHERE s.is_current;
  IF NOT FOUND THEN
    INSERT INTO outbox (business_id, id, aggregate_type, aggregate_id, version, subject, event, created_at)
    VALUES (p_business_id, p_id, kind, p_aggregate_id, p_version, p_subject, p_event, p_created_at);
    RETURN;
  END IF;
  next_position := nextval('event_positions');
  INSERT INTO events (slot, position, business_id, id, aggregate_type, aggregate_id, version, subject, event, created_at)
  VALUES (current_slot, next_position, p_business_id, p_id, kind, p_aggregate_id, p_version, p_subject, p_event, p_created_at);
  INSERT INTO event_queue (position, slot, business_id, aggregate_type, aggregate_id, version, created_at)
  VALUES (next_position, current_slot, p_business_id, kind, p_aggregate_id, p_version, p_created_at);
END
$$;

-- Several, in the order given.
CREATE OR REPLACE FUNCTION write_events_v1(
  p_business_ids uuid[], p_ids uuid[], p_aggregate_ids uuid[], p_versions bigint[], p_subjects text[], p_events text[],
  p_created_ats timestamptz[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  current_slot smallint;
  positions bigint[];
BEGIN
  IF cardinality(p_ids) = 1 THEN
    PERFORM write_event_v1(p_business_ids[1], p_ids[1], p_aggregate_ids[1], p_versions[1], p_subjects[1], p_events[1], p_created_ats[1]);
    RETURN;
  END IF;
  SELECT s.slot INTO current_slot FROM event_slots s WHERE s.is_current;
  IF NOT FOUND THEN
    INSERT INTO outbox (business_id, id, aggregate_type, aggregate_id, version, subject, event, created_at)
      SELECT e.business_id, e.id, split_part(e.subject, '.', 3), e.aggregate_id, e.version, e.subject, e.event, e.created_at
        FROM unnest(p_business_ids, p_ids, p_aggregate_ids, p_versions, p_subjects, p_events, p_created_ats)
             WITH ORDINALITY AS e(business_id, id, aggregate_id, version, subject, event, created_at, n)
       ORDER BY e.n;
    RETURN;
  END IF;
  FOR n IN 1 .. cardinality(p_ids) LOOP
    positions[n] := nextval('event_positions');
  END LOOP;
  INSERT INTO events (slot, position, business_id, id, aggregate_type, aggregate_id, version, subject, event, created_at)
    SELECT current_slot, e.position, e.business_id, e.id, split_part(e.subject, '.', 3), e.aggregate_id, e.version, e.subject, e.event, e.created_at
      FROM unnest(positions, p_business_ids, p_ids, p_aggregate_ids, p_versions, p_subjects, p_events, p_created_ats)
           AS e(position, business_id, id, aggregate_id, version, subject, event, created_at);
  INSERT INTO event_queue (position, slot, business_id, aggregate_type, aggregate_id, version, created_at)
    SELECT e.position, current_slot, e.business_id, split_part(e.subject, '.', 3), e.aggregate_id, e.version, e.created_at
      FROM unnest(positions, p_business_ids, p_aggregate_ids, p_versions, p_subjects, p_created_ats)
           AS e(position, business_id, aggregate_id, version, subject, created_at);
END
$$;
