const prefix = 'BILLING'
for (const name of ['ADMIN_DATABASE_URL', 'DATABASE_URL', 'RELAY_DATABASE_URL']) {
  if (!process.env[`${prefix}_${name}`]) throw new Error(`${prefix}_${name} is not set`)
}
if (process.env.FAIL_MIGRATION === 'billing-svc') throw new Error('no such column')
