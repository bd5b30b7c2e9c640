/** The frame of `node apps/ledger-svc/src/import-books.ts` and the like: one service takes in its part of a bundle. */
import { Database } from '@pacioli/db'
import { Command } from 'commander'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BooksRefused, importBooks, type ImportOptions } from './import-books.ts'

type CommandOptions = Omit<ImportOptions, 'db'> & {
  /** The variable with the address of the database is read when the arguments are right. */
  databaseUrl: () => string
}

const TEN_MINUTES_MS = 600_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Runs with the arguments of this process; exits with 1 where nothing came in. */
export async function runImportCommand({ databaseUrl, ...options }: CommandOptions): Promise<void> {
  const { service } = options
  const program = new Command(`${service}-svc import-books`)
    .description(
      `Takes in what ${service} has of a business, from an unpacked and verified bundle: all of it, or nothing. ` +
        `npm run books:import does this for all services. Uses ${service.toUpperCase()}_DATABASE_URL.`,
    )
    .requiredOption('--folder <path>', 'the unpacked bundle')
    .requiredOption('--client <id>', 'the client whose business it becomes')
    .option('--try', 'only try whether it would come in')
    .action(async ({ folder, client, try: isTrial = false }: { folder: string; client: string; try?: boolean }) => {
      if (!UUID.test(client)) throw new BooksRefused(`--client: expected the id of a client, got ${client}`)
      const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as { business_id: unknown }
      const businessId = String(manifest.business_id)
      if (!UUID.test(businessId)) throw new BooksRefused('manifest.json: expected the id of a business.')
      const db = new Database({
        url: databaseUrl(),
        applicationName: `${service}:import`,
        poolSize: 1,
        statementTimeoutMs: TEN_MINUTES_MS,
      })
      try {
        const { kind, rows } = await importBooks({ ...options, db }, { clientId: client, businessId, folder, isTrial })
        console.log(`${service}: ${SAID[kind](rows)}`)
      } finally {
        await db.close()
      }
    })
  try {
    await program.parseAsync()
  } catch (error) {
    console.error(error instanceof BooksRefused ? error.message : error)
    process.exitCode = 1
  }
}

const SAID = {
  IMPORTED: (rows: number) => `${rows} rows have come in`,
  WOULD_IMPORT: (rows: number) => `${rows} rows would come in`,
  HERE_ALREADY: (rows: number) => `all ${rows} rows are here already`,
}
