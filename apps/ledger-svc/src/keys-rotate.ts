/** `npm run keys:rotate`: re-wraps the keys of stored secrets with the first master key. */
import { runRotateCommand } from '@pacioli/vault/rotation'
import { rotationConfig } from './config.ts'
import { sealedTables } from './sealed-tables.ts'

await runRotateCommand({
  name: 'keys:rotate',
  tables: sealedTables,
  reads: { database: 'LEDGER_RELAY_DATABASE_URL', keys: 'LEDGER_MASTER_KEYS' },
  config: rotationConfig,
})
