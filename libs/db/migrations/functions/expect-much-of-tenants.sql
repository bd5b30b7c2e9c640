-- A business newer than a table's statistics would count as empty there: then the planner takes the primary key to be no
-- better than any other index that begins with the business, and reads the whole business for every row it looks up. So no
-- business is counted, and each is assumed to have half of the table: expecting too much of one does no harm, since every
-- index begins with the business. Before PostgreSQL 18, which keeps statistics that are set where none are collected, the
-- largest is counted, and any other one is assumed to have the rest of the table, which is little while one has almost all.
--
-- For the owner of the table, or of the shard. Does nothing where nothing is left to do.
CREATE OR REPLACE FUNCTION expect_much_of_tenants_v1(p_table regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  here record;
BEGIN
  SELECT n.nspname AS schema, c.relname AS name, c.relpages > 0 AS is_filled, a.attstattarget AS target, a.attoptions AS options INTO here
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'business_id' WHERE c.oid = p_table;
  IF NOT FOUND THEN
    IF EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = p_table AND a.attname = 'business_id') THEN
      RAISE EXCEPTION 'The shard % is not to be seen here.', p_table
        USING HINT = 'Citus shows shards among tables where citus.override_table_visibility is off.';
    END IF;
  ELSIF current_setting('server_version_num')::int >= 180000 THEN
    IF here.target IS DISTINCT FROM 0 THEN
      EXECUTE format('ALTER TABLE %s ALTER COLUMN business_id SET STATISTICS 0', p_table);
      PERFORM pg_clear_attribute_stats(here.schema, here.name, 'business_id', false);
    END IF;
    -- Every time: a restored backup may come without them.
    PERFORM pg_restore_attribute_stats('schemaname', here.schema::text, 'relname', here.name::text, 'attname', 'business_id',
                                       'inherited', false, 'null_frac', 0::real, 'avg_width', 16,
                                       'n_distinct', 2::real, 'correlation', 1::real);
  ELSIF here.target IS DISTINCT FROM 1 OR NOT 'n_distinct=2' = ANY (coalesce(here.options, '{}')) THEN
    EXECUTE format('ALTER TABLE %s ALTER COLUMN business_id SET STATISTICS 1', p_table);
    EXECUTE format('ALTER TABLE %s ALTER COLUMN business_id SET (n_distinct = 2)', p_table);
    IF here.is_filled THEN
      EXECUTE format('ANALYZE %s (business_id)', p_table);
    END IF;
  END IF;
END $$;
