/** Part of `npm run books:import`: what ledger has of a business comes in. */
import { runImportCommand } from '@pacioli/seals/books/import-command'
import { carriedByLedger } from './carried-tables.ts'
import { importUrl } from './config.ts'
import { sealedByLedger } from './replay/sealed-by-ledger.ts'
import { LEDGER_POSTINGS } from './migrations/index.ts'

await runImportCommand({
  service: 'ledger',
  carried: carriedByLedger,
  intakeRole: LEDGER_POSTINGS,
  sealed: sealedByLedger,
  hasClients: true,
  check: 'check_books_v1',
  databaseUrl: importUrl,
})
