/** Part of `npm run books:import`: what reporting has of a business comes in. */
import { runImportCommand } from '@pacioli/seals/books/import-command'
import { carriedByReporting } from './bundles/carried-tables.ts'
import { importConfig } from './config.ts'
import { REPORTING_INTAKE } from './migrations/index.ts'

await runImportCommand({
  service: 'reporting',
  carried: carriedByReporting,
  intakeRole: REPORTING_INTAKE,
  databaseUrl: () => importConfig().REPORTING_DATABASE_URL,
})
