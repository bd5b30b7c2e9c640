/** `npm run test:containers`: the images of the services, tested with a container engine, where there is one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { readComposeFile, newEnvironment } from '@pacioli/compose'
import { Command } from 'commander'
import { chooseE2eFiles } from './e2e-files.ts'
import { chooseBase, engineProblem, isAvailable } from './engine.ts'

const ROOT = join(import.meta.dirname, '..', '..')

const { args: filters } = new Command('npm run test:containers --')
  .description(
    'Builds the images of the services, starts the system of the compose file from them with two replicas of each, and ' +
      'runs against it: the end-to-end tests, a rolling restart of each service under load, and backup and restore. ' +
      'Where no container engine answers, nothing is tested, and the last line says so.',
  )
  .argument('[filter...]', 'only test files whose path contains one of these')
  .addHelpText(
    'after',
    `
Environment:
  PACIOLI_IMAGES_NETWORK         docker's --network while images are built, where its own does not lead to the npm registry
  TESTCONTAINERS_RYUK_DISABLED   true: without the container that cleans up after a run that was killed`,
  )
  .parse()

const problem = await engineProblem()
if (problem) {
  process.stdout.write(`Container tests: SKIPPED, all of them, because no container engine answers: ${problem}.\n`)
} else {
  process.exitCode = await run()
}

async function run(): Promise<number> {
  const { leftOut } = chooseE2eFiles()
  process.stdout.write('End-to-end files that do not run against containers:\n')
  for (const { file, why } of leftOut) process.stdout.write(`  - ${file}: ${why}\n`)
  const args = ['run', '--project', 'containers-e2e', '--project', 'containers', ...filters]
  const child = spawn('vitest', args, { cwd: ROOT, stdio: 'inherit' })
  const [status] = (await once(child, 'close')) as [number | null]
  const { image = '' } = composeFile().services.s3 ?? {}
  const skipped = (await isAvailable(image)) ? '' : `; SKIPPED: those of ${image}, which cannot be pulled here`
  const left = `${leftOut.length} end-to-end files left out, as listed above`
  const base = await chooseBase(() => undefined)
  process.stdout.write(`Container tests: ${status === 0 ? 'passed' : 'FAILED'}, on ${base}; ${left}${skipped}.\n`)
  return status ?? 1
}

/** With any environment: only the names of images matter here. */
function composeFile(): ReturnType<typeof readComposeFile> {
  const nowhere = { gatewayPort: 1, filesPort: 1, gatewayUrl: 'http://127.0.0.1', filesUrl: 'http://127.0.0.1' }
  return readComposeFile(newEnvironment(nowhere, new Date()))
}
