import type pg from 'pg'

/**
 * Citus makes a shard on the node it moves to with the rights on its whole table, and without those on columns. The node has
 * the table's own, which it got from migrations (grantColumns): the shard gets the same as soon as it is made.
 *
 * It runs as whoever makes a table, which is the superuser where Citus does. So it is the superuser's, too: what the owner of
 * the database could change would make it one.
 */
const PASS_ON = `
CREATE OR REPLACE FUNCTION public.pass_on_column_rights() RETURNS event_trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET citus.override_table_visibility = off
SET citus.enable_ddl_propagation = off SET citus.enable_manual_changes_to_shards = on AS $$
DECLARE
  own record;
BEGIN
  FOR own IN
    SELECT c.oid::regclass AS shard, string_agg(format('%s (%I)', r.privilege_type, a.attname), ', ') AS rights, r.grantee
      FROM pg_event_trigger_ddl_commands() made
      JOIN pg_class c ON made.classid = 'pg_class'::regclass AND c.oid = made.objid
      JOIN pg_dist_shard s ON s.shardid = substring(c.relname FROM '_(\\d{1,18})$')::bigint
      JOIN pg_class t ON t.oid = s.logicalrelid AND t.relnamespace = c.relnamespace AND t.relname || '_' || s.shardid = c.relname
      JOIN pg_attribute a ON a.attrelid = t.oid
     CROSS JOIN LATERAL aclexplode(a.attacl) r
     GROUP BY c.oid, r.grantee
  LOOP
    EXECUTE format('GRANT %s ON %s TO %s', own.rights, own.shard, CASE own.grantee WHEN 0 THEN 'PUBLIC' ELSE own.grantee::regrole::text END);
  END LOOP;
END $$`

const IS_THERE = `SELECT FROM pg_event_trigger WHERE evtname = 'pass_on_column_rights'`

/**
 * Has shards that come to this node get the rights to columns that their tables have on it.
 * @param node as the administrator; only a superuser may have that, and others are told what to do instead
 */
export async function passOnColumnRights(node: pg.Client, say: (line: string) => void = () => {}): Promise<void> {
  const isThere = async (): Promise<boolean> => (await node.query(IS_THERE)).rowCount === 1
  const { rowCount } = await node.query('SELECT FROM pg_roles WHERE rolname = current_user AND rolsuper')
  if (rowCount === 0) {
    if (!(await isThere()))
      say(
        'The administrator is no superuser, so shards lose rights to columns when they move: run the migrations again after each move.',
      )
    return
  }
  await node.query('SET citus.enable_ddl_propagation = off')
  await node.query(PASS_ON)
  if (!(await isThere()))
    await node.query(
      `CREATE EVENT TRIGGER pass_on_column_rights ON ddl_command_end WHEN TAG IN ('CREATE TABLE')
       EXECUTE FUNCTION public.pass_on_column_rights()`,
    )
  await node.query('RESET citus.enable_ddl_propagation')
}
