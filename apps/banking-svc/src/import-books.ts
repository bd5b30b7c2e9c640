/** Part of `npm run books:import`: what banking has of a business comes in. */
import { runImportCommand } from '@pacioli/seals/books/import-command'
import { carriedByBanking } from './carried-tables.ts'
import { importUrl } from './config.ts'
import { BANKING_INTAKE } from './migrations/index.ts'
import { sealedByBanking } from './replay/sealed-by-banking.ts'

await runImportCommand({
  service: 'banking',
  carried: carriedByBanking,
  intakeRole: BANKING_INTAKE,
  sealed: sealedByBanking,
  check: 'check_banking_v1',
  databaseUrl: importUrl,
})
