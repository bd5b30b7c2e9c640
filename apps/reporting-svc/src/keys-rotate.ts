/** `npm run reporting:keys:rotate`: puts what keeps the secrets of webhooks under the first of the master keys. */
import { runRotateCommand } from '@pacioli/vault/rotation'
import { rotationConfig } from './config.ts'
import { sealedTables } from './webhooks/sealed-secrets.ts'

await runRotateCommand({
  name: 'reporting:keys:rotate',
  tables: sealedTables,
  reads: { database: 'REPORTING_RELAY_DATABASE_URL', keys: 'REPORTING_MASTER_KEYS' },
  config: rotationConfig,
})
