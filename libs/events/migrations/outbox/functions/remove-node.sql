-- Takes a node that has no shards any more out of the cluster, or refuses. Events are written on the node of their change, and
-- do not move with its rows: what is not published yet would stay behind. In each database, on the coordinator, as a superuser,
-- who sees all events.
CREATE OR REPLACE FUNCTION remove_node_v1(p_host text, p_port int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  named constant text := format('%s:%s', p_host, p_port);
  shards bigint;
  asked record;
BEGIN
  IF NOT (SELECT r.rolsuper FROM pg_roles r WHERE r.rolname = current_user) THEN
    RAISE EXCEPTION 'remove_node_v1 has to be called by a superuser, not by %: who does not see all events cannot count them.', current_user;
  END IF;
  PERFORM FROM pg_dist_node n WHERE n.nodename = p_host AND n.nodeport = p_port;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% is no node of the cluster. Expected one of: %.', named,
      (SELECT string_agg(format('%s:%s', n.nodename, n.nodeport), ', ' ORDER BY n.groupid) FROM pg_dist_node n);
  END IF;
  SELECT count(*) INTO shards
    FROM pg_dist_placement p JOIN pg_dist_node n USING (groupid) JOIN pg_dist_shard s USING (shardid)
    JOIN pg_dist_partition t ON t.logicalrelid = s.logicalrelid AND t.partmethod = 'h'
   WHERE n.nodename = p_host AND n.nodeport = p_port;
  IF shards > 0 THEN
    RAISE EXCEPTION '% still has % shards. Move them first: SELECT citus_drain_node(%, %, ''force_logical'').', named, shards,
      quote_literal(p_host), p_port;
  END IF;
  SELECT r.success, r.result INTO asked FROM run_command_on_all_nodes(
    $ask$SELECT (SELECT count(*) FROM event_queue) + (SELECT count(*) FROM outbox WHERE sent_at IS NULL)
              + (SELECT count(*) FROM relay_state WHERE replay_until IS NOT NULL)$ask$) r
    JOIN pg_dist_node n ON n.nodeid = r.nodeid
   WHERE n.nodename = p_host AND n.nodeport = p_port;
  IF NOT FOUND OR NOT asked.success THEN
    RAISE EXCEPTION '% does not say which of its events are not published yet: %. Start it again first.', named,
      coalesce(asked.result, 'it is not active');
  END IF;
  IF asked.result::bigint > 0 THEN
    RAISE EXCEPTION 'Events of % are not published yet: %. The running services publish them; try again.', named, asked.result;
  END IF;
  PERFORM citus_remove_node(p_host, p_port);
END
$$;
