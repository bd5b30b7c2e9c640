/**
 * `npm run lint`: types, rules, and who may import what. Looks at what changed since it last passed on this machine, or at
 * the folder given. Ends with 1 when there is an error, or when types or boundaries aren't looked at.
 */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { digestsOf, filesOf, PassedBefore, type Part } from './passed-before.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const REFUSED = join('deploy', 'local', 'refused')

/** What lint refuses there, and what it would not be looking at if it did not. */
const GATES = {
  'typescript(TS2322)': 'types: see that oxlint-tsgolint is installed',
  'typescript(no-floating-promises)': 'rules that need types: see that oxlint-tsgolint is installed',
  'nx(enforce-module-boundaries)': 'boundaries: see that `npx nx show projects` lists all projects',
  'pacioli(import-homes)': 'the homes of imports: see import-homes.js',
  'import(no-cycle)': 'circles of imports, those of types included: see import/no-cycle in .oxlintrc.json',
}

type Package = { name: string; dependencies?: object; devDependencies?: object }

/** The workspaces, each with those it depends on. */
function workspaces(): Part[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Package & { link?: boolean }>
  }
  return Object.keys(packages)
    .filter((folder) => folder !== '' && !folder.includes('node_modules'))
    .map((folder) => {
      const own = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Package
      return { name: own.name, folder, needs: Object.keys({ ...own.dependencies, ...own.devDependencies }) }
    })
}

/** The types of the protos as they are now. */
function writeTypes(): void {
  execFileSync(process.execPath, [join('protos', 'src', 'generate-types.ts')], { cwd: ROOT, stdio: 'inherit' })
}

/** Has nx write down who depends on whom, where its rule looks for it. */
function writeProjectGraph(): void {
  const env = { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true' }
  execFileSync('nx', ['show', 'projects'], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The client's types are made by `npm ci` and are in no commit: a document that came since says something else. */
function generateClientTypes(): void {
  const client = join(ROOT, 'libs', 'client')
  const types = join(client, 'src', 'generated', 'schema.ts')
  if (existsSync(types) && statSync(types).mtimeMs >= statSync(join(client, 'openapi.json')).mtimeMs) return
  execFileSync('npm', ['run', '--silent', 'client:generate'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
}

type Output = { passed: boolean; printed: string }

function oxlint(...args: string[]): Promise<Output> {
  return promisify(execFile)('oxlint', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout }) => ({ passed: true, printed: stdout }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ passed: false, printed: stdout + stderr }),
  )
}

/**
 * Without the part that knows types, with types that it can't find, or without nx's project graph, it passes everything: it
 * has to refuse something, too. @returns what it does not look at
 */
async function unseen(): Promise<string[]> {
  const { printed } = await oxlint('--format=json', `--config=${join(REFUSED, 'oxlint.json')}`, REFUSED)
  return Object.entries(GATES).flatMap(([code, otherwise]) => (printed.includes(`"${code}"`) ? [] : otherwise))
}

/** @returns whether they have no errors */
async function lint(folders: readonly string[]): Promise<boolean> {
  writeTypes()
  generateClientTypes()
  writeProjectGraph()
  const [gates, { passed, printed }] = await Promise.all([unseen(), oxlint(...folders)])
  process.stdout.write(printed)
  for (const gate of gates) process.stderr.write(`Lint does not look at ${gate}. It should have refused ${REFUSED}.\n`)
  return passed && gates.length === 0
}

const [folder] = process.argv.slice(2)
if (folder !== undefined) {
  process.exitCode = (await lint([relative(ROOT, folder) || '.'])) ? 0 : 1
} else {
  const parts = workspaces()
  const before = new PassedBefore(join(ROOT, 'node_modules', '.cache', 'pacioli-lint.json'))
  const digests = digestsOf(parts, filesOf(ROOT))
  const changed = before.changed(digests)
  const folders = parts.filter(({ name }) => changed.includes(name)).map((part) => part.folder)
  if (folders.length < parts.length)
    process.stdout.write(`Of ${parts.length} projects ${parts.length - folders.length} passed as they are.\n`)
  // What is in no project is little.
  const passed = folders.length === 0 || (await lint([...folders, 'vitest.config.ts']))
  if (passed) before.remember(digests)
  process.exitCode = passed ? 0 : 1
}
