/** The version before this one, as an archive of its programs, libraries, protos and SQL. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const ROOT = join(import.meta.dirname, '..', '..')
const ARCHIVES = join(import.meta.dirname, '..', 'system', 'previous')

/**
 * Unpacks it into a directory, which must not be below this checkout: its packages are ours, its `@pacioli/*` its own.
 * @returns where its services are
 */
export function unpackPreviousVersion(into: string): string {
  mkdirSync(into, { recursive: true })
  execFileSync('tar', ['-x', '-C', into], { input: archive() })
  linkPackages(into)
  return join(into, 'apps')
}

/** The paths of all files that it has. */
export const filesOfPreviousVersion = (): Set<string> =>
  new Set(execFileSync('tar', ['-t'], { input: archive(), encoding: 'utf8' }).split('\n'))

/** Its commit. */
export const nameOfPreviousVersion = (): string => archiveName().replace(ENDING, '')

const ENDING = '.tar.br'

function archiveName(): string {
  const [name, ...more] = readdirSync(ARCHIVES).filter((file) => file.endsWith(ENDING))
  if (name === undefined || more.length > 0) throw new Error(`Expected one archive in ${ARCHIVES}.`)
  return name
}

const archive = (): Buffer => brotliDecompressSync(readFileSync(join(ARCHIVES, archiveName())))

/** Gives a version that has no packages ours, and its own `@pacioli/*`. */
export function linkPackages(root: string): void {
  if (existsSync(join(root, 'node_modules'))) return
  const own = join(root, 'node_modules', '@pacioli')
  mkdirSync(own, { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter(
    (one) => one !== '@pacioli' && !one.startsWith('.'),
  ))
    symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name))
  for (const manifest of globSync(['apps/*/package.json', 'libs/*/package.json', 'protos/package.json'], {
    cwd: root,
  })) {
    const folder = dirname(manifest)
    const { name } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as { name: string }
    symlinkSync(join(root, folder), join(own, name.replace('@pacioli/', '')))
    // Packages of which a workspace needs another version than the others do.
    const nested = join(ROOT, folder, 'node_modules')
    if (existsSync(nested)) symlinkSync(nested, join(root, folder, 'node_modules'))
  }
}
