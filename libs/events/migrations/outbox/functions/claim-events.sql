-- Locks up to p_limit events that are to be published, oldest first, passing over what another relay has locked, and over
-- events whose aggregate has an earlier one waiting: first those of the outbox, which have no position here, and those of the
-- queue once nothing waits there, for they came later. What claim_unsent_v1 says about plans holds here, too.
CREATE OR REPLACE FUNCTION claim_events_v1(p_limit int)
RETURNS TABLE (queue_position bigint, business_id uuid, id uuid, subject text, event text)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off
SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  IF EXISTS (SELECT FROM outbox o WHERE o.sent_at IS NULL) THEN
    RETURN QUERY SELECT NULL::bigint, c.business_id, c.id, c.subject, c.event FROM claim_unsent_v1(p_limit) c;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT c.position, e.business_id, e.id, e.subject, e.event
      FROM (SELECT q.position, q.slot, q.business_id
              FROM event_queue q
             WHERE NOT EXISTS (SELECT FROM event_queue earlier
                                WHERE earlier.business_id = q.business_id AND earlier.aggregate_type = q.aggregate_type
                                  AND earlier.aggregate_id = q.aggregate_id AND earlier.version < q.version
                               OFFSET 0)
               -- Of the same moment as the queue: an earlier version may have been written to the outbox just now.
               AND NOT EXISTS (SELECT FROM outbox o WHERE o.sent_at IS NULL)
             ORDER BY q.position
             LIMIT p_limit
               FOR UPDATE OF q SKIP LOCKED) c
      JOIN events e ON e.slot = c.slot AND e.position = c.position AND e.business_id = c.business_id;
END
$$;

-- Takes what was claimed and published out of the queue, and notes how far the stream has come. Fails, and so leaves all of it
-- in the queue, where the stream was lost since this relay looked, p_losses losses ago: it may have published to the one
-- before. The state is locked first, as a replay does, which puts events back into the queue.
CREATE OR REPLACE FUNCTION finish_events_v1(p_positions bigint[], p_stream text, p_losses bigint, p_sequence bigint)
RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  UPDATE relay_state s SET last_sequence = greatest(s.last_sequence, p_sequence)
   WHERE s.stream = p_stream AND s.losses = p_losses;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the stream was lost meanwhile: its events stay in the queue' USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  DELETE FROM event_queue q WHERE q.position = ANY (p_positions);
END
$$;
