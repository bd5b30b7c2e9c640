/** `npm run books:import`: takes an exported bundle in as a business of this installation. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { CouldNotLook, lineOf, openBundle, parseKey, verifyBundle, type BundleReader } from 'pacioli-verify'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** The ledger comes last: whoever calls the gateway sees the business when everything is there. */
const SERVICES = ['banking', 'billing', 'reporting', 'ledger']

type Options = { client: string; key: string[]; rebuild: boolean; dryRun?: boolean }

/** Why nothing comes in, for the operator. */
class Refused extends Error {}

const program = new Command('npm run books:import --')
  .description(
    'Takes the books of a business in that POST /v1/businesses/{businessId}/exports/books wrote, with their whole history and its ' +
      'seals, as a business of a client of this installation. First the bundle is verified, then every service tries whether its ' +
      'part comes in, and only then it does; if it is interrupted, run it again. At last the reports are built. Reads ' +
      'LEDGER_DATABASE_URL, BANKING_DATABASE_URL, BILLING_DATABASE_URL, REPORTING_DATABASE_URL and, for the reports, ' +
      'LEDGER_GRPC_URL, BANKING_GRPC_URL and BILLING_GRPC_URL.',
  )
  .argument('<bundle>', 'the zip, or a folder with what is in it')
  .requiredOption('--client <id>', 'whose business it becomes: npm run clients -- list')
  .option(
    '--key <key>',
    'believe this key alone, as pacioli-verify does; may be repeated',
    (key, all: string[]) => [...all, key],
    [],
  )
  .option('--dry-run', 'only try whether it would come in')
  .option('--no-rebuild', 'leave the reports for npm run reporting:rebuild')
  .action(importBundle)

async function importBundle(path: string, { client, key, rebuild, dryRun = false }: Options): Promise<void> {
  const bundle = await openBundle(path)
  const unpacked = statSync(path).isDirectory() ? undefined : mkdtempSync(join(tmpdir(), 'books-'))
  try {
    console.log('Verifying the bundle.')
    await verified(bundle, key)
    console.log('Nothing is wrong with it. Trying whether it comes in.')
    if (unpacked !== undefined) await unpack(bundle, unpacked)
    const folder = unpacked ?? resolve(path)
    for (const isTrial of dryRun ? [true] : [true, false])
      for (const service of SERVICES)
        await run(`apps/${service}-svc/src/import-books.ts`, [
          ...['--folder', folder, '--client', client],
          ...(isTrial ? ['--try'] : []),
        ])
    if (dryRun) return
    const { business_id } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { business_id: string }
    if (rebuild) await run('apps/reporting-svc/src/rebuild.ts', ['--business', business_id])
    console.log(`The books of ${business_id} are here. pacioli-verify tells whether they are what was exported.`)
  } finally {
    bundle.close()
    if (unpacked !== undefined) rmSync(unpacked, { recursive: true })
  }
}

const MOST_TOLD = 20

/** @throws Refused where anything is wrong with it */
async function verified(bundle: BundleReader, keys: string[]): Promise<void> {
  const work = verifyBundle(bundle, {
    keys: keys.map(parseKey),
    kept: [],
    now: () => new Date(),
    onProgress: () => undefined,
  })
  let wrong = 0
  for await (const finding of work) if ((wrong += 1) <= MOST_TOLD) console.error(lineOf(finding))
  if (wrong > 0) throw new Refused(`The bundle is not taken in: ${wrong} things are wrong with it.`)
}

/** @throws Refused for a name that leads out of the folder */
async function unpack(bundle: BundleReader, folder: string): Promise<void> {
  for (const name of bundle.names) {
    const path = normalize(join(folder, name))
    if (!path.startsWith(folder + sep)) throw new Refused(`The bundle is not taken in: it has a file called ${name}.`)
    mkdirSync(dirname(path), { recursive: true })
    await pipeline(await bundle.open(name), createWriteStream(path))
  }
}

/** @throws Refused where it fails, after it has said why */
async function run(file: string, args: string[]): Promise<void> {
  const command = spawn(process.execPath, [file, ...args], { cwd: ROOT, stdio: 'inherit' })
  const [code] = (await once(command, 'exit')) as [number | null]
  if (code !== 0) throw new Refused('Not everything has come in: see above. What is mended, run it again.')
}

try {
  await program.parseAsync()
} catch (error) {
  console.error(error instanceof Refused || error instanceof CouldNotLook ? error.message : error)
  process.exitCode = 1
}
