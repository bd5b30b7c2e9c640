/** `npm run check`: the checks before the tests. Runs every step, then lists the failed ones. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, relative } from 'node:path'
import Table from 'cli-table3'
import { differences, snapshotOf } from './drift.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

interface Step {
  name: string
  passes: (print: Print) => Promise<boolean>
  /** What to do when it fails. */
  remedy: string
}

type Print = (text: string | Buffer) => void

const FORMAT: Step = {
  name: 'format',
  passes: (print) => run(print, 'prettier', '--check', '--cache', '--cache-strategy', 'content', '.'),
  remedy: 'npx prettier --write .',
}

const LINT: Step = {
  name: 'types, lint and boundaries',
  passes: (print) => run(print, 'npm', 'run', '--silent', 'lint'),
  remedy: 'correct what is listed above',
}

const PROTOS: Step = {
  name: 'protos',
  // What they say of the interface, and that a release may run beside the last one: see buf.yaml.
  passes: async (print) =>
    (await run(print, 'buf', 'lint')) && run(print, 'buf', 'breaking', '--against', 'protos/released.binpb.gz'),
  remedy: 'correct what is listed above; a release is breaking for those that run beside it',
}

const PAGES: Step = {
  name: 'generated pages',
  passes: arePagesCurrent,
  remedy: 'commit the generated files',
}

const MANIFESTS: Step = {
  name: 'manifests',
  // Renders the manifests and validates them against the schemas of Kubernetes.
  passes: (print) => run(print, 'node', join('deploy', 'kubernetes', 'src', 'check.ts')),
  remedy: 'correct what is listed above',
}

const REFERENCE: Step = {
  name: 'reference',
  // Checks that common tools accept the OpenAPI document.
  passes: (print) => run(print, 'node', join('deploy', 'reference', 'src', 'check.ts')),
  remedy: 'correct what is listed above',
}

/** Both rows run concurrently, the steps of a row one after the other: each needs one processor. */
const ROWS = [[LINT], [FORMAT, PROTOS, MANIFESTS, REFERENCE]]

type Result = { step: Step; passed: boolean; seconds: number }

process.stdout.write(`Checking: ${[...ROWS.flat(), PAGES].map(({ name }) => name).join(', ')} …\n`)
const results = (await Promise.all(ROWS.map(takeAll))).flat()
// Alone, as it writes what the others read.
results.push(await take(PAGES))

const table = new Table({ head: ['check', 'result', 'seconds', 'to do'], style: { head: [], border: [] } })
for (const { step, passed, seconds } of results) {
  table.push([step.name, passed ? 'passed' : 'FAILED', seconds.toFixed(1), passed ? '' : step.remedy])
}
process.stdout.write(`\n${table.toString()}\n`)
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1

async function takeAll(steps: readonly Step[]): Promise<Result[]> {
  const results: Result[] = []
  for (const step of steps) results.push(await take(step))
  return results
}

/** Prints the output of a step together, below its name. */
async function take(step: Step): Promise<Result> {
  const began = performance.now()
  const printed: Buffer[] = []
  const passed = await step.passes((text) => void printed.push(Buffer.from(text)))
  process.stdout.write(`── ${step.name}\n${Buffer.concat(printed).toString()}`)
  return { step, passed, seconds: (performance.now() - began) / 1000 }
}

async function run(print: Print, program: string, ...args: string[]): Promise<boolean> {
  const env = { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true' }
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const output of [child.stdout, child.stderr]) output.on('data', print)
  try {
    const [status] = (await once(child, 'close')) as [number | null]
    return status === 0
  } catch (error) {
    print(`${program} could not be run: ${error instanceof Error ? error.message : String(error)}\n`)
    return false
  }
}

/** Generates again and compares: committed files must match their sources. */
async function arePagesCurrent(print: Print): Promise<boolean> {
  const directory = join(ROOT, 'docs')
  const before = snapshotOf(directory)
  if (!(await run(print, 'npm', 'run', '--silent', 'docs:config'))) return false
  const changed = differences(before, snapshotOf(directory))
  for (const path of changed) print(`${relative(ROOT, path)} was not what the services declare in config.ts\n`)
  return changed.length === 0
}
