-- Keeps shards where they are until a transaction on the coordinator ends: a move begins there, with the same lock, and ends before
-- this returns, or waits. Raises PA503 where one has been split meanwhile.
CREATE OR REPLACE FUNCTION hold_shards_v1(p_shards bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  -- In one order: who holds some of them never waits for one that comes before.
  in_order constant bigint[] := ARRAY(SELECT id FROM unnest(p_shards) AS s(id) ORDER BY id);
BEGIN
  -- 5 is a SHARE lock.
  PERFORM lock_shard_metadata(5, in_order);
  IF EXISTS (SELECT FROM unnest(in_order) AS s(id) WHERE NOT EXISTS (SELECT FROM pg_dist_placement p WHERE p.shardid = s.id)) THEN
    RAISE EXCEPTION 'The rows of these businesses are in other shards now.' USING ERRCODE = 'PA503';
  END IF;
END $$;
