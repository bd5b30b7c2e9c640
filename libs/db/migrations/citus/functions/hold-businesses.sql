-- Keeps a shard where it is until the transaction ends, and raises PA503 where these businesses are not in it, or it is not
-- on this node, or not open: a transaction finds everything of its businesses here, its settings and its advisory locks
-- included, or nothing. Moving a shard waits for those that hold it, and who comes meanwhile waits for the move, though not for so
-- long that its caller would have given up: a move that blocks may take minutes.
--
-- The owner may lock a shard, which is Citus' own lock for that; the application may not.
CREATE OR REPLACE FUNCTION hold_businesses_v1(p_business_ids uuid[], p_shard bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  patience constant text := current_setting('lock_timeout');
BEGIN
  -- Who waits for less than that does so here, too.
  IF patience = '0' THEN
    PERFORM set_config('lock_timeout', '5s', true);
  END IF;
  -- 5 is a SHARE lock.
  PERFORM lock_shard_metadata(5, ARRAY[p_shard]);
  IF patience = '0' THEN
    PERFORM set_config('lock_timeout', patience, true);
  END IF;
  IF NOT EXISTS (SELECT FROM pg_dist_placement p JOIN pg_dist_local_group here USING (groupid) WHERE p.shardid = p_shard)
     OR to_regclass(format('shard_%s.idempotency_keys', p_shard)) IS NULL
     OR EXISTS (SELECT FROM unnest(p_business_ids) AS b(id)
                 WHERE get_shard_id_for_distribution_column('idempotency_keys', b.id) <> p_shard) THEN
    RAISE EXCEPTION 'The rows of this business are on another node now.' USING ERRCODE = 'PA503';
  END IF;
END $$;
