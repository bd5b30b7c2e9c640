/** `npm run check`: what must hold before the tests are worth running. Runs every step, then says which failed. */
import { spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import Table from 'cli-table3'
import { differences, snapshotOf } from './drift.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

interface Step {
  name: string
  passes: () => boolean
  /** What to do when it fails. */
  remedy: string
}

const nx = (target: string): boolean => run('nx', 'run-many', '--output-style=static', '--parallel=2', '-t', target)

const STEPS: Step[] = [
  { name: 'format', passes: () => run('prettier', '--check', '.'), remedy: 'npx prettier --write .' },
  // Through nx only: its boundary rule skips itself silently where no project graph is cached.
  { name: 'lint and boundaries', passes: () => nx('lint'), remedy: 'correct what is listed above' },
  // All projects have the same options: one program reads what they share once, which takes a quarter of the time.
  {
    name: 'types',
    passes: () => run('tsc', '-p', '.') && run('tsc', '-p', 'tsconfig.all.json'),
    remedy: 'correct what is listed above',
  },
  { name: 'generated code', passes: isGeneratedCodeCurrent, remedy: 'commit what was generated anew' },
]

const results = STEPS.map((step) => {
  process.stdout.write(`\n── ${step.name}\n`)
  const began = performance.now()
  const passed = step.passes()
  return { step, passed, seconds: (performance.now() - began) / 1000 }
})

const table = new Table({ head: ['check', 'result', 'seconds', 'to do'], style: { head: [], border: [] } })
for (const { step, passed, seconds } of results) {
  table.push([step.name, passed ? 'passed' : 'FAILED', seconds.toFixed(1), passed ? '' : step.remedy])
}
process.stdout.write(`\n${table.toString()}\n`)
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1

function run(program: string, ...args: string[]): boolean {
  const env = { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true' }
  const { status, error } = spawnSync(program, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (error) process.stderr.write(`${program} could not be run: ${error.message}\n`)
  return status === 0
}

/** Generates anew and compares: what is committed must be what the protos say. */
function isGeneratedCodeCurrent(): boolean {
  const directory = join(ROOT, 'protos', 'src', 'generated')
  const before = snapshotOf(directory)
  if (!run('npm', 'run', '--silent', 'protos:generate')) return false
  const changed = differences(before, snapshotOf(directory))
  for (const path of changed) process.stderr.write(`${relative(ROOT, path)} was not what the protos say\n`)
  return changed.length === 0
}
