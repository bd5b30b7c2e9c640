-- Gives versions their positions in the history of their business, in the order given, and says where each stands; those that have
-- one keep it. Heads are locked in the order of their ids, so that two of these never wait for each other.
CREATE OR REPLACE FUNCTION record_versions_v1(
  p_business_ids uuid[], p_aggregate_types text[], p_aggregate_ids uuid[], p_versions bigint[], p_event_ids uuid[],
  p_event_types text[], p_request_ids text[], p_actors text[], p_states text[], p_salts bytea[]
) RETURNS TABLE (event_id uuid, "position" bigint, recorded_at timestamptz)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO record_heads (business_id, position, recorded_at)
    SELECT DISTINCT b.id, 0, '-infinity'::timestamptz FROM unnest(p_business_ids) AS b(id) ORDER BY b.id
  ON CONFLICT (business_id) DO NOTHING;
  PERFORM FROM record_heads h WHERE h.business_id = ANY (p_business_ids) ORDER BY h.business_id FOR UPDATE;
  WITH given AS (
    SELECT * FROM unnest(p_business_ids, p_aggregate_types, p_aggregate_ids, p_versions, p_event_ids, p_event_types, p_request_ids,
                         p_actors, p_states, p_salts)
             WITH ORDINALITY AS g(business_id, aggregate_type, aggregate_id, version, event_id, event_type, request_id, actor, state, salt, n)
  ), numbered AS (
    SELECT g.*, row_number() OVER (PARTITION BY g.business_id ORDER BY g.n) AS nth
      FROM (SELECT DISTINCT ON (g.business_id, g.aggregate_type, g.aggregate_id, g.version) g.* FROM given g
             WHERE NOT EXISTS (SELECT FROM records r
                                WHERE r.business_id = g.business_id AND r.aggregate_type = g.aggregate_type
                                  AND r.aggregate_id = g.aggregate_id AND r.version = g.version
                               OFFSET 0)
             ORDER BY g.business_id, g.aggregate_type, g.aggregate_id, g.version, g.n) g
  ), moved AS (
    UPDATE record_heads h
       SET position = h.position + n.count, recorded_at = greatest(h.recorded_at, date_trunc('milliseconds', clock_timestamp()))
      FROM (SELECT business_id, count(*) AS count FROM numbered GROUP BY business_id) n
     WHERE h.business_id = n.business_id
    RETURNING h.business_id, h.position - n.count AS before, h.recorded_at
  )
  INSERT INTO records (business_id, position, recorded_at, aggregate_type, aggregate_id, version, event_id, event_type, request_id,
                       actor, state, salt)
    SELECT n.business_id, m.before + n.nth, m.recorded_at, n.aggregate_type, n.aggregate_id, n.version, n.event_id, n.event_type,
           n.request_id, n.actor, n.state, n.salt
      FROM numbered n JOIN moved m ON m.business_id = n.business_id;
  RETURN QUERY
    SELECT g.event_id, r.position, r.recorded_at::timestamptz
      FROM unnest(p_business_ids, p_aggregate_types, p_aggregate_ids, p_versions, p_event_ids)
           AS g(business_id, aggregate_type, aggregate_id, version, event_id)
     CROSS JOIN LATERAL (SELECT r.position, r.recorded_at FROM records r
                          WHERE r.business_id = g.business_id AND r.aggregate_type = g.aggregate_type
                            AND r.aggregate_id = g.aggregate_id AND r.version = g.version
                         OFFSET 0) r;
END
$$;
