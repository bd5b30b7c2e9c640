-- What is not so of a business's postings by themselves, whatever they follow from: one row per violation. Called by the
-- checks of the services, under their tenant.
CREATE OR REPLACE FUNCTION check_postings_v1(p_business_id uuid)
RETURNS TABLE (invariant text, detail text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
    SELECT 'a reversal takes back one posting of its own source, once',
           format('%s reverses %s', r.posting_key, r.reverses)
      FROM (SELECT o.*, count(*) OVER (PARTITION BY o.reverses) AS reversals FROM postings o
             WHERE o.business_id = p_business_id AND o.reverses IS NOT NULL) r
      LEFT JOIN postings p ON p.business_id = p_business_id AND p.posting_key = r.reverses
     WHERE r.reversals > 1
        OR (p.source_type, p.source_id, p.reverses IS NULL) IS DISTINCT FROM (r.source_type, r.source_id, true);

  RETURN QUERY
    SELECT 'the ledger takes what is posted', format('posting %s, %s: %s: %s', p.id, p.posting_key, p.error_enum, p.error_description)
      FROM postings p WHERE p.business_id = p_business_id AND p.status = 'FAILED';

  RETURN QUERY
    SELECT 'postings are counted by their state',
           format('%s: kept %s, there are %s', status, coalesce(k.postings, 0), coalesce(p.postings, 0))
      FROM (SELECT c.status, sum(c.postings) AS postings FROM posting_counts c
             WHERE c.business_id = p_business_id GROUP BY c.status) k
      FULL JOIN (SELECT p.status, count(*) AS postings FROM postings p
                  WHERE p.business_id = p_business_id GROUP BY p.status) p USING (status)
     WHERE coalesce(k.postings, 0) <> coalesce(p.postings, 0);
END $$;
