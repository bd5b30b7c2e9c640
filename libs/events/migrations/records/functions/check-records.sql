-- What is not so of the history of a business by itself: one row per violation. Called by the checks of the services, under their
-- tenant.
CREATE OR REPLACE FUNCTION check_records_v1(p_business_id uuid)
RETURNS TABLE (invariant text, detail text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
    SELECT 'positions of the history are contiguous', format('%s follows %s', r.position, coalesce(r.before, 0))
      FROM (SELECT a.position, lag(a.position) OVER (ORDER BY a.position) AS before FROM records a
             WHERE a.business_id = p_business_id) r
     WHERE r.position <> coalesce(r.before, 0) + 1;

  RETURN QUERY
    SELECT 'the history ends where its head says', format('the head is at %s, the last record at %s', h.position, coalesce(r.position, 0))
      FROM record_heads h
      LEFT JOIN LATERAL (SELECT max(a.position) AS position FROM records a WHERE a.business_id = p_business_id) r ON true
     WHERE h.business_id = p_business_id AND h.position <> coalesce(r.position, 0);

  RETURN QUERY
    SELECT 'what is recorded later has no earlier moment', format('%s: %s, after %s', r.position, r.recorded_at, r.before)
      FROM (SELECT a.position, a.recorded_at, lag(a.recorded_at) OVER (ORDER BY a.position) AS before FROM records a
             WHERE a.business_id = p_business_id) r
     WHERE r.recorded_at < r.before;

  RETURN QUERY
    SELECT 'the history has every version', format('%s %s: version %s follows %s', r.aggregate_type, r.aggregate_id, r.version, r.before)
      FROM (SELECT a.aggregate_type, a.aggregate_id, a.version,
                   lag(a.version) OVER (PARTITION BY a.aggregate_type, a.aggregate_id ORDER BY a.version) AS before
              FROM records a WHERE a.business_id = p_business_id) r
     WHERE r.version <> r.before + 1;

  RETURN QUERY
    SELECT 'the history has the state of each version', format('%s %s, version %s', r.aggregate_type, r.aggregate_id, r.version)
      FROM records r
     WHERE r.business_id = p_business_id AND r.state IS NULL AND r.aggregate_type <> 'entry'
       AND NOT EXISTS (SELECT FROM large_states s WHERE s.business_id = p_business_id AND s.event_id = r.event_id);
END $$;
