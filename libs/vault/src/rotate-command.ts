/** `npm run keys:rotate` and its like: re-wraps all secrets under the first of the master keys. */
import { Database } from '@pacioli/db'
import { SingleBar } from 'cli-progress'
import { Command } from 'commander'
import { countRows, rotateTable, type TableRotation } from './rotate-keys.ts'
import type { SealedTable } from './sealed-table.ts'
import { Vault, type MasterKey } from './vault.ts'

export type RotateCommandOptions = {
  /** Its name. */
  name: string
  tables: readonly SealedTable[]
  /** The variables it reads: the database as the operators' role, and all master keys. */
  reads: { database: string; keys: string }
  /** Their values; exits if one is missing. */
  config: () => { databaseUrl: string; masterKeys: readonly MasterKey[] }
}

/** Runs it with the arguments of this process; exits with 1 if a key could not be re-wrapped. */
export async function runRotateCommand(options: RotateCommandOptions): Promise<void> {
  const { name, reads } = options
  const program = new Command(name)
    .description(
      `Re-wraps every data key that is not under the first key of ${reads.keys}, over all clients and businesses. ` +
        'Secrets themselves are not read. May run beside the service, be interrupted and be repeated. ' +
        `Uses ${reads.database} and ${reads.keys}; exits 1 if a key could not be re-wrapped.`,
    )
    .option('--dry-run', 'only count what there is to do')
    .action(async ({ dryRun = false }: { dryRun?: boolean }) => {
      process.exitCode = (await run(options, dryRun)) === 0 ? 0 : 1
    })
  await program.parseAsync()
}

async function run({ name, tables, reads, config }: RotateCommandOptions, dryRun: boolean): Promise<number> {
  const { databaseUrl, masterKeys } = config()
  const vault = new Vault(masterKeys)
  const db = new Database({ url: databaseUrl, applicationName: name, poolSize: 1 })
  try {
    const rotations = await rotateAll(db, vault, tables, dryRun)
    showTables(rotations, dryRun)
    showKeys(
      rotations,
      vault,
      masterKeys.map(({ id }) => id),
      reads.keys,
    )
    return showFailures(rotations)
  } finally {
    await db.close()
  }
}

/** More are counted, not shown. */
const SHOWN_FAILURES = 20

async function rotateAll(
  db: Database,
  vault: Vault,
  tables: readonly SealedTable[],
  dryRun: boolean,
): Promise<TableRotation[]> {
  const bar = new SingleBar({
    format: 're-wrapping {bar} {value}/{total} keys, {duration_formatted}',
    noTTYOutput: true,
  })
  const counts = await Promise.all(tables.map((table) => countRows(db, table)))
  bar.start(
    counts.reduce((sum, count) => sum + count, 0),
    0,
  )
  const rotations: TableRotation[] = []
  try {
    for (const table of tables)
      rotations.push(await rotateTable(db, vault, table, { dryRun, onProgress: (rows) => bar.increment(rows) }))
  } finally {
    bar.stop()
  }
  return rotations
}

function showTables(rotations: readonly TableRotation[], dryRun: boolean): void {
  console.table(
    rotations.map(({ table, rows, rewrapped, alreadyCurrent, changedMeanwhile, failures }) => ({
      table,
      rows,
      [dryRun ? 'to re-wrap' : 're-wrapped']: rewrapped,
      'already current': alreadyCurrent,
      'changed meanwhile': changedMeanwhile,
      failed: failures.length,
    })),
  )
}

/** Reports for every master key whether any row uses it, including unknown ones. */
function showKeys(
  rotations: readonly TableRotation[],
  vault: Vault,
  configured: readonly string[],
  variable: string,
): void {
  const inUse = new Map<string, number>(configured.map((id) => [id, 0]))
  for (const { keysInUse } of rotations)
    for (const [id, count] of keysInUse) inUse.set(id, (inUse.get(id) ?? 0) + count)
  for (const [id, count] of inUse) {
    const isNeeded = count === 1 ? '1 secret needs it' : `${count} secrets need it`
    if (id === vault.currentKeyId) console.log(`Master key ${id}: current, ${isNeeded}.`)
    else if (!vault.has(id)) console.log(`Master key ${id}: missing from ${variable}, ${isNeeded}.`)
    else if (count === 0) console.log(`Master key ${id}: unused, may be taken out of ${variable}.`)
    else console.log(`Master key ${id}: not current, ${isNeeded}.`)
  }
}

/** @returns how many keys could not be re-wrapped */
function showFailures(rotations: readonly TableRotation[]): number {
  const failures = rotations.flatMap((rotation) => rotation.failures)
  for (const { table, recordId, clientId, reason } of failures.slice(0, SHOWN_FAILURES))
    console.error(`${table} ${recordId} of client ${clientId}: ${reason}`)
  if (failures.length > SHOWN_FAILURES) console.error(`and ${failures.length - SHOWN_FAILURES} more`)
  return failures.length
}
