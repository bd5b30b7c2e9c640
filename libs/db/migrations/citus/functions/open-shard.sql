-- Opens a shard on its node: a schema in which each table goes by its name, and has the rows of that shard alone. Statements in
-- it are planned and run as on any server, where Citus would plan each as one for all nodes; so they are the same statements.
-- A shard is named by the table of Idempotency-Keys, which every service has; other tables are distributed alike.
--
-- The schema is of this node, and goes with the shard: Citus drops what depends on one that has moved. What the rights of a
-- role are is said by the shards' own tables, which the views look at on its behalf.
--
-- p_again: also where it is open, because tables or functions may have changed.
CREATE OR REPLACE FUNCTION open_shard_v1(p_shard bigint, p_again boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET citus.enable_ddl_propagation = off
SET citus.enable_manual_changes_to_shards = on AS $$
DECLARE
  place constant text := format('shard_%s', p_shard);
  here record;
  own record;
  tables constant regclass[] := ARRAY(
    SELECT t.logicalrelid
      FROM pg_dist_shard known
      JOIN pg_dist_partition k ON k.logicalrelid = known.logicalrelid
      JOIN pg_dist_partition t ON t.colocationid = k.colocationid AND t.partmethod = 'h'
      JOIN pg_class c ON c.oid = t.logicalrelid
     WHERE known.shardid = p_shard AND c.relnamespace = 'public'::regnamespace);
BEGIN
  -- One at a time. On a shard that is moving away nothing is made any more.
  PERFORM pg_advisory_xact_lock(hashtextextended(place, 4));
  PERFORM lock_shard_metadata(5, ARRAY[p_shard]);
  IF NOT EXISTS (SELECT FROM pg_dist_placement p JOIN pg_dist_local_group l USING (groupid) WHERE p.shardid = p_shard) THEN
    RAISE EXCEPTION 'The shard % is not on this node.', p_shard USING ERRCODE = 'PA503';
  END IF;
  IF to_regnamespace(place) IS NULL THEN
    EXECUTE format('CREATE SCHEMA %I', place);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO PUBLIC', place);
  ELSIF NOT p_again
    AND cardinality(tables) = (SELECT count(*) FROM pg_class c WHERE c.relnamespace = to_regnamespace(place) AND c.relkind = 'v') THEN
    RETURN;
  END IF;

  FOR here IN
    SELECT t.logicalrelid AS table, c.relname AS name, format('%I.%I', c.relnamespace::regnamespace::text, c.relname || '_' || s.shardid) AS shard
      FROM pg_dist_shard known
      JOIN pg_dist_shard s ON s.logicalrelid = ANY (tables) AND s.shardminvalue = known.shardminvalue
      JOIN pg_dist_partition t ON t.logicalrelid = s.logicalrelid
      JOIN pg_class c ON c.oid = t.logicalrelid
     WHERE known.shardid = p_shard
     ORDER BY c.relname
  LOOP
    BEGIN
      EXECUTE format('CREATE OR REPLACE VIEW %I.%I WITH (security_invoker = true) AS SELECT * FROM %s', place, here.name, here.shard);
    EXCEPTION WHEN invalid_table_definition THEN
      -- A column is of another type now, or gone.
      EXECUTE format('DROP VIEW %I.%I CASCADE', place, here.name);
      EXECUTE format('CREATE VIEW %I.%I WITH (security_invoker = true) AS SELECT * FROM %s', place, here.name, here.shard);
    END;
    -- Citus knows no rights to columns: neither its shards have them, nor what it makes of a table on its nodes.
    FOR own IN
      SELECT format('GRANT %s (%I) ON %s TO %s', x.privilege_type, a.attname, here.shard, x.grantee::regrole) AS right
        FROM pg_attribute a CROSS JOIN LATERAL aclexplode(a.attacl) x
       WHERE a.attrelid = here.table
    LOOP
      EXECUTE own.right;
    END LOOP;
    FOR own IN
      SELECT a.attname AS column, here.name || '_' || a.attname || '_seq' AS sequence
        FROM pg_attribute a WHERE a.attrelid = here.table AND a.attidentity <> ''
    LOOP
      EXECUTE format('CREATE SEQUENCE IF NOT EXISTS %I.%I AS bigint', place, own.sequence);
      -- Microseconds: what is numbered on this node comes after all that was numbered where the shard was before.
      EXECUTE format('SELECT setval(%L, greatest(last_value, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)) FROM %I.%I',
                     format('%I.%I', place, own.sequence), place, own.sequence);
      EXECUTE format('ALTER VIEW %I.%I ALTER COLUMN %I SET DEFAULT nextval(%L)', place, here.name, own.column,
                     format('%I.%I', place, own.sequence));
    END LOOP;
  END LOOP;
  EXECUTE format('GRANT ALL ON ALL TABLES IN SCHEMA %I TO PUBLIC', place);
  EXECUTE format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %I TO PUBLIC', place);

  -- Functions of the owner look at tables of public, where this shard has its own.
  FOR own IN
    SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND p.proowner = current_user::regrole
       AND p.proname NOT IN ('hold_businesses_v1', 'open_shard_v1')
  LOOP
    EXECUTE replace(replace(own.definition, 'FUNCTION public.', format('FUNCTION %I.', place)),
                    'SET search_path TO ''public'',', format('SET search_path TO %L, ''public'',', place));
  END LOOP;
END $$;
