/** `npm run test:citus`: the tests of libraries, services and the whole product on a Citus cluster that is there already. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { citusServers } from '@pacioli/testing/citus'
import { Command } from 'commander'

const ROOT = join(import.meta.dirname, '..', '..')
const REPORT = 'test-results/citus.json'

const { args: filters } = new Command('npm run test:citus --')
  .description(
    'Runs integration and end-to-end tests against a Citus cluster, each test file in databases of its own there, and the ' +
      'tests of what only a cluster does. Where CITUS_URL names none, nothing is tested, and the last line says so.',
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

if (await citusServers()) process.exitCode = await run()
else
  process.stdout.write(
    'Citus tests: SKIPPED, all of them, because CITUS_URL names no coordinator (--help says more).\n0 passed, 0 failed\n',
  )

async function run(): Promise<number> {
  const report = join(ROOT, REPORT)
  rmSync(report, { force: true })
  const projects = ['int', 'e2e', 'citus'].flatMap((name) => ['--project', name])
  const child = spawn('vitest', ['run', ...projects, `--outputFile.json=${REPORT}`, ...filters], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  const [status] = (await once(child, 'close')) as [number | null]
  const { numPassedTests: passed, numFailedTests, numFailedTestSuites } = read(report)
  // A file that fails before its first test has no failed test of its own.
  const failed = status === 0 ? 0 : Math.max(numFailedTests, numFailedTestSuites, 1)
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return status ?? 1
}

type Report = { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }

const read = (report: string): Report => JSON.parse(readFileSync(report, 'utf8')) as Report
