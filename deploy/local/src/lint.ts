/**
 * `npm run lint`: types and rules by oxlint, who may import what by ESLint. Looks at what changed since it last passed on
 * this machine, or at the folder given. Ends with 1 when there is an error, or when types or boundaries aren't looked at.
 */
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { ESLint } from 'eslint'
import { digestsOf, filesOf, PassedBefore, type Part } from './passed-before.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const BOUNDARIES = '@nx/enforce-module-boundaries'
/** A pure lib may not import one that speaks to a database. */
const FORBIDDEN = { filePath: 'libs/money/src/forbidden.ts', text: "import '@pacioli/db'\n" }
const REFUSED = join('deploy', 'local', 'refused')
const BY_TYPES = ['typescript(TS2322)', 'typescript(no-floating-promises)']

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

/** Has nx write down who depends on whom, where its rule looks for it. */
function writeProjectGraph(): void {
  const env = { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true' }
  execFileSync('nx', ['show', 'projects'], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The rule about boundaries skips itself silently where it finds no project graph: it has to refuse something first. */
async function areBoundariesEnforced(eslint: ESLint): Promise<boolean> {
  const [result] = await eslint.lintText(FORBIDDEN.text, { filePath: join(ROOT, FORBIDDEN.filePath) })
  return result?.messages.some(({ ruleId, severity }) => ruleId === BOUNDARIES && severity === 2) ?? false
}

type Output = { passed: boolean; printed: string }

async function oxlint(...args: string[]): Promise<Output> {
  const options = { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }
  return promisify(execFile)('oxlint', args, options).then(
    ({ stdout }) => ({ passed: true, printed: stdout }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ passed: false, printed: stdout + stderr }),
  )
}

/** Without the part that knows types, or with types that it can't find, it passes everything: it has to refuse, too. */
async function areTypesSeen(): Promise<boolean> {
  const { printed } = await oxlint('--format=json', `--config=${join(REFUSED, 'oxlint.json')}`, REFUSED)
  return BY_TYPES.every((code) => printed.includes(`"${code}"`))
}

async function lintBoundaries(eslint: ESLint, folders: readonly string[]): Promise<Output> {
  const results = await eslint.lintFiles([...folders])
  const formatter = await eslint.loadFormatter('stylish')
  return { passed: results.every(({ errorCount }) => errorCount === 0), printed: await formatter.format(results) }
}

/** @returns whether they have no errors */
async function lint(folders: readonly string[]): Promise<boolean> {
  writeProjectGraph()
  const eslint = new ESLint({ cwd: ROOT })
  const isEnforced = areBoundariesEnforced(eslint)
  const [sees, types] = await Promise.all([areTypesSeen(), oxlint(...folders), isEnforced])
  const gates: [boolean, string][] = [
    [
      sees,
      `oxlint should have refused ${REFUSED} with ${BY_TYPES.join(' and ')}. See that oxlint-tsgolint is installed.`,
    ],
    [
      await isEnforced,
      `${BOUNDARIES} should have refused ${JSON.stringify(FORBIDDEN.text.trim())} in ${FORBIDDEN.filePath}. See that ` +
        'eslint.config.js has it as an error, and that `npx nx show projects` lists all projects.',
    ],
  ]
  const boundaries = await lintBoundaries(eslint, folders)
  process.stdout.write(types.printed + boundaries.printed)
  for (const [holds, otherwise] of gates) if (!holds) process.stderr.write(`${otherwise}\n`)
  return types.passed && boundaries.passed && gates.every(([holds]) => holds)
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
