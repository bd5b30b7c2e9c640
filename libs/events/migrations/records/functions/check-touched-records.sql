-- What check_records_v1 says of a history, of what was recorded after p_since up to p_through alone, for several businesses. Each
-- invariant is the same sentence as there.
CREATE OR REPLACE FUNCTION check_touched_records_v1(p_business_ids uuid[], p_since bigint[], p_through bigint[])
RETURNS TABLE (invariant text, detail text, business_id uuid)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT 'positions of the history are contiguous', format('%s records after %s up to %s', r.count, g.since, g.through), g.business_id
      FROM unnest(p_business_ids, p_since, p_through) AS g(business_id, since, through)
     CROSS JOIN LATERAL (SELECT count(*) AS count FROM records a
                          WHERE a.business_id = g.business_id AND a.position > g.since AND a.position <= g.through) r
     WHERE r.count <> g.through - g.since;

  RETURN QUERY
    SELECT 'what is recorded later has no earlier moment', format('%s: %s, after %s', r.position, r.recorded_at, r.before), g.business_id
      FROM unnest(p_business_ids, p_since, p_through) AS g(business_id, since, through)
     CROSS JOIN LATERAL (SELECT a.position, a.recorded_at, lag(a.recorded_at) OVER (ORDER BY a.position) AS before FROM records a
                          WHERE a.business_id = g.business_id AND a.position >= g.since AND a.position <= g.through) r
     WHERE r.recorded_at < r.before;

  -- One that began before there was a history has no version before its first there.
  RETURN QUERY
    SELECT 'the history has every version', format('%s %s: version %s', r.aggregate_type, r.aggregate_id, r.version), g.business_id
      FROM unnest(p_business_ids, p_since, p_through) AS g(business_id, since, through)
     CROSS JOIN LATERAL (SELECT a.aggregate_type, a.aggregate_id, a.version FROM records a
                          WHERE a.business_id = g.business_id AND a.position > g.since AND a.position <= g.through AND a.version > 1
                         OFFSET 0) r
     CROSS JOIN LATERAL (SELECT max(b.version) AS before FROM records b
                          WHERE b.business_id = g.business_id AND b.aggregate_type = r.aggregate_type AND b.aggregate_id = r.aggregate_id
                            AND b.version < r.version) p
     WHERE p.before <> r.version - 1;
END $$;
