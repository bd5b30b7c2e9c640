import type { Database } from './database.ts'

/** A role that sees the rows of every tenant. Waiting does not help: the setting has to change. */
export class ExemptRole extends Error {
  override readonly name = 'ExemptRole'
  readonly isForGood = true
}

/** The roles a connection can have: the login role, the current role, and all that they may become. */
const EXEMPT = `
SELECT r.rolname AS role, r.rolname IN (session_user, current_user) AS is_itself, session_user AS login,
       CASE WHEN r.rolsuper THEN 'is a superuser' WHEN r.rolbypassrls THEN 'bypasses row-level security'
            ELSE 'owns the table ' || (SELECT min(c.relname) FROM pg_class c WHERE c.relowner = r.oid AND c.relrowsecurity)
       END AS reason
  FROM pg_roles r
 WHERE (pg_has_role(session_user, r.oid, 'MEMBER') OR pg_has_role(current_user, r.oid, 'MEMBER'))
   AND (r.rolsuper OR r.rolbypassrls
        OR EXISTS (SELECT FROM pg_class c WHERE c.relowner = r.oid AND c.relrowsecurity))
 ORDER BY is_itself DESC, r.rolsuper DESC, r.rolbypassrls DESC, r.rolname LIMIT 1`

/**
 * Row-level security separates tenants, but binds neither superusers nor roles with BYPASSRLS; a table's owner can
 * switch it off.
 * @param databases by the setting that names their URL
 * @throws ExemptRole naming the setting whose role is exempt, or may become exempt
 */
export async function expectBoundRoles(databases: Readonly<Record<string, Database>>): Promise<void> {
  for (const [setting, db] of Object.entries(databases)) {
    const [exempt] = await db.call<{ role: string; login: string; is_itself: boolean; reason: string }>(EXEMPT)
    if (!exempt) continue
    const { role, login, reason } = exempt
    const who = exempt.is_itself
      ? `the role ${role} ${reason}`
      : `the role ${login} is a member of ${role}, which ${reason}`
    throw new ExemptRole(
      `${setting}: ${who}, so the rows of all tenants would be open to it. Use the role that migrations make for it.`,
    )
  }
}
