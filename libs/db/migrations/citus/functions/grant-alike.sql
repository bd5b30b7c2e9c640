-- Gives a shard, or the view of it, the rights that its table has on this node. Citus gives shards those on whole tables, and
-- passes none on single columns on. A view of all columns asks for the right to read all of them: so whoever may read some of a
-- table's columns may read the shard, and of the view these columns alone. As the owner.
--
-- p_as: 'VIEW', 'VIEWED' for the shard that one looks at, 'TABLE' for one that nobody has a view of.
CREATE OR REPLACE FUNCTION grant_alike_v1(p_table regclass, p_to regclass, p_as text) RETURNS void
LANGUAGE plpgsql SET citus.enable_ddl_propagation = off SET citus.enable_manual_changes_to_shards = on AS $$
DECLARE
  own record;
BEGIN
  FOR own IN
    SELECT string_agg(r.privilege_type, ', ') AS rights, r.grantee FROM pg_class t CROSS JOIN aclexplode(t.relacl) r
     WHERE t.oid = p_table AND p_as = 'VIEW' GROUP BY r.grantee
    UNION ALL
    SELECT string_agg(format('%s (%I)', r.privilege_type, t.attname), ', '), r.grantee
      FROM pg_attribute t CROSS JOIN aclexplode(t.attacl) r
     WHERE t.attrelid = p_table GROUP BY r.grantee
    UNION ALL
    SELECT 'SELECT', r.grantee FROM pg_attribute t CROSS JOIN aclexplode(t.attacl) r
     WHERE t.attrelid = p_table AND r.privilege_type = 'SELECT' AND p_as = 'VIEWED' GROUP BY r.grantee
  LOOP
    EXECUTE format('GRANT %s ON %s TO %s', own.rights, p_to,
                   CASE own.grantee WHEN 0 THEN 'PUBLIC' ELSE own.grantee::regrole::text END);
  END LOOP;
END $$;
