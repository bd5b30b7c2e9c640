-- What is not so of the seals of a business by themselves: one row per violation. Called by the checks of the services, under their
-- tenant. Whether leaves still are what was sealed, check-leaves.ts says, and pacioli-verify from outside.
CREATE OR REPLACE FUNCTION check_seals_v1(p_business_id uuid)
RETURNS TABLE (invariant text, detail text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
    SELECT 'each seal begins where the one before ends', format('that of %s records begins after %s, the one before ends at %s', s.size, s.size - s.added, coalesce(s.before, 0))
      FROM (SELECT a.size, length(a.hashes) / 32 AS added, lag(a.size) OVER (ORDER BY a.size) AS before FROM seals a
             WHERE a.business_id = p_business_id) s
     WHERE s.size - s.added <> coalesce(s.before, 0);

  RETURN QUERY
    SELECT 'the history is sealed as far as its head of seals says', format('the head says %s, the last seal %s', coalesce(h.size, 0), coalesce(s.size, 0))
      FROM (SELECT max(a.size) AS size FROM seals a WHERE a.business_id = p_business_id) s
      FULL JOIN (SELECT b.size FROM seal_heads b WHERE b.business_id = p_business_id) h ON true
     WHERE coalesce(h.size, 0) <> coalesce(s.size, 0);

  RETURN QUERY
    SELECT 'nothing is sealed that is not recorded', format('%s are sealed, %s recorded', h.size, coalesce(r.position, 0))
      FROM seal_heads h LEFT JOIN record_heads r ON r.business_id = p_business_id
     WHERE h.business_id = p_business_id AND h.size > coalesce(r.position, 0);

  RETURN QUERY
    SELECT 'each whole block of leaves has its hash', format('%s blocks for %s records', b.count, h.size)
      FROM seal_heads h CROSS JOIN (SELECT count(*) AS count FROM seal_blocks c WHERE c.business_id = p_business_id) b
     WHERE h.business_id = p_business_id AND b.count <> h.size / 256;

  RETURN QUERY
    SELECT 'the key of each seal is known', format('seal of %s records: %s', s.size, s.key_id)
      FROM seals s WHERE s.business_id = p_business_id AND NOT EXISTS (SELECT FROM seal_keys k WHERE k.id = s.key_id);
END $$;
