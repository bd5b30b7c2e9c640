/** `npm run test:citus`: the tests of libraries, services and the whole product on a Citus cluster that is there already. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { citusServers, dropTestDatabases, type CitusServers } from '@pacioli/testing/citus'
import { Command } from 'commander'

const ROOT = join(import.meta.dirname, '..', '..')

const { args: filters } = new Command('npm run test:citus --')
  .description(
    'Runs integration and end-to-end tests against a Citus cluster, each test file in databases of its own there, and the ' +
      'tests of what only a cluster does. Where CITUS_URL names none, nothing is tested, and the last line says so. Databases of the names that tests use are dropped before and after.',
  )
  .argument('[filter...]', 'only test files whose path contains one of these')
  .addHelpText(
    'after',
    `
Environment:
  CITUS_URL    the superuser's URL of the coordinator, such as postgres://postgres@127.0.0.1:5432/postgres
  CITUS_NODES  the other nodes, host:port,host:port; without it those that the coordinator knows in the URL's database`,
  )
  .parse()

const cluster = await citusServers()
if (cluster) process.exitCode = await runAll(cluster)
else
  process.stdout.write(
    'Citus tests: SKIPPED, all of them, because CITUS_URL names no coordinator (--help says more).\n0 passed, 0 failed\n',
  )

type Counts = { passed: number; failed: number }

/**
 * First what only a cluster does, then everything else: a move without a lock needs processes of the servers that the databases
 * of a whole product take, and a server has eight unless it is told otherwise.
 */
async function runAll(cluster: CitusServers): Promise<number> {
  const all: Counts[] = []
  for (const projects of [['citus'], ['int', 'e2e']]) {
    await dropTestDatabases(cluster)
    all.push(await run(projects))
  }
  await dropTestDatabases(cluster)
  const sum = (of: keyof Counts): number => all.reduce((total, counts) => total + counts[of], 0)
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`)
  return sum('failed') === 0 && sum('passed') > 0 ? 0 : 1
}

async function run(names: readonly string[]): Promise<Counts> {
  const report = join('test-results', `citus-${names.join('-')}.json`)
  rmSync(join(ROOT, report), { force: true })
  const projects = names.flatMap((name) => ['--project', name])
  // A filter may fit none of these projects.
  const args = ['run', ...projects, '--passWithNoTests', `--outputFile.json=${report}`, ...filters]
  const child = spawn('vitest', args, { cwd: ROOT, stdio: 'inherit' })
  const [status] = (await once(child, 'close')) as [number | null]
  const { numPassedTests: passed, numFailedTests, numFailedTestSuites } = read(join(ROOT, report))
  // A file that fails before its first test has no failed test of its own.
  return { passed, failed: status === 0 ? 0 : Math.max(numFailedTests, numFailedTestSuites, 1) }
}

type Report = { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }

/** A run that ended before it wrote one has passed none. */
function read(report: string): Report {
  if (!existsSync(report)) return { numPassedTests: 0, numFailedTests: 0, numFailedTestSuites: 0 }
  return JSON.parse(readFileSync(report, 'utf8')) as Report
}
