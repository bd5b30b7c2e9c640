-- A read model or the feed says whose a business is once events have told of it. Of one that is not here, the ledger is asked
-- when it is met. The feed stays whatever becomes of read models. A transaction asks before it enters an edition: these are the
-- businesses beside the feed.
CREATE OR REPLACE FUNCTION is_foreign_business_v1(p_client_id uuid, p_business_id uuid) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM businesses b WHERE b.business_id = p_business_id AND b.client_id <> p_client_id)
      OR EXISTS (SELECT FROM feed_positions f WHERE f.business_id = p_business_id AND f.client_id <> p_client_id);
END $$;
