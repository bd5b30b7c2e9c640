-- Locks up to p_limit events that are to be published, oldest first, passing over what another relay has locked, and over
-- events whose aggregate has an earlier one waiting, unless that is claimed, too: `turn` counts those before it, and an event
-- is published when that of the turn before it was. Where all that are first of their aggregate leave room, the next ones
-- of each follow, each with its share: who holds the first holds all. First those of the outbox, which have no position here,
-- and those of the queue once nothing waits there, for they came later. What claim_unsent_v1 says about plans holds here, too.
CREATE OR REPLACE FUNCTION claim_events_v1(p_limit int)
RETURNS TABLE (queue_position bigint, business_id uuid, id uuid, subject text, event text, turn int)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off
SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  IF EXISTS (SELECT FROM outbox o WHERE o.sent_at IS NULL) THEN
    RETURN QUERY
      WITH firsts AS MATERIALIZED (
        SELECT o.* FROM claim_unsent_v1(p_limit) WITH ORDINALITY AS c(business_id, id, subject, event, n)
          JOIN outbox o ON o.business_id = c.business_id AND o.id = c.id
         ORDER BY c.n
      ), room AS MATERIALIZED (
        SELECT p_limit - count(*) AS free, greatest((p_limit - count(*)) / greatest(count(*), 1), 1) AS share FROM firsts
      )
      SELECT NULL::bigint, f.business_id, f.id, f.subject, f.event, 0 FROM firsts f
       UNION ALL
      (SELECT NULL::bigint, n.business_id, n.id, n.subject, n.event, n.turn::int
         FROM firsts f
        CROSS JOIN LATERAL (SELECT l.*, row_number() OVER (ORDER BY l.version) AS turn
                              FROM (SELECT * FROM outbox o
                                     WHERE o.sent_at IS NULL AND o.business_id = f.business_id
                                       AND o.aggregate_type = f.aggregate_type AND o.aggregate_id = f.aggregate_id
                                       AND o.version > f.version
                                     ORDER BY o.version LIMIT (SELECT share FROM room)) l) n
        WHERE (SELECT free FROM room) > 0
        ORDER BY n.turn, n.position
        LIMIT (SELECT free FROM room));
    RETURN;
  END IF;
  RETURN QUERY
    WITH firsts AS MATERIALIZED (
      SELECT q.*
        FROM event_queue q
       WHERE NOT EXISTS (SELECT FROM event_queue earlier
                          WHERE earlier.business_id = q.business_id AND earlier.aggregate_type = q.aggregate_type
                            AND earlier.aggregate_id = q.aggregate_id AND earlier.version < q.version
                         OFFSET 0)
         -- Of the same moment as the queue: an earlier version may have been written to the outbox just now.
         AND NOT EXISTS (SELECT FROM outbox o WHERE o.sent_at IS NULL)
       ORDER BY q.position
       LIMIT p_limit
         FOR UPDATE OF q SKIP LOCKED
    ), room AS MATERIALIZED (
      SELECT p_limit - count(*) AS free, greatest((p_limit - count(*)) / greatest(count(*), 1), 1) AS share FROM firsts
    ), claimed AS MATERIALIZED (
      SELECT f.position, f.slot, f.business_id, 0 AS turn FROM firsts f
       UNION ALL
      (SELECT n.position, n.slot, n.business_id, n.turn::int
         FROM firsts f
        CROSS JOIN LATERAL (SELECT l.*, row_number() OVER (ORDER BY l.version) AS turn
                              FROM (SELECT q.position, q.slot, q.business_id, q.version FROM event_queue q
                                     WHERE q.business_id = f.business_id AND q.aggregate_type = f.aggregate_type
                                       AND q.aggregate_id = f.aggregate_id AND q.version > f.version
                                     ORDER BY q.version LIMIT (SELECT share FROM room)) l) n
        WHERE (SELECT free FROM room) > 0
        ORDER BY n.turn, n.position
        LIMIT (SELECT free FROM room))
    )
    SELECT c.position, e.business_id, e.id, e.subject, e.event, c.turn
      FROM claimed c
      JOIN events e ON e.slot = c.slot AND e.position = c.position AND e.business_id = c.business_id;
END
$$;

-- Takes what was claimed and published out of the queue, and notes how far the stream has come, with the event that is there.
-- Fails, and so leaves all of it in the queue, where the stream may have lost something since this relay looked, p_losses
-- losses ago: it may have published to the one before. The state is locked first, as a replay does, which puts events back
-- into the queue.
CREATE OR REPLACE FUNCTION finish_events_v1(p_positions bigint[], p_stream text, p_losses bigint, p_sequence bigint, p_id uuid)
RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  UPDATE relay_state s
     SET last_sequence = greatest(s.last_sequence, p_sequence),
         kept_sequence = greatest(s.kept_sequence, p_sequence),
         kept_id = CASE WHEN p_sequence < s.kept_sequence THEN s.kept_id ELSE p_id END
   WHERE s.stream = p_stream AND s.losses = p_losses;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the stream may have lost events meanwhile: they stay in the queue' USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  DELETE FROM event_queue q WHERE q.position = ANY (p_positions);
END
$$;
