-- Opens a shard on its node: a schema in which each table goes by its name, and has the rows of that shard alone. Statements in
-- it are planned and run as on any server, where Citus would plan each as one for all nodes; so they are the same statements.
-- A shard is named by the table of Idempotency-Keys, which every service has; other tables are distributed alike. Tables of
-- another schema than public have one of their own here, shard_<id>_<schema>.
--
-- The schemas are of this node, and go with the shard: Citus drops what depends on one that has moved. Which rows a
-- role sees is said by the policies of the shards' own tables, which the views look at on its behalf. They bind the owner, too,
-- from here on: not before, because nothing could be replicated into a shard that is on its way (distribute.ts).
--
-- p_again: also where it is open, because tables or functions may have changed.
CREATE OR REPLACE FUNCTION open_shard_v1(p_shard bigint, p_again boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '5s' SET citus.enable_ddl_propagation = off
SET citus.enable_manual_changes_to_shards = on SET citus.override_table_visibility = off AS $$
DECLARE
  place constant text := format('shard_%s', p_shard);
  beside text;
  is_alone boolean;
  -- 5 is a SHARE lock, 7 an EXCLUSIVE one.
  hold int := 5;
  here record;
  own record;
  tables constant regclass[] := ARRAY(
    SELECT t.logicalrelid
      FROM pg_dist_shard known
      JOIN pg_dist_partition k ON k.logicalrelid = known.logicalrelid
      JOIN pg_dist_partition t ON t.colocationid = k.colocationid AND t.partmethod = 'h'
     WHERE known.shardid = p_shard);
  -- By the schema of the tables.
  places constant jsonb := (
    SELECT jsonb_object_agg(n.nspname, place || CASE n.nspname WHEN 'public' THEN '' ELSE '_' || n.nspname END)
      FROM pg_namespace n WHERE n.oid IN (SELECT c.relnamespace FROM pg_class c WHERE c.oid = ANY (tables)));
BEGIN
  -- Who only wants to know that it is open does not wait for a move. Asked again once nobody else is at it.
  FOR is_alone IN SELECT unnest(ARRAY[false, true]) LOOP
    IF is_alone THEN
      -- One at a time. On a shard that is moving away nothing is made any more. Views that change do so while nobody is in the
      -- shard: they are several, and who uses them goes from one to the other in an order of their own.
      PERFORM pg_advisory_xact_lock(hashtextextended(place, 4));
      IF EXISTS (
        SELECT FROM pg_dist_shard known
          JOIN pg_dist_shard s ON s.logicalrelid = ANY (tables) AND s.shardminvalue = known.shardminvalue
          JOIN pg_class c ON c.oid = s.logicalrelid
          JOIN pg_namespace n ON n.oid = c.relnamespace
          JOIN to_regclass(format('%I.%I', places ->> n.nspname, c.relname)) AS v(view) ON v.view IS NOT NULL
         WHERE known.shardid = p_shard
           AND is_view_behind_v1(c.oid, to_regclass(format('%I.%I', n.nspname, c.relname || '_' || s.shardid)), v.view)) THEN
        hold := 7;
      END IF;
      PERFORM lock_shard_metadata(hold, ARRAY[p_shard]);
    END IF;
    IF NOT EXISTS (SELECT FROM pg_dist_placement p JOIN pg_dist_local_group l USING (groupid) WHERE p.shardid = p_shard) THEN
      RAISE EXCEPTION 'The shard % is not on this node.', p_shard USING ERRCODE = 'PA503';
    END IF;
    IF NOT p_again AND cardinality(tables) = (
      SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN jsonb_each_text(places) p ON p.value = n.nspname
       WHERE c.relkind = 'v') THEN
      RETURN;
    END IF;
  END LOOP;
  FOR beside IN SELECT value FROM jsonb_each_text(places) LOOP
    CONTINUE WHEN to_regnamespace(beside) IS NOT NULL;
    EXECUTE format('CREATE SCHEMA %I', beside);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO PUBLIC', beside);
  END LOOP;

  FOR here IN
    SELECT t.logicalrelid AS table, places ->> n.nspname AS place, c.relname AS name, format('%I.%I', n.nspname, c.relname || '_' || s.shardid) AS shard,
           shard.relrowsecurity AND NOT shard.relforcerowsecurity AS is_open_to_owner
      FROM pg_dist_shard known
      JOIN pg_dist_shard s ON s.logicalrelid = ANY (tables) AND s.shardminvalue = known.shardminvalue
      JOIN pg_dist_partition t ON t.logicalrelid = s.logicalrelid
      JOIN pg_class c ON c.oid = t.logicalrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_class shard ON shard.oid = to_regclass(format('%I.%I', n.nspname, c.relname || '_' || s.shardid))
     WHERE known.shardid = p_shard
     ORDER BY n.nspname, c.relname
  LOOP
    IF here.is_open_to_owner THEN
      EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', here.shard);
    END IF;
    BEGIN
      -- A view that has all columns stays as it is: making it anew would wait for those who use it, and keep others waiting.
      IF is_view_behind_v1(here.table, here.shard::regclass, to_regclass(format('%I.%I', here.place, here.name))) THEN
        EXECUTE format('CREATE OR REPLACE VIEW %I.%I WITH (security_invoker = true) AS SELECT * FROM %s', here.place, here.name, here.shard);
      END IF;
    EXCEPTION WHEN invalid_table_definition THEN
      -- A column is of another type now, or gone.
      EXECUTE format('DROP VIEW %I.%I CASCADE', here.place, here.name);
      EXECUTE format('CREATE VIEW %I.%I WITH (security_invoker = true) AS SELECT * FROM %s', here.place, here.name, here.shard);
    END;
    -- Citus gives shards no options of columns.
    PERFORM expect_much_of_tenants_v1(here.shard::regclass);
    PERFORM grant_alike_v1(here.table, here.shard::regclass, 'VIEWED');
    PERFORM grant_alike_v1(here.table, format('%I.%I', here.place, here.name)::regclass, 'VIEW');
    FOR own IN
      SELECT a.attname AS column, here.name || '_' || a.attname || '_seq' AS sequence
        FROM pg_attribute a WHERE a.attrelid = here.table AND a.attidentity <> ''
    LOOP
      EXECUTE format('CREATE SEQUENCE IF NOT EXISTS %I.%I AS bigint', here.place, own.sequence);
      -- Microseconds: what is numbered on this node comes after all that was numbered where the shard was before.
      EXECUTE format('SELECT setval(%L, greatest(last_value, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)) FROM %I.%I',
                     format('%I.%I', here.place, own.sequence), here.place, own.sequence);
      CONTINUE WHEN EXISTS (SELECT FROM pg_attribute v WHERE v.attrelid = to_regclass(format('%I.%I', here.place, here.name))
                               AND v.attname = own.column AND v.atthasdef);
      EXECUTE format('ALTER VIEW %I.%I ALTER COLUMN %I SET DEFAULT nextval(%L)', here.place, here.name, own.column,
                     format('%I.%I', here.place, own.sequence));
    END LOOP;
  END LOOP;
  FOR beside IN SELECT value FROM jsonb_each_text(places) LOOP
    EXECUTE format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %I TO PUBLIC', beside);
  END LOOP;

  -- Functions of the owner look at tables of public, where this shard has its own. Who may call them is the same.
  FOR own IN
    SELECT pg_get_functiondef(p.oid) AS definition,
           format('%I.%I(%s)', place, p.proname, pg_get_function_identity_arguments(p.oid)) AS copy,
           (SELECT string_agg(CASE r.grantee WHEN 0 THEN 'PUBLIC' ELSE r.grantee::regrole::text END, ', ')
              FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) r) AS callers
      FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND p.proowner = current_user::regrole
       AND p.proname NOT IN ('hold_businesses_v1', 'open_shard_v1')
  LOOP
    EXECUTE replace(replace(own.definition, 'FUNCTION public.', format('FUNCTION %I.', place)),
                    'SET search_path TO ''public'',', format('SET search_path TO %L, ''public'',', place));
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', own.copy);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %s', own.copy, own.callers);
  END LOOP;
END $$;
