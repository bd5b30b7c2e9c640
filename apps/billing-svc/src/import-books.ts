/** Part of `npm run books:import`: what billing has of a business comes in. */
import { runImportCommand } from '@pacioli/seals/books/import-command'
import { carriedByBilling } from './carried-tables.ts'
import { importUrl } from './config.ts'
import { BILLING_INTAKE } from './migrations/index.ts'
import { sealedByBilling } from './replay/sealed-by-billing.ts'

await runImportCommand({
  service: 'billing',
  carried: carriedByBilling,
  intakeRole: BILLING_INTAKE,
  sealed: sealedByBilling,
  check: 'check_billing_v1',
  databaseUrl: importUrl,
})
