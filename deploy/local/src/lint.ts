/**
 * `npm run lint`: checks types, rules and imports of what changed since it last passed on this machine, or of the given
 * folder. Ends with 1 when there is an error, or when a gate does not work.
 */
import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { folderCircles } from './folder-circles.ts'
import { digestsOf, filesOf, PassedBefore, type Part } from './passed-before.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const REFUSED = join('deploy', 'local', 'refused')

/** What lint has to refuse there, and what does not work if it passes. */
const GATES = {
  'typescript(TS2322)': 'types: see that oxlint-tsgolint is installed',
  'typescript(no-floating-promises)': 'rules that need types: see that oxlint-tsgolint is installed',
  'nx(enforce-module-boundaries)': 'boundaries: see that `npx nx show projects` lists all projects',
  'pacioli(import-homes)': 'the homes of imports: see import-homes.js',
  'import(no-cycle)': 'circles of imports, those of types included: see import/no-cycle in .oxlintrc.json',
}

type Package = { name: string; dependencies?: object; devDependencies?: object }

/** The workspaces, each with its dependencies. */
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

/** Generates the types of the protos. */
function writeTypes(): void {
  execFileSync(process.execPath, [join('protos', 'src', 'generate-types.ts')], { cwd: ROOT, stdio: 'inherit' })
}

/** Has nx write its project graph, which its rule reads. */
function writeProjectGraph(): void {
  const env = { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true' }
  execFileSync('nx', ['show', 'projects'], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** `npm ci` generates the client's types, which are in no commit: they are outdated once the document changes. */
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
 * Without its part for types, with types that it can't find, or without nx's project graph, oxlint passes everything: it
 * has to refuse something, too. The files for that are kept as `.txt`, so that no other tool reads them as code.
 * @returns the gates that do not work
 */
async function brokenGates(): Promise<string[]> {
  const folder = mkdtempSync(join(ROOT, REFUSED, 'run-'))
  try {
    for (const file of readdirSync(join(ROOT, REFUSED)).filter((name) => name.endsWith('.ts.txt')))
      copyFileSync(join(ROOT, REFUSED, file), join(folder, basename(file, '.txt')))
    const config = `--config=${join(REFUSED, 'oxlint.json')}`
    const { printed } = await oxlint('--format=json', '--no-ignore', config, relative(ROOT, folder))
    return Object.entries(GATES).flatMap(([code, otherwise]) => (printed.includes(`"${code}"`) ? [] : otherwise))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Prints the circles of folders in these services. @returns whether there are none */
function hasLayers(folders: readonly string[]): boolean {
  const apps = readdirSync(join(ROOT, 'apps')).map((app) => join('apps', app))
  const services = folders.includes('.') ? apps : folders.filter((folder) => apps.includes(folder))
  const circles = services.flatMap((service) =>
    folderCircles(join(ROOT, service, 'src')).map((way) => `${service}: ${way.join(', ')}`),
  )
  for (const circle of circles)
    process.stderr.write(`Folders import each other. Move what both need below them. ${circle}\n`)
  return circles.length === 0
}

/** @returns whether they have no errors */
async function lint(folders: readonly string[]): Promise<boolean> {
  writeTypes()
  generateClientTypes()
  writeProjectGraph()
  const [gates, { passed, printed }] = await Promise.all([brokenGates(), oxlint(...folders)])
  process.stdout.write(printed)
  for (const gate of gates) process.stderr.write(`Lint does not check ${gate}. It should have refused ${REFUSED}.\n`)
  return hasLayers(folders) && passed && gates.length === 0
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
  // Few files are in no project.
  const passed = folders.length === 0 || (await lint([...folders, 'vitest.config.ts']))
  if (passed) before.remember(digests)
  process.exitCode = passed ? 0 : 1
}
