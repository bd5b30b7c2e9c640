/** `npm run keys:rotate`: puts what keeps secrets under the first of the master keys. */
import { Database } from '@pacioli/db'
import { SingleBar } from 'cli-progress'
import { Command } from 'commander'
import { rotationConfig } from './config.ts'
import { countRows, rotateTable, type TableRotation } from './vault/rotate-keys.ts'
import { sealedTables } from './vault/sealed-tables.ts'
import { Vault } from './vault/vault.ts'

/** More than this is counted, not shown. */
const SHOWN_FAILURES = 20

async function rotateAll(db: Database, vault: Vault, dryRun: boolean): Promise<TableRotation[]> {
  const bar = new SingleBar({
    format: 're-wrapping {bar} {value}/{total} keys, {duration_formatted}',
    noTTYOutput: true,
  })
  const counts = await Promise.all(sealedTables.map((table) => countRows(db, table)))
  bar.start(
    counts.reduce((sum, count) => sum + count, 0),
    0,
  )
  const rotations: TableRotation[] = []
  try {
    for (const table of sealedTables)
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

/** Says of every master key whether anything is under it, also of those that are not here. */
function showKeys(rotations: readonly TableRotation[], vault: Vault, configured: readonly string[]): void {
  const inUse = new Map<string, number>(configured.map((id) => [id, 0]))
  for (const { keysInUse } of rotations)
    for (const [id, count] of keysInUse) inUse.set(id, (inUse.get(id) ?? 0) + count)
  for (const [id, count] of inUse) {
    const isNeeded = count === 1 ? '1 secret needs it' : `${count} secrets need it`
    if (id === vault.currentKeyId) console.log(`Master key ${id}: current, ${isNeeded}.`)
    else if (!vault.has(id)) console.log(`Master key ${id}: missing from LEDGER_MASTER_KEYS, ${isNeeded}.`)
    else if (count === 0) console.log(`Master key ${id}: unused, may be taken out of LEDGER_MASTER_KEYS.`)
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

async function run(dryRun: boolean): Promise<number> {
  const { databaseUrl, masterKeys } = rotationConfig()
  const vault = new Vault(masterKeys)
  const db = new Database({ url: databaseUrl, applicationName: 'ledger keys:rotate', poolSize: 1 })
  try {
    const rotations = await rotateAll(db, vault, dryRun)
    showTables(rotations, dryRun)
    showKeys(
      rotations,
      vault,
      masterKeys.map(({ id }) => id),
    )
    return showFailures(rotations)
  } finally {
    await db.close()
  }
}

const program = new Command('keys:rotate')
  .description(
    'Re-wraps every data key that is not under the first key of LEDGER_MASTER_KEYS, over all clients and businesses. ' +
      'Secrets themselves are not read. May run beside the service, be interrupted and be repeated. ' +
      'Uses LEDGER_RELAY_DATABASE_URL and LEDGER_MASTER_KEYS; exits 1 if a key could not be re-wrapped.',
  )
  .option('--dry-run', 'only count what there is to do')
  .action(async ({ dryRun = false }: { dryRun?: boolean }) => {
    process.exitCode = (await run(dryRun)) === 0 ? 0 : 1
  })

await program.parseAsync()
