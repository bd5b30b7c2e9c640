-- Gives a shard, or the view of it, the rights that its table has on this node, and takes those that it has no more. Citus gives
-- shards those on whole tables, and passes no statement about single columns on. A view of all columns asks for the right to read all of
-- them: so whoever may read some of a table's columns may read the shard, and of the view these columns alone. As the owner.
--
-- p_as: 'VIEW', 'VIEWED' for the shard that one looks at, 'TABLE' for one that nobody has a view of.
CREATE OR REPLACE FUNCTION grant_alike_v1(p_table regclass, p_to regclass, p_as text) RETURNS void
LANGUAGE plpgsql SET citus.enable_ddl_propagation = off SET citus.enable_manual_changes_to_shards = on AS $$
DECLARE
  verb text;
  own record;
BEGIN
  -- What is to go goes first: with a right to the whole PostgreSQL takes the same right to all columns.
  FOREACH verb IN ARRAY ARRAY['REVOKE', 'GRANT'] LOOP
    FOR own IN
      WITH has AS (
        SELECT t.oid AS of, r.privilege_type::text AS what, NULL::name AS col, r.grantee
          FROM pg_class t CROSS JOIN aclexplode(t.relacl) r WHERE t.oid IN (p_table, p_to) AND r.grantee <> t.relowner
        UNION
        SELECT a.attrelid, r.privilege_type, a.attname, r.grantee
          FROM pg_attribute a CROSS JOIN aclexplode(a.attacl) r WHERE a.attrelid IN (p_table, p_to) AND NOT a.attisdropped
      ), wanted AS (
        SELECT what, col, grantee FROM has WHERE of = p_table
        UNION
        SELECT 'SELECT', NULL, grantee FROM has WHERE of = p_table AND what = 'SELECT' AND col IS NOT NULL AND p_as = 'VIEWED'
      ), given AS (
        SELECT what, col, grantee FROM has WHERE of = p_to
      )
      (SELECT * FROM given WHERE verb = 'REVOKE' EXCEPT SELECT * FROM wanted)
      UNION ALL
      (SELECT * FROM wanted WHERE verb = 'GRANT' EXCEPT SELECT * FROM given)
    LOOP
      EXECUTE format('%s %s%s ON %s %s %s', verb, own.what, ' (' || quote_ident(own.col) || ')', p_to,
                     CASE verb WHEN 'GRANT' THEN 'TO' ELSE 'FROM' END,
                     CASE own.grantee WHEN 0 THEN 'PUBLIC' ELSE own.grantee::regrole::text END);
    END LOOP;
  END LOOP;
END $$;
